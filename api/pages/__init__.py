"""What the pages for people show: the start page, games, rules, the log, and how to verify.

Each module gathers the plain values for one page; templates write them down, `api.resources.pages` serves them.  All of
them can be read without JavaScript; the replay and its verification come on top.
"""
