"""How members sign up for a season: what the page of its players shows, and the choices."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from leagues.models import Season, SignUp
from leagues.people.players import has_come

State = SignUp.State
MOST_PLACES = 1000


@dataclass(frozen=True, slots=True)
class SignUpPanel:
    """What the reader may do and read about signing up.

    is_taken: whether anybody may sign up now. state: that of the reader, a `SignUp.State`, "plays",
    or "" for nothing. number: theirs on the waiting list. has_come: they lose a place in the
    standings if they leave. left: how many places are free, None where there is room for everybody.
    asked, waiting, refused: who is what, the first in line first.
    """

    is_taken: bool
    state: str
    number: int | None
    has_come: bool
    left: int | None
    asked: list[SignUp]
    waiting: list[SignUp]
    refused: list[SignUp]


def sign_up_panel(
    season: Season, me: Player | None, playing: Collection[int]
) -> SignUpPanel | None:
    """None where nobody signs up, or has. playing: ids of those who play in the season."""
    if not season.is_unfinished:
        return None
    rows = season.sign_ups.exclude(player__in=playing).select_related("player")
    found = list(rows.order_by("at", "pk"))
    if season.sign_up == Season.SignUps.NONE and not found:
        return None
    own = next((row for row in found if me and row.player_id == me.pk), None)
    plays = me is not None and me.pk in playing
    waiting = [row for row in found if row.state == State.WAITING]
    places = season.sign_up_places
    return SignUpPanel(
        is_taken=season.takes_sign_ups(),
        state="plays" if plays else (own.state if own else ""),
        number=waiting.index(own) + 1 if own in waiting else None,
        has_come=plays and me is not None and has_come(season, me),
        left=None if places is None else max(0, places - len(playing)),
        asked=[row for row in found if row.state == State.ASKED],
        waiting=waiting,
        refused=[row for row in found if row.state == State.REFUSED],
    )


class SignUpForm(forms.ModelForm):  # type: ignore[type-arg]
    """Whether members sign up by themselves, for how many places, until when, and who decides."""

    sign_up_places = forms.IntegerField(
        label=_("Number of players"),
        min_value=1,
        max_value=MOST_PLACES,
        required=False,
        help_text=_(
            "Leave it empty if there is room for everybody. Otherwise whoever signs up once all "
            "places are taken is put on a waiting list. Players you add yourself take a place too."
        ),
    )

    class Meta:
        model = Season
        fields = Season.SIGN_UP
        widgets: ClassVar[Any] = {
            "sign_up": forms.RadioSelect,
            "sign_up_until": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        }

    def _post_clean(self) -> None:
        """The rules of the season are not this form's to check."""
