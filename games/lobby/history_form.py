"""The filters of "My games": a form that is sent by GET, so that a list can be bookmarked."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games import fan_cards
from games.lobby.history import Wanted, fellow_players


class HistoryForm(forms.Form):
    """What to look for; what is not understood counts as not chosen."""

    q = forms.CharField(
        label=_("Search"),
        max_length=60,
        required=False,
        widget=forms.TextInput(attrs={"type": "search", "placeholder": _("Table or player")}),
    )
    variant = forms.ChoiceField(
        label=_("Rules"),
        required=False,
        choices=(
            ("", _("All rules")),
            ("base", _("Base game")),
            ("special", _("Special cards")),
            ("ox", _("All against the ox")),
            ("known_cards", _("Known cards only")),
            ("draft", _("Draft")),
            ("cabriole", _("Cabriole")),
            *fan_cards.NAMES.items(),
            ("elimination", _("Elimination")),
        ),
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
