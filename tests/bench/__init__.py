"""Speed, as ratios measured in one run: `make bench` (docs/spec says nothing of it; the targets are ours).

Ratios, because machines differ: our time over the time of what can't be avoided, or of another program that does the
same kind of work.  All times are CPU time of the process; what is compared takes turns, round by round, so that a
machine that slows down slows both.
"""
