"""The service under load: real servers in processes of their own, on loopback, against bare ones that do next to nothing.

`rows` says what is measured; `served` has the applications, `server` starts them, `load` is the process that asks.
"""
