"""What the load client knows of the site's frames; the only file that changes with them.

A frame is HTML, compressed with zlib where it is binary: first an element with `data-version`,
then the regions of the page that changed. A frame with the story region tells the last turn. A
frame with the hand tells all of it; without it, the card played goes when the turn is revealed.
"""

import re
import zlib
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from bench.live.table_socket import TableSocket

VERSION = re.compile(rb'data-version="(\d+)"')
TURN = re.compile(rb'data-key="([\d.]*)"')
CARD = re.compile(rb'form="do-choose"\s+name="card"\s+value="(\d+)"')
TAKE = re.compile(rb'form="do-take"\s+name="row"\s+value="\d+"')
REFUSED = re.compile(rb'id="answer"[^>]*data-result="refused"')


@dataclass(frozen=True, slots=True)
class Facts:
    """What one frame tells; None where it does not tell it."""

    version: int | None
    turn: str | None
    hand: frozenset[int] | None
    asks_for_row: bool | None
    is_refusal: bool


# All onlookers of a table get the same bytes: they are read once.
@lru_cache(maxsize=256)
def read_frame(payload: bytes, is_binary: bool = False) -> Facts:
    """What a frame of the site tells."""
    html = zlib.decompress(payload) if is_binary else payload
    version = VERSION.search(html)
    turn = TURN.search(html)
    hand = frozenset(map(int, CARD.findall(html))) if b'id="hand"' in html else None
    return Facts(
        version=int(version[1]) if version else None,
        turn=turn[1].decode() if turn else None,
        hand=hand,
        asks_for_row=bool(TAKE.search(html)) if b'id="prompt"' in html else None,
        is_refusal=bool(REFUSED.search(html)),
    )


class SiteSocket(TableSocket):
    """A socket of a table's page."""

    def __init__(self, seat: int | None, seed: str) -> None:
        super().__init__(seat, seed)
        self._commands = count(1)

    def read(self, payload: bytes, is_binary: bool, now: float) -> None:
        facts = read_frame(payload, is_binary)
        if facts.version is not None:
            self.version = max(self.version, facts.version)
        if facts.is_refusal:
            self.refusals += 1
        if facts.asks_for_row is not None:
            self.asked_for_row = facts.asks_for_row
        if facts.turn is not None:
            self.reveal(facts.turn, now, facts.hand)
        if facts.hand is not None:
            self.hand = set(facts.hand)

    def command(self, kind: str, number: int) -> str:
        name = "card" if kind == "choose" else "row"
        return (
            f'{{"kind": "{kind}", "{name}": "{number}", "version": "{self.version}", '
            f'"id": "bench.{next(self._commands)}"}}'
        )
