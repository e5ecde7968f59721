"""Wrong links, draws and rolls: what a house would do that does not like its dice."""

from __future__ import annotations

from fairdice.chain import Chain, link_prefix, previous
from replay.state import ROLL
from tests.support.wrong import Found, at, game, wrong


@wrong("chain.index", "the house skips an index and so rolls a second time for one move")
def second_roll() -> Found:
    forge = game().begin().play(8).until(ROLL)
    n = forge.n
    forge.presence.index += 1
    return at(forge.roll().play(n + 4), n)


@wrong("chain.index.repeated", "the house uses the index of the roll before again")
def repeated_index() -> Found:
    forge = game().begin().play(8).until(ROLL)
    n = forge.n
    forge.presence.index -= 1
    return at(forge.roll().play(n + 4), n)


@wrong("chain.index.spent", "a roll uses the index that was spent when a contributor was declared away")
def spent_index() -> Found:
    forge = game("ccc").begin().play(8).until(ROLL).away(0)
    n = forge.n
    forge.presence.index -= 1
    return at(forge.roll().play(n + 4), n)


@wrong("chain.exhausted", "a roll with an index beyond the length of the chains, which really were longer")
def exhausted() -> Found:
    forge = game("pp", "mensch@1", seed="void 190", signed_moves=False).open()
    forge.make_chains(66)
    forge.commit().join(0).join(1).draw().play()
    n = forge.n
    return at(forge.roll(), n)


@wrong("chain.link", "the house gives its link of the roll before once more")
def repeated_link() -> Found:
    forge = game().begin().play(8).until(ROLL)
    n, j = forge.n, forge.presence.index
    links = [forge.chains[0].link(j - 1), *forge.links()[1:]]
    return at(forge.roll(links=links).play(n + 4), n, "/links/0")


@wrong("chain.link.shifted", "a player's next link but one stands where its next link belongs")
def shifted_link() -> Found:
    forge = game().begin().play(8).until(ROLL)
    n, j = forge.n, forge.presence.index
    links = [*forge.links()[:2], forge.chains[2].link(j + 1)]
    return at(forge.roll(links=links).play(n + 4), n, "/links/2")


@wrong("chain.link.exchanged", "two players' links have changed places")
def exchanged_links() -> Found:
    forge = game().begin().play(8).until(ROLL)
    n = forge.n
    house, *players = forge.links()
    return at(forge.roll(links=[house, *players[::-1]]).play(n + 4), n, "/links/1")


@wrong("chain.link.draw", "the house's first link comes from another chain than the one it committed to")
def other_chain() -> Found:
    forge = game().lobby()
    links = [b"\x5a" * 32, *forge.links()[1:]]
    return at(forge.draw(links=links).play(10), 4, "/links/0")


@wrong("chain.party", "a link of a player who brought no chain")
def no_chain() -> Found:
    forge = game("cp").begin().play(8).until(ROLL)
    n = forge.n
    return at(forge.roll(links=[*forge.links()[:2], b"\x5a" * 32]).play(n + 4), n, "/links/2")


@wrong("draw.contributors", "the draw is made without a contributor's link")
def draw_without() -> Found:
    forge = game().lobby()
    return at(forge.draw(links=forge.links(without=(2,))).play(10), 4, "/links/2")


@wrong("draw.seats", "the house exchanges two players' seats")
def seats() -> Found:
    forge = game().lobby()
    return at(forge.draw(seats=(2, 0), follow=False), 4)


@wrong("draw.first", "another player begins than the one the draw gives")
def first() -> Found:
    forge = game(options={"start": "draw"}).lobby()
    fair = game(options={"start": "draw"}).begin().events[-1]
    return at(forge.draw(first=1 - int(getattr(fair, "first"))).play(10), 4)  # noqa: B009 - only draws have it


@wrong("draw.first.start_rolls", "the draw names a first player where start rolls find out")
def no_start_rolls() -> Found:
    forge = game(options={"start": "highest"}).lobby()
    return at(forge.draw(first=0, follow=False), 4)


@wrong("roll.value", "the die shows another number than the links give")
def value() -> Found:
    forge = game("pp", "mensch@1").begin().play(8).until(ROLL)
    n = forge.n
    return at(forge.roll(value=6).play(n + 4), n)


@wrong("roll.contributors", "the house leaves a contributor's link out of a roll")
def skipped() -> Found:
    forge = game().begin().play(8).until(ROLL)
    n = forge.n
    return at(forge.roll(links=forge.links(without=(2,))).play(n + 4), n, "/links/2")


@wrong("roll.contributors.house", "a roll is made without the house's link")
def without_house() -> Found:
    forge = game().begin().play(8).until(ROLL)
    n = forge.n
    return at(forge.roll(links=forge.links(without=(0,))).play(n + 4), n, "/links/0")


@wrong("roll.contributors.away", "a player that is away gives a link")
def away_gives() -> Found:
    forge = game("ccc").begin().play(8).until(ROLL).away(0)
    n = forge.n
    links = forge.links()
    links[1] = forge.chains[1].link(forge.presence.index)
    return at(forge.roll(links=links).play(n + 4), n, "/links/1")


@wrong("roll.contributors.returned", "a player that has come back is kept out of the next roll that becomes due")
def kept_out() -> Found:
    forge = game("ccc").begin().play(8).until(ROLL).away(0).back(0)
    forge.roll().until(ROLL)
    while not forge.presence.contributors[0]:
        forge.step()
    n = forge.n
    assert forge.due == ROLL
    return at(forge.roll(links=forge.links(without=(1,))).play(n + 4), n, "/links/1")


@wrong("roll.contributors.too_soon", "a player that has come back gives a link to the roll that was due already")
def too_soon() -> Found:
    forge = game("ccc").begin().play(8).until(ROLL).away(0).back(0)
    n = forge.n
    links = forge.links()
    links[1] = forge.chains[1].link(forge.presence.index)
    return at(forge.roll(links=links).play(n + 4), n, "/links/1")


@wrong("roll.contributors.returns", "a player contributes after more returns than the opening allows")
def too_often() -> Found:
    forge = game("ccc", returns=1).begin().play(8)
    for _ in range(2):
        forge.until(ROLL, turn=0).away(0).back(0).until(ROLL, turn=1)
    n = forge.n
    assert not forge.presence.contributors[0]
    links = forge.links()
    links[1] = forge.chains[1].link(forge.presence.index)
    return at(forge.roll(links=links).play(n + 4), n, "/links/1")


@wrong("chain.link.gap", "the house's chain was made without the link whose index it knew would be spent")
def gap() -> Found:
    forge = game("ccc").open()
    spent = 5
    forge.chains[0] = _Gapped(forge.gid, 0, 64, forge.secret("tip 0"), spent)
    forge.commit().join(0).join(1).join(2).draw()
    while not (forge.due == ROLL and forge.presence.index == spent):
        forge.step()
    forge.away(0)
    n = forge.n
    return at(forge.roll().play(n + 4), n, "/links/0")


class _Gapped(Chain):
    """A chain in which the link after a gap hashes straight down to the link before it."""

    __slots__ = ("gap",)

    def __init__(self, gid: bytes, party: int, length: int, tip: bytes, gap: int) -> None:
        super().__init__(gid, party, length, tip)
        self.gap = gap
        self.anchor = previous(link_prefix(gid, party), 1, self.link(1))

    def link(self, k: int) -> bytes:
        below = super().link(max(k, self.gap + 1))
        for index in range(self.gap + 1, k, -1):
            if index != self.gap:
                below = previous(link_prefix(self.gid, self.party), index, below)
        return below
