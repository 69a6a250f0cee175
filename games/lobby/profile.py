"""The profile of a person: their finished games against others, summed up for one reader."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from accounts.models import Deck, Player, ProfileFor
from games.lobby.history import VARIANT_NAMES, Figures, variants_in
from games.models import Seat, Table
from games.rules.options import Variant

# Of these, the newest, the profile is made.
MOST_GAMES = 5000
FORM_GAMES = 20
FORM_HEIGHT = 36
SHOWN = 5


class Played(NamedTuple):
    """A finished game of the person. seats: how many sat there. rounds: None where unknown."""

    code: str
    ended_at: datetime
    options: dict[str, Any]
    deck: str
    seats: int
    heads: int
    rank: int
    rounds: int | None


class FormBar(NamedTuple):
    """One of the last games in a drawing FORM_HEIGHT high: left edge, height, place, and players.

    height: the share of the others who were not better; at least 1, so that each bar is seen.
    """

    x: int
    height: int
    rank: int
    seats: int


class Met(NamedTuple):
    """How often two people met, and how often the person was ahead of the other, or behind."""

    player: Player
    games: int
    ahead: int
    behind: int


@dataclass(frozen=True, slots=True)
class Profile:
    """All that the page shows. form: the oldest first.

    variants, decks: (name, games), the most frequent first. is_cut: older games are left out.
    """

    figures: Figures
    form: list[FormBar]
    variants: list[tuple[str, int]]
    decks: list[tuple[str, int]]
    met: list[Met]
    is_cut: bool


def is_open_to(audience: str, reader: Player | None) -> bool:
    """Whether somebody else (None: a stranger) sees a profile; audience: its ProfileFor."""
    return audience == ProfileFor.ALL or (audience == ProfileFor.MEMBERS and reader is not None)


def profile_of(player: Player, tables: QuerySet[Table], now: datetime) -> Profile:
    """The profile made of those tables that its reader may find; three statements.

    Games against bots alone and against the ox are left out: nobody was before or behind. So is a
    deal that others may still play.
    """
    seats = _seats(player, tables, now)
    games = _played(seats)
    variants = Counter(name for game in games for name in variants_in(game.options))
    decks = Counter(game.deck for game in games)
    return Profile(
        figures=figures_of(games),
        form=form_of(games),
        variants=[(str(VARIANT_NAMES[name]), n) for name, n in variants.most_common(SHOWN)],
        decks=[(str(Deck(name).label), n) for name, n in decks.most_common(SHOWN)],
        met=_met(seats),
        is_cut=len(games) == MOST_GAMES,
    )


def _seats(player: Player, tables: QuerySet[Table], now: datetime) -> QuerySet[Seat]:
    others = Seat.objects.filter(table=OuterRef("table"), player__isnull=False)
    finished = tables.filter(
        Q(sealed_until=None) | Q(sealed_until__lte=now), status=Table.Status.FINISHED
    )
    return Seat.objects.filter(
        Exists(others.exclude(player=player)),
        player=player,
        rank__isnull=False,
        table__in=finished.exclude(options__variant=Variant.OX.value).order_by(),
    ).order_by()


def _played(seats: QuerySet[Seat]) -> list[Played]:
    """The newest first."""
    rows = seats.annotate(size=Count("table__seats")).order_by("-table__ended_at", "-table")
    told: QuerySet[Any, tuple[Any, ...]] = rows.values_list(
        "table__code",
        "table__ended_at",
        "table__options",
        "table__deck",
        "size",
        "heads",
        "rank",
        "rounds",
    )
    return [Played(*row) for row in told[:MOST_GAMES]]


def figures_of(games: Sequence[Played]) -> Figures:
    """Games summed up."""
    places = Counter(game.rank for game in games)
    known = [(game.heads, game.rounds) for game in games if game.rounds]
    rounds = sum(rounds for _heads, rounds in known)
    return Figures(
        games=len(games),
        wins=places[1],
        heads_per_round=sum(heads for heads, _rounds in known) / rounds if rounds else None,
        places=tuple(places[place] for place in range(1, max(places, default=0) + 1)),
    )


def form_of(games: Sequence[Played]) -> list[FormBar]:
    """The newest of the games, which come newest first, as bars from the oldest on."""
    newest = games[:FORM_GAMES][::-1]
    return [
        FormBar(
            13 * number,
            max(1, round(FORM_HEIGHT * (game.seats - game.rank) / (game.seats - 1))),
            game.rank,
            game.seats,
        )
        for number, game in enumerate(newest)
    ]


def _met(seats: QuerySet[Seat]) -> list[Met]:
    """Those met most often; whoever has left or has no account of the club is not named."""
    other, their_rank = "table__seats__player", "table__seats__rank"
    rows = seats.values(other).annotate(
        games=Count("pk"),
        ahead=Count("pk", filter=Q(**{f"{their_rank}__gt": F("rank")})),
        behind=Count("pk", filter=Q(**{f"{their_rank}__lt": F("rank")})),
    )
    met = {row.pop(other): row for row in rows.order_by("-games", other)}
    named = Player.objects.filter(pk__in=seats.values(other), erased_at=None)
    known = named.exclude(pk__in=seats.values("player")).in_bulk()
    ordered = [pk for pk in met if pk in known][:SHOWN]
    return [Met(known[pk], **met[pk]) for pk in ordered]
