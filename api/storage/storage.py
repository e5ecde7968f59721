"""The storage in SQL: all parts of the contract that both databases share."""

from __future__ import annotations

from api.storage.answers import Answers
from api.storage.append import Appends
from api.storage.assets import Assets
from api.storage.games import Games
from api.storage.hosts import Hosts
from api.storage.keys import Keys
from api.storage.log import Log
from api.storage.webhooks import Webhooks

__all__ = ["SqlStorage"]


class SqlStorage(Hosts, Keys, Games, Appends, Answers, Log, Webhooks, Assets):
    """All parts, one for each subject."""
