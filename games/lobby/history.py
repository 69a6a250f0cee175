"""The games somebody has played to the end: found by filters, and summed up in figures."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import starmap
from typing import Any

from django import forms
from django.core.paginator import Page, Paginator
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.lobby.lists import LobbyTable, as_listed
from games.models import Seat, Table
from games.page import fan_cards
from games.plain_text import plain
from games.rules.cards import FanCard
from games.rules.options import Ending, Variant

GAMES_PER_PAGE = 24

VARIANTS: dict[str, dict[str, Any]] = {
    "base": {
        "options__variant": Variant.BASE.value,
        "options__known_cards": False,
        "options__draft": False,
        "options__cabriole": False,
        "options__ending": Ending.LIMIT.value,
        **{f"options__{fan.value}__isnull": True for fan in FanCard},
    },
    "special": {"options__variant": Variant.SPECIAL.value},
    "ox": {"options__variant": Variant.OX.value},
    "known_cards": {"options__known_cards": True},
    "draft": {"options__draft": True},
    "cabriole": {"options__cabriole": True},
    **{fan.value: {f"options__{fan.value}": True} for fan in FanCard},
    "elimination": {"options__ending": Ending.ELIMINATION.value},
}
VARIANT_NAMES: dict[str, Promise] = {
    "base": _("Base game"),
    "special": _("Special cards"),
    "ox": _("All against the ox"),
    "known_cards": _("Known cards only"),
    "draft": _("Draft"),
    "cabriole": _("Cabriole"),
    **{fan.value: name for fan, name in fan_cards.NAMES.items()},
    "elimination": _("Elimination"),
}
PERIODS = {"week": timedelta(days=7), "month": timedelta(days=31), "year": timedelta(days=366)}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which of one's games are looked for; empty texts and None stand for all.

    text: in the name of the table or of another player. variant: a key of VARIANTS. player: the id
    of somebody else at the table. result: "won" or "lost". against: "people" or "bots", the latter
    of games without another person. period: a key of PERIODS.
    """

    text: str = ""
    variant: str = ""
    player: int | None = None
    result: str = ""
    against: str = ""
    period: str = ""


@dataclass(frozen=True, slots=True)
class Figures:
    """Games summed up. heads_per_round: None without a round. places: how often each, best first.

    The places are those of games of any size.
    """

    games: int
    wins: int
    heads_per_round: float | None
    places: tuple[int, ...]

    @property
    def bars(self) -> list[tuple[int, int, int, int]]:
        """Each place as a bar of a drawing 36 high: the place, how often, left edge, height."""
        most = max(self.places, default=0)
        return [
            (place, count, 14 * (place - 1), round(36 * count / most))
            for place, count in enumerate(self.places, start=1)
        ]


def games_of(player: Player, wanted: Wanted, now: datetime) -> QuerySet[Table]:
    """The finished games of a member that fit, the last first."""
    own = Q(player=player)
    if wanted.result:
        own &= Q(rank=1) if wanted.result == "won" else Q(rank__gt=1)
    others = Seat.objects.filter(table=OuterRef("pk")).exclude(player=player)
    # Asked whether it has such a seat, or for its status by an index, each finished table of the
    # club would be looked at.
    found = (
        Table.objects.filter(pk__in=Seat.objects.filter(own).values("table"))
        .exclude(status__in=set(Table.Status) - {Table.Status.FINISHED})
        .filter(**VARIANTS.get(wanted.variant, {}))
    )
    if wanted.player is not None:
        found = found.filter(Exists(others.filter(player=wanted.player)))
    if wanted.against:
        people = Exists(others.filter(player__isnull=False))
        found = found.filter(people if wanted.against == "people" else ~people)
    if wanted.period:
        found = found.filter(ended_at__gte=now - PERIODS[wanted.period])
    if wanted.text:
        seats = Seat.objects.filter(table__in=Table.objects.with_player(player))
        names = _containing(wanted.text, seats.order_by().values_list("name", flat=True))
        titles = _containing(wanted.text, found.order_by().values_list("name", flat=True))
        found = found.filter(Q(name__in=titles) | Exists(others.filter(name__in=names)))
    return found.order_by("-ended_at", "-pk")


