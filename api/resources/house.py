"""Who the house is: its name, its keys, its log; nothing of it is secret."""

from __future__ import annotations

from api.http.call import Answer, Call
from api.http.operation import Example, operation
from api.schemas.answers import HouseCardSchema

__all__: list[str] = []


@operation(
    "GET",
    "/v1/house",
    summary="Who the house is",
    tag="house",
    answers={200: HouseCardSchema},
    problems=("storage.unavailable",),
    examples=(Example(name="house", summary="The house's card", status=200),),
)
def show_house(call: Call) -> Answer:
    """Name, address, keys and transparency log of the house.  A key that is retired still signs the games it opened.

    Whoever verifies records keeps these keys from a day on which nothing was at stake: a house that shows other keys
    later is a house that forges.
    """
    service = call.service
    tree = service.storage.tree()
    url = service.config.url
    log = None if tree is None else {"origin": tree.origin, "vkey": service.keyring.vkey(tree), "url": f"{url}/log"}
    rows = service.keyring.rows("house")
    keys = [{"key": row.public, "since": row.created, "retired": row.retired} for row in rows]
    return Answer(body={"name": service.config.name, "url": url, "keys": keys, "log": log})
