"""From JSON to a Record: keys, types, ranges and sizes. Whether it is true, replay.py says."""

from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from games.rules.actions import ExchangeSpecial, PlaySpecial, Propose, TakeRow
from games.rules.cards import LAST_CARD, OxKind, SpecialKind
from games.rules.council import PLAYED_WITH
from games.rules.deal import check_client_seed
from games.rules.errors import InvalidRecord, RulesError
from games.rules.held_cards import OxCards, Specials
from games.rules.json_fields import (
    read_array,
    read_hash,
    read_list,
    read_number,
    read_object,
    read_text,
)
from games.rules.options import FIRST_ROWS, Options, Variant
from games.rules.record import (
    FORMAT,
    Fairness,
    Record,
    RecordCode,
    RecordedDecision,
    RecordedRound,
    RecordedTurn,
    located,
    version_of,
)
from games.rules.state import Cards

Kind = TypeVar("Kind", SpecialKind, OxKind)

MOST_HEADS = 171
MOST_TOTAL = 10**6
LAST_ROW = 4

_SPECIAL_FIELDS: dict[SpecialKind, tuple[set[str], set[str]]] = {
    SpecialKind.FIFTH_ROW: (set(), set()),
    SpecialKind.SEVEN_TAKES: (set(), set()),
    SpecialKind.INSERT: ({"row"}, set()),
    SpecialKind.REPLACE: ({"card"}, set()),
    SpecialKind.SHIFT: ({"card", "row"}, set()),
    SpecialKind.STOP: ({"row"}, set()),
    SpecialKind.MINUS_IS_PLUS: ({"card"}, {"row"}),
}
"""What a special is played with: required and optional fields (RECORD.md, decisions)."""


def parse_record(data: object) -> Record:
    """The record that a parsed JSON value holds; InvalidRecord says what is wrong with it."""
    fields = read_object(
        data,
        "record",
        {"format", "version", "options", "players", "fairness", "rounds"},
        {"totals", "ranks"},
    )
    if fields["format"] != FORMAT:
        raise InvalidRecord(RecordCode.WRONG_FORMAT)
    version = read_number(fields["version"], "version", 0, 2**31)
    players = read_list(fields["players"], "players", read_text)
    options = _read_options(fields["options"], len(players))
    if version != version_of(options):
        raise InvalidRecord(RecordCode.WRONG_VERSION)
    finished = "totals" in fields or "ranks" in fields
    fairness = _read_fairness(fields["fairness"], len(players), finished)
    running = fairness is not None and fairness.server_seed is None
    reader = _RoundReader(options, len(players), finished, running)
    rounds = reader.read_all(fields["rounds"])
    if not finished:
        return Record(options, players, fairness, rounds)
    read_object(data, "record", set(fields) | {"totals", "ranks"})
    total = partial(read_number, least=0, most=MOST_TOTAL)
    # Where the ox has won, all players are second.
    most = len(players) + (options.variant is Variant.OX)
    rank = partial(read_number, least=1, most=most)
    return Record(
        options,
        players,
        fairness,
        rounds,
        read_list(fields["totals"], "totals", total, len(players)),
        read_list(fields["ranks"], "ranks", rank, len(players)),
    )


def _read_options(value: object, player_count: int) -> Options:
    with located():
        options = Options.from_json(value)
        options.check_players(player_count)
    return options


def _read_fairness(value: object, player_count: int, finished: bool) -> Fairness | None:
    if value is None:
        return None
    fields = read_object(value, "fairness", {"server_seed", "commitment", "client_seeds"})
    seed = fields["server_seed"]
    if seed is None and finished:
        raise InvalidRecord(RecordCode.SEED_MISSING)
    return Fairness(
        None if seed is None else bytes.fromhex(read_hash(seed, "server_seed")),
        read_hash(fields["commitment"], "commitment"),
        read_list(fields["client_seeds"], "client_seeds", _read_client_seed, player_count),
    )


def _read_client_seed(value: object, where: str) -> str:
    client_seed = read_text(value, where)
    try:
        check_client_seed(client_seed)
    except RulesError as error:
        raise InvalidRecord(error.code, where=where) from error
    return client_seed


