"""A game in progress: the house's table, a player's own side, and the history that both check event by event."""
