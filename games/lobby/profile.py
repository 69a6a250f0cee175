"""The profile of a person: their finished games against others, summed up for one reader."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy

from accounts.models import Deck, Player, ProfileFor
from games.club_day import day_of
from games.lobby.history import VARIANT_NAMES, Figures, variants_in
from games.models import Seat, Table
from games.rules.options import Variant

# Of these, the newest, the profile is made.
MOST_GAMES = 5000
# Of those met most, among whom those who may be named are looked for.
MOST_NAMED = 100
FORM_GAMES = 20
FORM_HEIGHT = 36
SHOWN = 5
MANY = 5
WINS_IN_A_ROW = 3
SIXTHS_ON_A_DAY = 10
ACHIEVEMENTS = {
    "clean": gettext_lazy("A round without a head"),
    "given_55": gettext_lazy("Laid the 55, and somebody else took it"),
    "came_back": gettext_lazy("Won after being last at half-time"),
    "many": gettext_lazy("Won against at least five others"),
    "in_a_row": gettext_lazy("Three wins in a row"),
    "sixths": gettext_lazy("Ten sixth cards on one day"),
}


class Played(NamedTuple):
    """A finished game of the person. seats: how many sat there. rounds: None where unknown.

    highlights: the JSON of its Highlights (games/play/highlights.py); None until they are noted.
    """

    code: str
    ended_at: datetime
    options: dict[str, Any]
    deck: str
    seats: int
    heads: int
    rank: int
    rounds: int | None
    highlights: dict[str, Any] | None = None

    @property
    def url(self) -> str:
        """Of the table."""
        return reverse("games:table", args=[self.code])

    def replay_at(self, round_number: int, turn: int = 1) -> str:
        """The address of a turn in the replay."""
        return f"{reverse('games:replay', args=[self.code])}?turn={round_number}.{turn}"


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


class Round(NamedTuple):
    """A round that stands out, and the address of its beginning in the replay."""

    heads: int
    ended_at: datetime
    url: str


class Achievement(NamedTuple):
    """Something reached, with the game in which it was reached first."""

    name: str
    ended_at: datetime
    url: str


@dataclass(frozen=True, slots=True)
class Profile:
    """All that the page shows. form: the oldest first.

    variants, decks: (name, games), the most frequent first. best, worst: the rounds with the fewest
    and the most heads, of equal ones the newest; None where none is known. to_read: games whose
    rounds and achievements are not known yet. is_cut: older games are left out.
    """

    figures: Figures
    form: list[FormBar]
    variants: list[tuple[str, int]]
    decks: list[tuple[str, int]]
    met: list[Met]
    best: Round | None
    worst: Round | None
    achievements: list[Achievement]
    to_read: int
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
        figures=summed_up(games),
        form=form_of(games),
        variants=[(str(VARIANT_NAMES[name]), n) for name, n in variants.most_common(SHOWN)],
        decks=[(str(Deck(name).label), n) for name, n in decks.most_common(SHOWN)],
        met=_met(player, seats),
        best=_round(games, "best", min),
        worst=_round(games, "worst", max),
        achievements=achievements_of(games),
        to_read=sum(game.highlights is None for game in games),
        is_cut=len(games) == MOST_GAMES,
    )


def _seats(player: Player, tables: QuerySet[Table], now: datetime) -> QuerySet[Seat]:
    others = Seat.objects.filter(table=OuterRef("table"), player__isnull=False)
    finished = tables.filter(
        Q(sealed_until=None) | Q(sealed_until__lte=now),
        pk=OuterRef("table"),
        status=Table.Status.FINISHED,
    )
    return Seat.objects.filter(
        Exists(finished.exclude(options__variant=Variant.OX.value).order_by()),
        Exists(others.exclude(player=player)),
        player=player,
        rank__isnull=False,
    ).order_by()


def _played(seats: QuerySet[Seat]) -> list[Played]:
    """The newest first."""
    rows = seats.annotate(size=Count("table__seats")).order_by("-table__ended_at", "-table_id")
    told: QuerySet[Any, tuple[Any, ...]] = rows.values_list(
        "table__code",
        "table__ended_at",
        "table__options",
        "table__deck",
        "size",
        "heads",
        "rank",
        "rounds",
        "highlights",
    )
    return [Played(*row) for row in told[:MOST_GAMES]]


def summed_up(games: Sequence[Played]) -> Figures:
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


def _round(games: Sequence[Played], key: str, choose: Callable[..., Any]) -> Round | None:
    told = [(*game.highlights[key], game) for game in games if game.highlights]
    if not told:
        return None
    heads, number, game = choose(told, key=itemgetter(0))
    return Round(heads, game.ended_at, game.replay_at(number))


def achievements_of(games: Sequence[Played]) -> list[Achievement]:
    """What was reached in games that come the newest first; the earliest reached comes first."""
    found: dict[str, Achievement] = {}
    wins = 0
    sixths: Counter[date] = Counter()
    for game in reversed(games):
        told, day, is_win = game.highlights or {}, day_of(game.ended_at), game.rank == 1
        wins = wins + 1 if is_win else 0
        sixths[day] += told.get("sixths", 0)
        best_heads, best_round = told.get("best", (1, 1))
        # Where in the game, or whether in this game at all.
        reached: dict[str, Sequence[int] | bool | None] = {
            "clean": best_heads == 0 and (best_round,),
            "given_55": told.get("given_55"),
            "came_back": told.get("came_back"),
            "many": is_win and game.seats > MANY,
            "in_a_row": wins == WINS_IN_A_ROW,
            "sixths": sixths[day] >= SIXTHS_ON_A_DAY,
        }
        for name, at in reached.items():
            if at and name not in found:
                url = game.url if at is True else game.replay_at(*at)
                found[name] = Achievement(str(ACHIEVEMENTS[name]), game.ended_at, url)
    return list(found.values())


def _met(player: Player, seats: QuerySet[Seat]) -> list[Met]:
    """Those met most often; whoever has left or has no account of the club is not named."""
    other, their_rank = "table__seats__player", "table__seats__rank"
    rows = seats.values(other).annotate(
        games=Count("pk"),
        ahead=Count("pk", filter=Q(**{f"{their_rank}__gt": F("rank")})),
        behind=Count("pk", filter=Q(**{f"{their_rank}__lt": F("rank")})),
    )
    met: dict[Any, Any] = {row.pop(other): row for row in rows.order_by("-games", other)}
    met.pop(player.pk, None)
    people = Player.objects.filter(erased_at=None).in_bulk(list(met)[:MOST_NAMED])
    return [Met(people[pk], **met[pk]) for pk in met if pk in people][:SHOWN]
