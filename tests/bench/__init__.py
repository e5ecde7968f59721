"""Speed, as ratios measured in one run: `make bench`.

Ratios, because machines differ: our time over that of what can't be avoided, or of another program that does the same
kind of work.  Times are user CPU time, but where a page or a network waits (`tests.bench.browser`,
`tests.bench.service`): what is compared takes turns, round by round, so that a machine that slows down slows both.
"""
