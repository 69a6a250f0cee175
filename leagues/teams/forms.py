"""Forms of teams: a name, members."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from leagues.models import Season, Team, TeamMember
from leagues.people.find import place_in_list
from leagues.people.forms import ChoosingForm, NameField, Offer, PlayerField
from leagues.people.told_apart import guest_notes, with_note


class TeamNameForm(forms.Form):
    """What a team is called."""

    name = NameField(label=_("Name of the team"), max_length=Team.NAME_LENGTH)


class PlayersField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]
    """Several players. An id longer than the database takes is refused as a wrong choice."""

    def clean(self, value: Any) -> Any:
        """The players; a ValidationError for others."""
        try:
            return super().clean(value)
        except OverflowError:
            params = {"value": max(value, key=len)}
            text = self.error_messages["invalid_choice"]
            raise forms.ValidationError(text, "invalid_choice", params) from None


class NewTeamForm(TeamNameForm):
    """A team, and who plays in it at first."""

    players = PlayersField(
        label=_("Members"),
        queryset=Player.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Only players of the season who are in no team. Others can be added later."),
    )

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["players"]
        assert isinstance(field, forms.ModelMultipleChoiceField)  # noqa: S101 - declared so
        field.queryset = _players_of(season).order_by("name", "pk")
        free = sorted(free_players(season), key=place_in_list)
        notes = guest_notes(season.league, {player.pk: player.name for player in free})
        field.choices = [(each.pk, with_note(each.name, notes.get(each.pk))) for each in free]
        if not free:
            field.widget = forms.MultipleHiddenInput()

    def clean_players(self) -> Collection[Player]:
        """As many as a team may have."""
        players: Collection[Player] = self.cleaned_data["players"]
        if len(players) > Team.MOST:
            raise forms.ValidationError(_("A team has ten members at most."))
        return players


class JoinForm(ChoosingForm):
    """Somebody for a team, who may be in another one by now: the service refuses that."""

    player = PlayerField(label=_("Player"), queryset=Player.objects.none())

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        is_sent = bool(args and args[0] is not None)
        players = _players_of(season) if is_sent else free_players(season)
        self.choose_from("player", players, Offer(season.league, players))


def free_players(season: Season) -> Any:
    """Players of a season who are in no team."""
    taken = TeamMember.objects.filter(season=season, until=None).values("player")
    return _players_of(season).exclude(pk__in=taken)


def _players_of(season: Season) -> Any:
    return Player.objects.filter(pk__in=season.entrants.values("player"), erased_at=None)
