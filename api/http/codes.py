"""Every code that a problem may have: its HTTP status, its title, and one sentence of explanation.

The one table of the service: problems are answered by it, and the page of problems is made from it.
"""

from __future__ import annotations

from msgspec import Struct

__all__ = ["CODES", "FAMILIES", "Kind", "kind_of"]


class Kind(Struct, frozen=True):
    """What a code means over HTTP."""

    status: int
    title: str
    says: str


CODES: dict[str, Kind] = {
    # The request as such
    "request.json": Kind(400, "Unreadable JSON", "The body is not one JSON object with unique keys."),
    "request.invalid": Kind(
        422, "Invalid body", "Members of the body are missing, unknown or out of bounds; see errors."
    ),
    "request.query": Kind(400, "Invalid query", "Query parameters are unknown, repeated or out of bounds; see errors."),
    "request.cursor": Kind(400, "Invalid cursor", "The cursor is none that a page of this list has given."),
    "request.media": Kind(415, "Unsupported media type", "The body must be sent as application/json."),
    "request.size": Kind(413, "Body too large", "The body has more bytes than this operation takes."),
    "request.malformed": Kind(400, "Malformed request", "The request breaks HTTP's own rules."),
    "request.not_found": Kind(404, "Not found", "There is nothing at this path; paths have no slash at the end."),
    "request.method": Kind(
        405, "Method not allowed", "The path exists, but not for this method; see the header Allow."
    ),
    "request.limit": Kind(429, "Too many requests", "The limit is used up; wait as long as Retry-After says."),
    # Who asks
    "auth.missing": Kind(401, "Credential missing", "This operation needs `Authorization: Bearer` and a key or token."),
    "auth.invalid": Kind(401, "Credential refused", "The key or token is malformed, unknown, revoked or expired."),
    "auth.kind": Kind(403, "Wrong kind of credential", "This operation is for another kind of credential."),
    "auth.scope": Kind(403, "Scope missing", "The host key lacks the scope that this operation needs."),
    # Retries and concurrency
    "idempotency.missing": Kind(400, "Idempotency-Key missing", "POSTs that change a game need an Idempotency-Key."),
    "idempotency.key": Kind(
        400,
        "Invalid Idempotency-Key",
        "An Idempotency-Key is 1 to 255 visible ASCII characters; without a credential at least 16.",
    ),
    "idempotency.mismatch": Kind(422, "Idempotency-Key reused", "The key was used before, with another request."),
    "idempotency.in_flight": Kind(409, "Still in progress", "The first request with this key is still being answered."),
    "idempotency.sealed": Kind(409, "Answer sealed", "The stored answer holds a secret that can no longer be opened."),
    "precondition.missing": Kind(428, "If-Match missing", "Changes of a game need If-Match with the ETag last seen."),
    "precondition.malformed": Kind(400, "Invalid If-Match", "If-Match must hold one ETag of a game, or an asterisk."),
    "precondition.stale": Kind(412, "Game has moved on", "The ETag is not that of the game's last event; look again."),
    # Webhooks
    "webhook.unknown": Kind(404, "Not found", "There is no such webhook or delivery, or it is not yours to see."),
    "webhook.disabled": Kind(409, "Webhook disabled", "Nothing is sent to a disabled webhook; enable it first."),
    "webhook.too_many": Kind(409, "Too many webhooks", "A host has at most 20 webhooks of each mode."),
    "webhook.url": Kind(422, "URL refused", "A webhook's URL is https://host/path in visible ASCII, with no fragment."),
    "webhook.scheme": Kind(422, "URL refused", "Messages to webhooks go by https alone."),
    "webhook.user": Kind(422, "URL refused", "A webhook's URL holds no user name and no password."),
    "webhook.host": Kind(422, "URL refused", "The host is no full name, nor an address in its usual spelling."),
    "webhook.port": Kind(422, "URL refused", "The port must be 443 or above 1023."),
    "webhook.address": Kind(422, "URL refused", "The host leads to an address that is not public."),
    "webhook.unresolved": Kind(422, "URL refused", "The host leads to no address, at least not now."),
    # Games and seats
    "game.unknown": Kind(404, "No such game", "There is no such game, or it is not yours to see."),
    "game.stopped": Kind(409, "Game stopped", "The game was open when a backup was restored; it cannot go on."),
    "game.busy": Kind(409, "Game busy", "Too many change this game at the same moment; try again."),
    "game.open": Kind(409, "Game still open", "This is possible once the game is closed."),
    "game.closed": Kind(409, "Closed", "The game is over, nothing can follow."),
    "game.not_started": Kind(409, "Game not started", "The game has not started yet."),
    "game.not_full": Kind(409, "Game never full", "The game never had all its players."),
    "seat.token": Kind(404, "No such token", "The game has no player token with this id."),
    "seat.code": Kind(404, "No such room code", "No table waits behind this code: mistyped, or all seats are taken."),
    "seat.no_code": Kind(404, "No room code", "The game has no room code, or not any more."),
    "seat.which": Kind(422, "Code or game", "A reservation names either a room code or a game."),
    "seat.full": Kind(409, "Table full", "All seats are taken."),
    "seat.reserved": Kind(409, "Seat reserved", "Somebody else is sitting down; Retry-After says when to try again."),
    "seat.not_reserved": Kind(409, "Seat not reserved", "Who joins with a key reserves the seat first."),
    "seat.not_yet": Kind(409, "Not your turn to sit", "The seat kept for this token comes later."),
    "seat.kept": Kind(409, "Seat kept", "This seat is kept for somebody who played before."),
    "seat.joined": Kind(409, "Joined already", "This token is a player of the game already."),
    "seat.empty": Kind(409, "Seats empty", "The game cannot start while seats are empty."),
    "seat.chain": Kind(422, "Chain required", "This game wants players with a key and a chain of their own."),
    "seat.bots": Kind(422, "Bots refused", "There are more bots than seats, or two bots of one name."),
    "seat.own_token": Kind(
        403, "Player acts for itself", "The player holds its own token: only that token acts for it."
    ),
    "seat.other_player": Kind(403, "Another player's", "This token may not act for that player."),
    "stream.ticket": Kind(401, "Ticket refused", "The stream ticket is malformed, expired or another game's."),
    "stream.over": Kind(401, "Stream over", "The key or token that the stream was opened with has been revoked."),
    "table.not_due": Kind(409, "Not due", "Another roll is due, or none."),
    "table.spent": Kind(409, "Index spent", "No roll will ever use this index."),
    "table.exhausted": Kind(409, "Chains exhausted", "The chains have no link for this index."),
    "table.links_missing": Kind(409, "Links missing", "The roll waits for the links of the players in `found`."),
    "table.link_given": Kind(409, "Another link given", "The player has given another link to this roll before."),
    "table.no_contributor": Kind(409, "No contributor", "The player has no part in this roll."),
    "table.stale": Kind(409, "Game has moved on", "Another event was appended meanwhile."),
    "table.full": Kind(409, "Record full", "The record has no room for more events."),
    # Rules, log, keys, webhooks
    "embed.url": Kind(404, "Nothing to embed", "The link leads to no game of this service."),
    "embed.format": Kind(501, "Not implemented", "oEmbed is answered as json or xml."),
    "rules.unknown": Kind(404, "No such rules", "There is no rule system with this id."),
    "log.none": Kind(404, "No log yet", "The transparency log has not begun."),
    "log.absent": Kind(404, "No such tile", "The log has no such tile, or not yet."),
    "log.index": Kind(404, "No such leaf", "The log has no leaf with this index."),
    "log.tile": Kind(404, "No such tile", "The log has no such tile, or not yet."),
    "log.path": Kind(404, "No such tile", "This is no path of a tile or an entry bundle."),
    "log.unknown": Kind(404, "No such log", "This service has no log with this origin."),
    "key.unknown": Kind(404, "No such key", "The host has no key with this id."),
    "key.expires": Kind(422, "Expired already", "The end of the key lies in the past."),
    # The service itself
    "storage.unavailable": Kind(503, "Storage unavailable", "The database cannot be reached; retry with the same key."),
    "storage.not_migrated": Kind(503, "Storage not ready", "The database lacks the tables of this version."),
    "storage.lost": Kind(
        503, "Database set back", "The database has another history of the game than was signed: nothing is signed on."
    ),
    "storage.stale": Kind(409, "Changed meanwhile", "Somebody else changed the game at the same moment; look again."),
    "storage.taken": Kind(409, "Taken", "Something of this name is there already."),
    "storage.repeated": Kind(409, "Answered before", "An answer is stored for this Idempotency-Key; send it again."),
    "house.no_key": Kind(503, "House key missing", "The service has no key to sign with."),
    "service.busy": Kind(503, "Busy", "Too much of this kind is being done; Retry-After says when to try again."),
    "service.error": Kind(500, "Internal error", "A fault of the service; it is logged under the request_id."),
    "service.draining": Kind(503, "Shutting down", "This process is about to end; ask again."),
}

