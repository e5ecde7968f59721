"""The shared rule parts.

A part is a small function that a system chooses when its options are bound; it never asks for an option itself.  One
file per subject: where a roll leads (`reach`), what is in the way (`blocking`), what must be done (`duties`), who is
captured (`landing`), what earns a roll (`extra`), when a player is done and who comes next (`finishing`), which pieces
may stand on one square (`sharing`), and the numbers of pieces that go round again (`laps`).  For throws of several
rolls: `throw`.  For squares with room for two: `barriers`, and who came last to a start square (`arrivals`).

For sequences of rolls: what a player meets on the board (`ground`), what the dice can do (`actions`), what a piece can
spend of them (`plans`), whether they can all be spent (`full_use`), and who may decline (`passing`).
"""
