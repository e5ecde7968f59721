"""The service under load: servers in processes of their own, on loopback, against one that does next to nothing.

`rows` says what is measured; `served` has the applications, `server` starts them, `load` is the process that asks.
"""