FAMILIES: dict[str, Kind] = {
    "format": Kind(422, "Malformed document", "A document or value does not have the form that it must have."),
    "option": Kind(422, "Bad option", "The rule system or one of its options is unknown or out of place."),
    "position": Kind(422, "Impossible position", "The position document describes no possible position."),
    "party": Kind(422, "Party refused", "What a player brings to a game is not acceptable."),
    "chain": Kind(422, "Link refused", "A link does not belong to its chain where it stands."),
    "sign": Kind(422, "Signature refused", "A signature is missing, unexpected or does not hold."),
    "embed": Kind(404, "Nothing to embed", "There is nothing here to be embedded."),
    "rules": Kind(422, "Against the rules", "The rules do not allow this where the game stands."),
    "order": Kind(422, "Out of order", "This event may not stand here."),
    "roll": Kind(422, "Roll refused", "No roll can be made of this."),
    "draw": Kind(422, "Draw refused", "No draw can be made of this."),
    "result": Kind(422, "Result refused", "The result is not that of the game."),
    "head": Kind(422, "Head refused", "A head or receipt does not fit the game."),
    "log": Kind(422, "Log refused", "This does not fit the transparency log."),
    "named": Kind(422, "Named thing refused", "Something that was named does not hold."),
    "table": Kind(409, "Not now", "The game does not stand so that this could be done."),
    "seat": Kind(409, "Seat not free", "The seat is held by somebody else."),
    "webhook": Kind(422, "Webhook refused", "A webhook cannot be so."),
    "game": Kind(409, "Not for this game", "The game does not stand so that this could be done."),
    "storage": Kind(503, "Storage error", "The database did not do what was asked."),
    "stream": Kind(422, "Stream refused", "The stream cannot be followed so."),
    "seal": Kind(503, "Sealed", "A stored secret cannot be opened with the secret keys that the service has."),
    "house": Kind(503, "House not ready", "The service has no key to sign with."),
    "key": Kind(422, "Key refused", "The key is not acceptable."),
    "auth": Kind(403, "Not allowed", "The credential does not permit this."),
}

_UNKNOWN = Kind(500, "Internal error", "A fault of the service.")


def kind_of(code: str) -> Kind:
    """The kind of a code: its own, else its family's; a code of no family is a fault of the service."""
    return CODES.get(code) or FAMILIES.get(code.partition(".")[0], _UNKNOWN)
