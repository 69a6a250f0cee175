"""How a member is told what concerns them, chosen for each kind of notice."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts.models import Player, User
from accounts.push import service as push
from leagues.models import NoticePreference, Role
from leagues.notices import service

Mails, Topic = NoticePreference.Mails, NoticePreference.Topic

TABLES: dict[str, Any] = {
    push.TURN: _("Your turn in a game by correspondence"),
    push.INVITED: _("An invitation to a table"),
}
DEVICES = "devices"
# A mail of the next day would come too late for a turn of twelve hours, or for a table that plays.
AT_ONCE_ONLY = [(way.value, way.label) for way in (Mails.AT_ONCE, Mails.NEVER)]


class NoticeChoicesForm(forms.Form):
    """What is mailed of tables, and each topic of leagues; what is shown on devices.

    Tasks only for who has a role in a league, mails where any are sent, devices for who has one.
    """

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player
        assert player.user is not None  # noqa: S101 - only who can sign in sees the form
        self.user = player.user
        runs_a_league = Role.objects.filter(player=player).exists()
        topics = [topic for topic in Topic if topic != Topic.TASKS or runs_a_league]
        self.kinds = TABLES | {topic.value: topic.label for topic in topics}
        if settings.EMAIL_IS_SENT:
            wants = {push.TURN: self.user.reminders, push.INVITED: self.user.invite_mails}
            for kind in TABLES:
                way = Mails.AT_ONCE if wants[kind] else Mails.NEVER
                self._add_mails(kind, AT_ONCE_ONLY, way)
            preference = service.preference_of(player)
            for topic in topics:
                ways = AT_ONCE_ONLY if topic == Topic.SEATS else Mails.choices
                self._add_mails(topic, ways, preference.way_of(topic))
        if push.devices_of(self.user).exists():
            self.fields[DEVICES] = forms.MultipleChoiceField(
                label=_("Shown on your devices"),
                choices=self.kinds.items(),
                initial=[kind for kind in self.kinds if kind not in self.user.not_pushed.split()],
                required=False,
                widget=forms.CheckboxSelectMultiple,
            )

    def _add_mails(self, kind: str, ways: Iterable[tuple[str, Any]], way: str) -> None:
        self.fields[kind] = forms.ChoiceField(label=self.kinds[kind], choices=ways, initial=way)

    def save(self) -> None:
        """Store what was chosen."""
        chosen = dict(self.cleaned_data)
        if DEVICES in chosen:
            push.choose_kinds(self.user, chosen.pop(DEVICES), self.kinds)
        if chosen:
            User.objects.filter(pk=self.user.pk).update(
                reminders=chosen.pop(push.TURN) == Mails.AT_ONCE,
                invite_mails=chosen.pop(push.INVITED) == Mails.AT_ONCE,
            )
            service.choose_mails(self.player, {Topic(topic): way for topic, way in chosen.items()})
