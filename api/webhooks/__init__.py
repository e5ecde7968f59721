"""Webhooks: messages to the servers of hosts, in the form of Standard Webhooks 1.0.

What happens at a game becomes rows (`messages`) that are stored in the transaction of the events themselves; every
process of the service runs a `deliverer` that claims such rows, signs them and sends them until they are taken.
"""
