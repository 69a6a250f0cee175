"""How a member is mailed what concerns them, chosen for each kind of notice."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Player, User
from leagues.models import NoticePreference, Role
from leagues.notices import service

Mails, Topic = NoticePreference.Mails, NoticePreference.Topic

# A mail of the next day would come too late for a turn of twelve hours, or for a table that plays.
AT_ONCE_ONLY = [(way.value, way.label) for way in (Mails.AT_ONCE, Mails.NEVER)]


class NoticeChoicesForm(forms.Form):
    """What is mailed of tables, and each topic of leagues; tasks only for who has a role there."""

    turn = forms.ChoiceField(label=_("Your turn in a game by correspondence"), choices=AT_ONCE_ONLY)
    invited = forms.ChoiceField(label=_("An invitation to a table"), choices=AT_ONCE_ONLY)

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player
        assert player.user is not None  # noqa: S101 - only who can sign in sees the form
        self.fields["turn"].initial = Mails.AT_ONCE if player.user.reminders else Mails.NEVER
        invited = Mails.AT_ONCE if player.user.invite_mails else Mails.NEVER
        self.fields["invited"].initial = invited
        preference = service.preference_of(player)
        runs_a_league = Role.objects.filter(player=player).exists()
        for topic in Topic:
            if topic != Topic.TASKS or runs_a_league:
                self.fields[topic] = forms.ChoiceField(
                    label=topic.label,
                    choices=AT_ONCE_ONLY if topic == Topic.SEATS else Mails.choices,
                    initial=preference.way_of(topic),
                )

    def save(self) -> None:
        """Store what was chosen."""
        chosen = dict(self.cleaned_data)
        User.objects.filter(player=self.player).update(
            reminders=chosen.pop("turn") == Mails.AT_ONCE,
            invite_mails=chosen.pop("invited") == Mails.AT_ONCE,
        )
        service.choose_mails(self.player, {Topic(topic): way for topic, way in chosen.items()})
