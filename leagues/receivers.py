"""Receivers of signals: what leagues do when players, or tables of `games`, change."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.db.models.signals import post_delete, post_save
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts import services
from accounts.club import usual
from accounts.models import Invitation, Player, User
from accounts.signals import (
    guests_asked,
    invitation_used,
    personal_data_asked,
    player_changing,
    player_erased,
    roles_asked,
    sign_ups_changed,
)
from games import signals
from games.live import executor
from games.signals import ResultNote
from leagues.exports import privacy
from leagues.models import Invite, Notice, Reply, Role, SheetPhoto
from leagues.notices import sending
from leagues.notices import service as notices
from leagues.notices.webhooks import service as webhooks
from leagues.people import guests, places, signing_up
from leagues.sessions import online, session_life
from leagues.setup.season_form import UsualLeagueForm
from leagues.sheets import photos
from leagues.sheets.results import live_game_restored
from leagues.standings import rating_store, result_notes, store
from leagues.standings.careers.career import stories_of


def record(table_id: int, **_told: Any) -> None:
    """A table is over, or counts again: if it belongs to a league, its result is recorded."""
    online.record_table(table_id, timezone.now())


def show_round(table_id: int, **_told: Any) -> None:
    """A round is over at a table: if it belongs to a league, its session shows how it stands."""
    online.show_round(table_id)


def note_result(table_id: int, user: User | AnonymousUser, **_told: Any) -> ResultNote | None:
    """Somebody looks at the result of a table: if it belongs to a league, what it changed there."""
    return result_notes.note_of(table_id, user)


def stories(player_id: int, reader: Player | None, **_told: Any) -> list[tuple[str, str]]:
    """Somebody looks at a profile: the stories of that person in leagues."""
    return stories_of(player_id, reader)


def tell_of_report(what: str, players: list[int], **_told: Any) -> None:
    """Something was reported, or decided: those whom it concerns are told."""
    notices.tell_of_club(Notice.Kind(what), players)


def tell_of_sign_ups(waits: bool, **_told: Any) -> None:
    """One more waits to join the club, or nobody does any more: the organizers are told."""
    notices.tell_of_sign_ups(waits=waits)


def collect(**_told: Any) -> None:
    """Record what a crash left unrecorded."""
    online.collect(timezone.now())


def catch_up(**_told: Any) -> None:
    """Compute the standings and ratings that a crash left undone."""
    store.STANDINGS.bring_all_up_to_date()
    rating_store.RATINGS.bring_all_up_to_date()


def end_sessions(**_told: Any) -> None:
    """Close the sessions that nobody closed."""
    session_life.end_forgotten(timezone.now())


def send_notices(**_told: Any) -> None:
    """Remind people of sessions; mail what they were told, and send it to their devices."""
    notices.remind_of_tomorrow(timezone.now())
    executor.mail_later(lambda: sending.mail_due(timezone.now()))
    executor.mail_later(lambda: sending.push_due(timezone.now()))


def call_webhooks(**_told: Any) -> None:
    """Tell other sites what waits to be told."""
    executor.call_later(lambda: webhooks.send_due(timezone.now()))


def delete_photo(instance: SheetPhoto, **_told: Any) -> None:
    """A photo went, perhaps with its game: its file goes too."""
    photos.delete_file_later(instance)


def revoke_link(instance: Invite, **_told: Any) -> None:
    """A season was deleted: its links let nobody into the club any more either."""
    invitation = Invitation(pk=instance.invitation_id)
    # Afterwards: invitations are locked before leagues.
    transaction.on_commit(partial(services.revoke, invitation), robust=True)


def hold(player: Player, **_told: Any) -> None:
    """A guest becomes a member, or a member is erased: seasons are locked before players."""
    privacy.lock(player)


def guests_of(player: Player, **_told: Any) -> list[Player]:
    """Somebody leaves the club: the guests they once were go with them."""
    return privacy.guests_of(player)


def rename(instance: Player, *, created: bool, **_told: Any) -> None:
    """A player was saved, perhaps with another name; a new one is on no page yet."""
    if not created:
        guests.refresh_pages(instance)


def erase(player: Player, name: str, **_told: Any) -> None:
    """Somebody left the club: their places at sessions and in seasons go to those who wait."""
    places.give_up_places(Reply.objects.filter(player=player))
    signing_up.forget(player)
    notices.erase(player)
    privacy.erase(player, name)


def welcome(player: Player, invitation: Invitation, **_told: Any) -> None:
    """Somebody has signed up to the club, perhaps by the link of a season."""
    signing_up.welcome(player, invitation, timezone.now())


def tell(player: Player, data: dict[str, Any], **_told: Any) -> None:
    """Add what leagues know of somebody."""
    data |= privacy.personal_data(player)


def has_role(player: Player, **_told: Any) -> bool:
    """Whether somebody has a role in a league."""
    return Role.objects.filter(player=player).exists()


RECEIVERS: tuple[tuple[Signal, Callable[..., Any], type | None], ...] = (
    (signals.game_ended, record, None),
    (signals.game_abandoned, record, None),
    (live_game_restored, record, None),
    (signals.round_ended, show_round, None),
    (signals.notes_asked, note_result, None),
    (signals.stories_asked, stories, None),
    (signals.report_news, tell_of_report, None),
    (signals.tidying, collect, None),
    (signals.tidying, catch_up, None),
    (signals.tidying, end_sessions, None),
    (signals.tidying, send_notices, None),
    (signals.tidying, call_webhooks, None),
    (post_delete, delete_photo, SheetPhoto),
    (post_delete, revoke_link, Invite),
    (player_changing, hold, None),
    (guests_asked, guests_of, None),
    (player_erased, erase, None),
    (post_save, rename, Player),
    (sign_ups_changed, tell_of_sign_ups, None),
    (invitation_used, welcome, None),
    (personal_data_asked, tell, None),
    (roles_asked, has_role, None),
)


def connect() -> None:
    """Listen, once for each process; and let the club choose what a new league offers first."""
    first = _("What a new league offers first")
    usual.PARTS["usual_leagues"] = usual.Part(first, UsualLeagueForm)
    for signal, receiver, sender in RECEIVERS:
        signal.connect(receiver, sender, dispatch_uid=f"leagues.{receiver.__name__}")
