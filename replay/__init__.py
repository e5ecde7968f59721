"""The deterministic engine: boards, rule systems, game records and their replay.

Pure: no clock, no randomness, no file, no network, no secret.  The same events give the same states, everywhere and
for ever.
"""