@dataclass(frozen=True, slots=True)
class _RoundReader:
    """Reads rounds; only the last one of an unfinished game may have gaps."""

    options: Options
    player_count: int
    finished: bool
    running: bool

    def read_all(self, value: object) -> tuple[RecordedRound, ...]:
        items = read_array(value, "rounds")
        rounds = []
        for index, item in enumerate(items):
            with located(index):
                gaps = not self.finished and index == len(items) - 1
                rounds.append(self._read_round(item, gaps))
        return tuple(rounds)

    def _read_round(self, value: object, gaps: bool) -> RecordedRound:
        required, optional = self._keys(value, gaps)
        fields = read_object(value, "round", required, optional)
        seat = partial(read_number, least=0, most=self.player_count - 1)
        seats = read_list(fields["seats"], "seats", seat)
        draft = None
        drafting = False
        if self.options.draft:
            draft = read_list(fields["draft"], "draft", _read_card)
            drafting = gaps and len(draft) < self.options.hand_size * len(seats)
        scores = None
        if "scores" in fields:
            heads = partial(read_number, least=0, most=MOST_HEADS)
            scores = read_list(fields["scores"], "scores", heads, len(seats))
        specials, pile = self._read_specials(fields, len(seats))
        ox, ox_cards, ox_score = self._read_ox(fields)
        return RecordedRound(
            seats=seats,
            rows=_read_rows(fields.get("rows"), drafting),
            hands=self._read_hands(fields.get("hands"), len(seats), drafting),
            draft=draft,
            specials=specials,
            special_pile=pile,
            turns=self._read_turns(fields["turns"], len(seats), gaps),
            scores=scores,
            ox=ox,
            ox_cards=ox_cards,
            ox_score=ox_score,
        )

    def _keys(self, value: object, gaps: bool) -> tuple[set[str], set[str]]:
        required = {"seats", "rows", "hands", "turns", "scores"}
        optional: set[str] = set()
        if self.options.draft:
            required |= {"draft"}
        if self.options.variant is Variant.SPECIAL:
            required |= {"specials", "special_pile"}
        if self.options.variant is Variant.OX:
            required |= {"ox", "special_pile", "ox_score"}
        if gaps:
            optional = {"scores", "ox_score"} if "ox_score" in required else {"scores"}
            if self.options.draft and isinstance(value, dict) and value.get("turns") == []:
                optional |= {"rows", "hands"}
        return required - optional, optional

    def _read_hands(self, value: object, size: int, drafting: bool) -> tuple[Cards | None, ...]:
        if value is None and (self.running or drafting):
            return (None,) * size
        read = partial(self._read_hand, size=None if drafting else self.options.hand_size)
        return read_list(value, "hands", read, size)

    def _read_hand(self, value: object, where: str, size: int | None) -> Cards | None:
        if value is None and (self.running or size is None):
            return None
        hand = read_list(value, where, _read_card, size)
        if list(hand) != sorted(hand):
            raise InvalidRecord(RecordCode.HAND_NOT_ASCENDING, where=where)
        return hand

    def _read_specials(
        self, fields: dict[str, object], size: int
    ) -> tuple[tuple[Specials | None, ...], Specials | None]:
        if self.options.variant is not Variant.SPECIAL:
            return (), None
        held: tuple[Specials | None, ...] = (None,) * size
        if not (self.running and fields["specials"] is None):
            held = read_list(fields["specials"], "specials", self._read_kinds, size)
        return held, self._read_kinds(fields["special_pile"], "special_pile")

    def _read_ox(
        self, fields: dict[str, object]
    ) -> tuple[Cards | None, OxCards | None, int | None]:
        if self.options.variant is not Variant.OX:
            return None, None, None
        numbers, cards = fields["ox"], fields["special_pile"]
        hand = kinds = score = None
        if not (self.running and numbers is None):
            hand = read_list(numbers, "ox", _read_card, self.options.hand_size)
        if not (self.running and cards is None):
            kinds = read_list(cards, "special_pile", partial(_read_kind, kinds=OxKind))
        if "ox_score" in fields:
            score = read_number(fields["ox_score"], "ox_score", 0, MOST_HEADS)
        return hand, kinds, score

    def _read_kinds(self, value: object, where: str) -> Specials | None:
        if value is None and self.running:
            return None
        return read_list(value, where, partial(_read_kind, kinds=SpecialKind))

    def _read_turns(self, value: object, size: int, gaps: bool) -> tuple[RecordedTurn, ...]:
        items = read_array(value, "turns")
        if len(items) > self.options.hand_size:
            raise InvalidRecord(RecordCode.TURN_SURPLUS, turn=self.options.hand_size)
        turns = []
        for index, item in enumerate(items):
            try:
                turns.append(self._read_turn(item, size, gaps and index == len(items) - 1))
            except InvalidRecord as error:
                error.turn = index
                raise
        return tuple(turns)

    def _read_turn(self, value: object, size: int, gaps: bool) -> RecordedTurn:
        optional = {"decisions"} if gaps else set()
        required = (
            {"cards", "decisions", "flipped"} if self.options.flip else {"cards", "decisions"}
        )
        fields = read_object(value, "turn", required - optional, optional)
        return RecordedTurn(
            read_list(fields["cards"], "cards", _read_card, size),
            read_list(fields.get("decisions", []), "decisions", self._read_decision),
            self._read_flipped(fields.get("flipped", [])),
        )

    def _read_flipped(self, value: object) -> tuple[int, ...]:
        seat = partial(read_number, least=0, most=self.player_count - 1)
        seats = read_list(value, "flipped", seat)
        if list(seats) != sorted(set(seats)):
            raise InvalidRecord(RecordCode.SEATS_NOT_ASCENDING, where="flipped")
        return seats

    def _read_decision(self, value: object, where: str) -> RecordedDecision:
        if isinstance(value, dict):
            for name, read in (
                ("take", self._read_take),
                ("special", self._read_special),
                ("exchange", self._read_exchange),
            ):
                if name in value:
                    return read(value, where)
        raise InvalidRecord(RecordCode.UNKNOWN_DECISION, where=where)

    def _read_take(self, value: object, where: str) -> RecordedDecision:
        fields = read_object(value, where, {"seat", "take"})
        return RecordedDecision(TakeRow(self._seat(fields, where), _row(fields["take"], where)))

    def _read_special(self, value: dict[str, object], where: str) -> RecordedDecision:
        if self.options.variant is Variant.OX:
            return self._read_proposal(value, where)
        kind = _read_kind(value["special"], where, SpecialKind)
        required, optional = _SPECIAL_FIELDS[kind]
        fields = read_object(value, where, {"seat", "special"} | required, optional)
        card = _read_card(fields["card"], where) if "card" in fields else None
        row = _row(fields["row"], where) if "row" in fields else None
        return RecordedDecision(PlaySpecial(self._seat(fields, where), kind, card, row))

    def _read_proposal(self, value: dict[str, object], where: str) -> RecordedDecision:
        kind = _read_kind(value["special"], where, OxKind)
        fields = read_object(value, where, {"seat", "special"} | PLAYED_WITH[kind])
        card = _read_card(fields["card"], where) if "card" in fields else None
        row = _row(fields["row"], where) if "row" in fields else None
        order = read_list(fields.get("order", []), where, _read_card)
        return RecordedDecision(Propose(self._seat(fields, where), kind, card, row, order))

    def _read_exchange(self, value: object, where: str) -> RecordedDecision:
        fields = read_object(value, where, {"seat", "exchange", "draw"})
        kind = _read_kind(fields["exchange"], where, SpecialKind)
        secret = self.running and fields["draw"] is None
        draw = None if secret else _read_kind(fields["draw"], where, SpecialKind)
        return RecordedDecision(ExchangeSpecial(self._seat(fields, where), kind), draw)

    def _seat(self, fields: dict[str, object], where: str) -> int:
        return read_number(fields["seat"], where, 0, self.player_count - 1)


def _read_card(value: object, where: str) -> int:
    return read_number(value, where, 1, LAST_CARD)


def _row(value: object, where: str) -> int:
    return read_number(value, where, 0, LAST_ROW)


def _read_rows(value: object, drafting: bool) -> Cards:
    if drafting and value is None:
        return ()
    return read_list(value, "rows", _read_card, 0 if drafting else FIRST_ROWS)


def _read_kind(value: object, where: str, kinds: type[Kind]) -> Kind:
    name = read_text(value, where)
    try:
        return kinds(name)
    except ValueError:
        raise InvalidRecord(RecordCode.UNKNOWN_SPECIAL, where=where) from None
