"""A whole game in one process: bots as full players at a live table."""
