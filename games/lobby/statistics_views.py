"""The page of statistics, and its files."""

from typing import Any, NamedTuple
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.access import current_player
from games.lobby.statistics import Statistics, statistics_of
from games.play.game_figures import Sums
from games.rules.options import FEWEST_PLAYERS, MOST_PLAYERS

SIZES = [
    ("", _("Any number")),
    *[(str(number), str(number)) for number in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)],
]
PLACE_FIELDS = ("second", "third", "fourth", "fifth", "sixth", "low")
CARD_FIELDS = ("card", "played", "heads", "sixth", "low", "safe")


class Wanted(NamedTuple):
    """players: None for any number. with_bots: whether games with bots count, too."""

    players: int | None
    with_bots: bool


class StatisticsForm(forms.Form):
    """Which games are summed up; what is not understood counts as not chosen."""

    players = forms.TypedChoiceField(
        label=_("Players"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=SIZES,
    )
    bots = forms.ChoiceField(
        label=_("Games"),
        required=False,
        choices=(("", _("People only")), ("1", _("With bots too"))),
    )

    def wanted(self) -> Wanted:
        """The number of players, None for all, and whether games with bots count."""
        self.is_valid()
        data = self.cleaned_data
        return Wanted(data.get("players"), data.get("bots") == "1")


@require_safe
@never_cache
def statistics(request: HttpRequest) -> HttpResponse:
    """Figures, drawings and records of the games that were chosen."""
    form = StatisticsForm(request.GET)
    players, with_bots = form.wanted()
    context = {
        "form": StatisticsForm({"players": players or "", "bots": "1" if with_bots else ""}),
        "players": players,
        "with_bots": with_bots,
        "shown": statistics_of(current_player(request), players, with_bots=with_bots),
        "query": urlencode({"players": players or "", "bots": "1" if with_bots else ""}),
    }
    return render(request, "games/statistics.html", context)


@require_safe
@never_cache
def statistics_file(request: HttpRequest, kind: str) -> HttpResponse:
    """The same figures as a file: "json", or "csv" with a line for each card."""
    players, with_bots = StatisticsForm(request.GET).wanted()
    shown = statistics_of(current_player(request), players, with_bots=with_bots)
    response: HttpResponse
    if kind == "json":
        response = JsonResponse(_data(shown, players, with_bots=with_bots))
    else:
        response = HttpResponse(_csv(shown.sums), content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="statistics.{kind}"'
    return response


def _csv(sums: Sums) -> str:
    """A line for each card; all are numbers."""
    lines = [CARD_FIELDS, *(list(map(str, row)) for row in _card_rows(sums))]
    return "".join(f"{','.join(line)}\r\n" for line in lines)


def _card_rows(sums: Sums) -> list[tuple[int, ...]]:
    return [
        (number, card.played, card.heads, card.sixth, card.low, card.safe)
        for number, card in enumerate(sums.cards, start=1)
    ]


def _data(shown: Statistics, players: int | None, *, with_bots: bool) -> dict[str, Any]:
    sums = shown.sums
    return {
        "players": players,
        "with_bots": with_bots,
        "games": sums.games,
        "rounds": sums.rounds,
        "sizes": [
            {
                "players": size.players,
                "games": size.sums.games,
                "rounds": size.sums.rounds,
                "heads": size.sums.heads,
            }
            for size in shown.sizes
        ],
        "cards": [dict(zip(CARD_FIELDS, row, strict=True)) for row in _card_rows(sums)],
        "places": dict(zip(PLACE_FIELDS, (count for _n, count, _s in shown.places), strict=True)),
        "games_by_rounds": {str(rounds): count for rounds, count in shown.lengths},
        "records": [
            {
                "record": each.name,
                "value": each.value,
                "players": each.players,
                "ended_at": each.ended_at,
                "player": each.player.name if each.player else None,
                "url": each.url,
            }
            for each in shown.extremes
        ],
    }
