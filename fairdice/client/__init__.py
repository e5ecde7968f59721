"""A player's or a host's own program against a service: ``pip install "fairdice[client]"``.

    import os

    from fairdice.client import Seat
    from fairdice.dice import Stream
    from fairdice.local.bots import BOTS

    choose = BOTS["greedy"](Stream(os.urandom(32)))
    with Seat.join("https://dice.example", "K7M2QX", name="Ana", keep="~/seats") as seat:
        for turn in seat.turns():
            turn.play(choose)

`Seat` plays one seat: it makes the player's chain and key, checks every event, roll and receipt as it happens, and
refuses to go on when the house cheats.  `Service` is the service's REST interface, for hosts as well.
"""

from __future__ import annotations

from fairdice.client.errors import HouseCheats, KeepError, ServiceError
from fairdice.client.seat import Seat
from fairdice.client.service import Service
from fairdice.client.turn import Turn

__all__ = ["HouseCheats", "KeepError", "Seat", "Service", "ServiceError", "Turn"]
