"""The heart of the service: live tables, who may do what, and what happens by itself; it knows no HTTP."""