def variants_in(options: Mapping[str, Any]) -> list[str]:
    """The keys of VARIANTS that a table's options fit."""

    def fits(lookup: str, value: object) -> bool:
        _options, name, *is_missing = lookup.split("__")
        return name not in options if is_missing else options.get(name) == value

    return [name for name, wanted in VARIANTS.items() if all(starmap(fits, wanted.items()))]


def _containing(text: str, names: QuerySet[Any, str]) -> list[str]:
    """Those of the names that hold the text, whatever its capitals and accents.

    SQLite takes "É" and "é" for two letters.
    """
    sought = plain(text)
    return [name for name in names.distinct() if sought in plain(name)]


def page_of(
    games: QuerySet[Table], player: Player, number: str
) -> tuple[list[LobbyTable], Page[Table]]:
    """A page of games as a list shows them, and where it stands; three statements."""
    rows = games.defer("state", "record").prefetch_related("seats")
    page = Paginator(rows, GAMES_PER_PAGE).get_page(number)
    return [as_listed(table, player) for table in page], page


def fellow_players(player: Player) -> QuerySet[Player]:
    """The people with whom a member has finished a game, by name."""
    own = Table.objects.with_player(player).filter(status=Table.Status.FINISHED)
    return (
        Player.objects.filter(seats__table__in=own, erased_at=None)
        .exclude(pk=player.pk)
        .distinct()
        .order_by("name")
    )


def figures_of(games: QuerySet[Table], player: Player) -> Figures:
    """The figures of all these games; one statement."""
    seats = Seat.objects.filter(player=player, table__in=games.order_by()).order_by()
    is_told = Q(rounds__isnull=False)
    by_place = seats.values("rank").annotate(
        count=Count("pk"), heads_told=Sum("heads", filter=is_told), rounds_told=Sum("rounds")
    )
    rows = list(by_place.values_list("rank", "count", "heads_told", "rounds_told"))
    places = {rank: count for rank, count, _heads, _rounds in rows if rank}
    heads = sum(told or 0 for _rank, _count, told, _rounds in rows)
    rounds = sum(told or 0 for _rank, _count, _heads, told in rows)
    return Figures(
        games=sum(count for _rank, count, _heads, _rounds in rows),
        wins=places.get(1, 0),
        heads_per_round=heads / rounds if rounds else None,
        places=tuple(places.get(place, 0) for place in range(1, max(places, default=0) + 1)),
    )


class HistoryForm(forms.Form):
    """What to look for; what is not understood counts as not chosen."""

    q = forms.CharField(
        label=_("Table or player"),
        max_length=60,
        required=False,
        widget=forms.TextInput(attrs={"type": "search"}),
    )
    variant = forms.ChoiceField(
        label=_("Rules"),
        required=False,
        choices=(("", _("All rules")), *VARIANT_NAMES.items()),
    )
    player = forms.ModelChoiceField(
        label=_("With"), required=False, queryset=Player.objects.none(), empty_label=_("Anybody")
    )
    result = forms.ChoiceField(
        label=_("Result"),
        required=False,
        choices=(("", _("Won or lost")), ("won", _("Won")), ("lost", _("Lost"))),
    )
    against = forms.ChoiceField(
        label=_("Against"),
        required=False,
        choices=(("", _("People or bots")), ("people", _("People")), ("bots", _("Bots only"))),
    )
    period = forms.ChoiceField(
        label=_("Period"),
        required=False,
        choices=(
            ("", _("All time")),
            ("week", _("Last 7 days")),
            ("month", _("Last month")),
            ("year", _("Last year")),
        ),
    )

    def __init__(self, player: Player, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": ""} | kwargs)
        self.fields["player"].queryset = fellow_players(player)  # type: ignore[attr-defined]

    def wanted(self) -> Wanted:
        """What is looked for."""
        self.is_valid()
        data = self.cleaned_data
        other = data.get("player")
        return Wanted(
            text=" ".join(str(data.get("q", "")).split()),
            variant=data.get("variant", ""),
            player=other.pk if other else None,
            result=data.get("result", ""),
            against=data.get("against", ""),
            period=data.get("period", ""),
        )
