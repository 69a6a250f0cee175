"""What the load client knows of the site's frames; the only file that changes with them.

A frame is HTML, compressed with zlib where it is binary: first an element with `data-version`,
and with `data-gone` where parts are to be removed, then the regions and parts of the page that
changed. A frame with the story region tells the last turn. What a player has and may do comes in
the same frame or in a later one of the same version.
"""

import re
import zlib
from dataclasses import dataclass
from functools import lru_cache
from itertools import count

from bench.live.table_socket import TableSocket

VERSION = re.compile(rb'data-version="(\d+)"')
GONE = re.compile(rb'data-gone="([^"]*)"')
TURN = re.compile(rb'data-key="([\d.]*)"')
CARD = re.compile(rb'<button[^>]*form="do-choose"\s+name="card"\s+value="(\d+)"')
GONE_CARD = re.compile(rb"\bcard-(\d+)")
CLOSED = re.compile(rb'<fieldset class="hand__cards"[^>]* disabled>')
PARTS = b"<!--parts-->"
TAKE = re.compile(rb'form="do-take"\s+name="row"\s+value="\d+"')
REFUSED = re.compile(rb'id="answer"[^>]*data-result="refused"')


@dataclass(frozen=True, slots=True)
class Facts:
    """What one frame tells; None where it does not tell it.

    hand_is_whole: the cards in it are all there are. cards, gone: that the hand has now, and has no
    more. is_closed: whether none may be chosen. is_private: it tells what one has and may do.
    """

    version: int | None = None
    turn: str | None = None
    cards: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()
    hand_is_whole: bool = False
    is_closed: bool | None = None
    asks_for_row: bool | None = None
    is_private: bool = False
    is_refusal: bool = False


# All onlookers of a table get the same bytes: they are read once.
@lru_cache(maxsize=256)
def read_frame(payload: bytes, is_binary: bool = False) -> Facts:
    """What a frame of the site tells."""
    html = zlib.decompress(payload, -zlib.MAX_WBITS) if is_binary else payload
    version, turn, gone = VERSION.search(html), TURN.search(html), GONE.search(html)
    cards = frozenset(map(int, CARD.findall(html)))
    gone_cards = frozenset(map(int, GONE_CARD.findall(gone[1]))) if gone else frozenset()
    has_prompt, has_hand = b'id="prompt"' in html, b'id="hand"' in html
    return Facts(
        version=int(version[1]) if version else None,
        turn=turn[1].decode() if turn else None,
        cards=cards,
        gone=gone_cards,
        hand_is_whole=has_hand and PARTS not in html,
        is_closed=bool(CLOSED.search(html)) if has_hand else None,
        asks_for_row=bool(TAKE.search(html)) if has_prompt else None,
        is_private=bool(has_prompt or has_hand or cards or gone_cards),
        is_refusal=bool(REFUSED.search(html)),
    )


class SiteSocket(TableSocket):
    """A socket of a table's page."""

    def __init__(self, seat: int | None, seed: str) -> None:
        super().__init__(seat, seed)
        self._commands = count(1)
        self._hand: frozenset[int] = frozenset()
        self._is_closed = False

    @staticmethod
    def path(code: str) -> str:
        """Where a page opens its socket: one that can unpack compressed frames."""
        return f"/ws/tables/{code}/?language=en&deflate=raw"

    def read(self, payload: bytes, is_binary: bool, now: float) -> None:
        facts = read_frame(payload, is_binary)
        if facts.version is not None:
            self.version = max(self.version, facts.version)
        if facts.is_refusal:
            self.refusals += 1
        if facts.turn is not None:
            self.reveal(facts.turn, now)
        if facts.is_private:
            kept = frozenset() if facts.hand_is_whole else self._hand
            self._hand = (kept | facts.cards) - facts.gone
            if facts.is_closed is not None:
                self._is_closed = facts.is_closed
            self.playable = frozenset() if self._is_closed else self._hand
            self.inform(now)
        if facts.asks_for_row is not None:
            self.asked_for_row = facts.asks_for_row

    def command(self, kind: str, number: int) -> str:
        name = "card" if kind == "choose" else "row"
        return (
            f'{{"kind": "{kind}", "{name}": "{number}", "version": "{self.version}", '
            f'"id": "bench.{next(self._commands)}"}}'
        )
