"""A list of names that an organizer pasted: who is meant by each, before anybody joins."""

import re
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.forms import DisplayNameField
from accounts.names import join_names
from games.plain_text import plain
from games.whole_numbers import whole_number
from leagues.models import Season
from leagues.people.find import (
    candidates_of_league,
    names_taken_in,
    people_of,
)
from leagues.standings.counted_games import withdrawn_players

MOST_NAMES = 200
MOST_CHARACTERS = 20_000
# What a line may be answered with, beside the number of a player.
NEW, NOBODY = "new", ""

_GUEST = (NEW, gettext_lazy("a new guest"))
_NO_ONE = (NOBODY, gettext_lazy("nobody"))

_NAME = DisplayNameField()


class PastedName(NamedTuple):
    """A line of the list. choices: values and words of whom it can mean; chosen: the likeliest.

    note: why somebody should look, "" where there is no doubt.
    """

    name: str
    choices: tuple[tuple[str, str | Promise], ...]
    chosen: str
    note: str = ""


class ChosenPeople(NamedTuple):
    """Who joins a season: ids of people who are known, names of new guests."""

    players: tuple[int, ...]
    guests: tuple[str, ...]


class NamesForm(forms.Form):
    """Names, one per line."""

    names = forms.CharField(
        label=gettext_lazy("Names, one per line"),
        max_length=MOST_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy(
            "Pasted from a mail or a spreadsheet; addresses are left out. Members of the club are "
            "found by their names, others become guests."
        ),
    )

    def clean_names(self) -> list[str]:
        """The names alone."""
        found = names_in(self.cleaned_data["names"])
        if not found:
            raise ValidationError(_("There are no names in it."))
        if len(found) > MOST_NAMES:
            raise ValidationError(_("At most %(count)d names at a time.") % {"count": MOST_NAMES})
        return found


def names_in(text: str) -> list[str]:
    """The name in each line: its first cell, without addresses of mails."""
    return [name for name in map(_name_in, text.splitlines()) if name]


def _name_in(line: str) -> str:
    cells = re.split(r"[\t;,]" if "@" in line else r"[\t;]", line)
    names = (" ".join(word for word in cell.split() if "@" not in word) for cell in cells)
    return next(filter(None, (name.strip('" ') for name in names)), "")


def read_names(
    season: Season, names: Iterable[str], here: Collection[int] | None = None
) -> list[PastedName]:
    """Who is meant by each of these names, of whom some join the season.

    here: ids of those who are at a session, if it is that which others come to.
    """
    known = _Known(season, here)
    above: set[str] = set()
    rows = []
    for name in names:
        if plain(name) in above:
            rows.append(_left_out(name, _("The same name is further up.")))
        else:
            rows.append(known.row(name))
        above.add(plain(name))
    return rows


def _left_out(name: str, note: str) -> PastedName:
    return PastedName(name, (_NO_ONE,), NOBODY, note)


class _Known:
    """The people that a league may find, and those who are on the list already."""

    def __init__(self, season: Season, here: Collection[int] | None) -> None:
        self.people = candidates_of_league(season.league)
        if here is None:
            self.listed = set(season.entrants.values_list("player", flat=True))
            self.gone = set(withdrawn_players(season))
            self.listed_note = _("Already plays in the season.")
        else:
            # Who had withdrawn and comes plays again.
            self.listed, self.gone = set(here), set()
            self.listed_note = _("Already here.")
        self.taken = names_taken_in(season)

    def row(self, name: str) -> PastedName:
        """What a name can mean."""
        try:
            _NAME.clean(name)
        except ValidationError as error:
            return _left_out(name, str(error.messages[0]))
        match = self.people.match(name)
        if match.player in self.gone:
            note = _("Has withdrawn: choose “Plays again” in the list of players.")
            return _left_out(name, note)
        if match.player in self.listed:
            return _left_out(name, self.listed_note)
        found = match.similar if match.player is None else (match.player,)
        choices: list[tuple[str, str | Promise]] = [
            self.people.choice(player) for player in found if player not in self.listed
        ]
        if plain(name) not in self.taken:
            choices.append(_GUEST)
        chosen, note = NEW if _GUEST in choices else NOBODY, ""
        names = [self.people.names[player] for player in found]
        if match.player is not None:
            chosen = str(match.player)
        elif plain(name) in map(plain, names):
            chosen, note = NOBODY, _("Several people have this name.")
        elif names:
            note = _("Similar names: %(names)s.") % {"names": join_names(names)}
        return PastedName(name, (*choices, _NO_ONE), chosen, note)


def chosen_of(season: Season, names: Sequence[str], answers: Sequence[str]) -> ChosenPeople:
    """What was chosen for each name, at most MOST_NAMES; what no page offers is left out."""
    players, guests = [], []
    for name, answer in zip(names[:MOST_NAMES], answers, strict=False):
        if answer == NEW:
            with suppress(ValidationError):
                guests.append(_NAME.clean(name))
        elif number := whole_number(answer, 0):
            players.append(number)
    findable = people_of(season.league).filter(pk__in=players)
    return ChosenPeople(tuple(findable.values_list("pk", flat=True)), tuple(guests))
