"""The service: the HTTP interface for game hosts, the storage behind it, and the web files it serves.

Empty for now.  `api` may import `fairdice` and `replay`; neither of them imports `api`.
"""
