"""What tables do on signals: people are erased or sign out, games end."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.club import usual
from accounts.models import Player, User
from accounts.signals import personal_data_asked, player_erased, sign_in_ended
from games.coach import jobs
from games.friends import service as friends
from games.live import executor, publishing
from games.lobby import rating
from games.models import Seat, Table
from games.play import game_figures, highlights, ratings
from games.practice import answers, making
from games.reminders import sending as reminders
from games.replay import replays as uploads
from games.seats import inviting, leaving, rematch, seating
from games.seats.forms import UsualTableForm
from games.signals import ResultNote, game_abandoned, game_ended, notes_asked, tidying
from games.talk import reports
from games.talk import service as talk


def connect() -> None:
    """Listen, once for each process; and let the club choose what a new table offers first."""
    first = _("What a new table offers first")
    usual.PARTS["usual_tables"] = usual.Part(first, UsualTableForm)
    player_erased.connect(erase, dispatch_uid="games.erase")
    personal_data_asked.connect(add_tables, dispatch_uid="games.add_tables")
    sign_in_ended.connect(close_sockets, dispatch_uid="games.close_sockets")
    tidying.connect(send_reminders, dispatch_uid="games.send_reminders")
    tidying.connect(forget_left_texts, dispatch_uid="games.forget_left_texts")
    tidying.connect(release_seats, dispatch_uid="games.release_seats")
    tidying.connect(make_puzzles, dispatch_uid="games.make_puzzles")
    tidying.connect(note_highlights, dispatch_uid="games.note_highlights")
    tidying.connect(count_games, dispatch_uid="games.count_games")
    tidying.connect(rate_games, dispatch_uid="games.rate_games_left")
    notes_asked.connect(note_rating, dispatch_uid="games.note_rating")
    tidying.connect(close_forgotten_tables, dispatch_uid="games.close_forgotten_tables")
    for over in (game_ended, game_abandoned):
        over.connect(leaving.forget_texts, dispatch_uid="games.forget_texts")
        over.connect(talk.join_channels, dispatch_uid="games.join_channels")


def erase(player: Player, name: str, **_kwargs: Any) -> None:
    """Remove a person from their tables, what they uploaded, and their name from other uploads."""
    reminders.erase(player)
    leaving.erase(player, name, timezone.now())
    talk.erase(player, name)
    reports.erase(player, name)
    uploads.erase(player, name)
    answers.erase(player)
    jobs.erase(player)
    friends.erase(player)
    inviting.erase(player)


def close_sockets(player_id: int, **_kwargs: Any) -> None:
    """Close the sockets of a sign-in that has ended."""
    publishing.publish_end_of_sign_in(player_id)


def forget_left_texts(**_kwargs: Any) -> None:
    """Delete what a process that died left of the texts of former players."""
    leaving.forget_left_texts()


def send_reminders(**_kwargs: Any) -> None:
    """Tell players of games by correspondence that they are awaited."""
    executor.mail_later(lambda: reminders.send_due(timezone.now()))


def release_seats(**_kwargs: Any) -> None:
    """Release seats that were held long enough for those who might play again."""
    rematch.release_expired(timezone.now())


def make_puzzles(**_kwargs: Any) -> None:
    """Make the puzzles of today and tomorrow."""
    executor.think_later(lambda: making.make_due(timezone.now()))


def note_highlights(**_kwargs: Any) -> None:
    """Note what profiles tell of games that have ended."""
    executor.think_later(highlights.note_missing)


def count_games(**_kwargs: Any) -> None:
    """Add games that have ended to the figures of the club."""
    executor.think_later(game_figures.count_missing)


def rate_games(**_told: Any) -> None:
    """Rate games that have ended."""
    executor.run_later(ratings.rate_missing)


def note_rating(table_id: int, user: User | AnonymousUser, **_told: Any) -> ResultNote | None:
    """Somebody looks at the result of a table: what it changed where it was rated."""
    return rating.note_of(table_id, getattr(user, "player", None))


def close_forgotten_tables(**_kwargs: Any) -> None:
    """Close tables that nobody dealt at for weeks."""
    seating.close_forgotten(timezone.now())


def _against_ox(table: Table) -> dict[str, Any] | None:
    """The result against the ox in somebody's personal data; None where there is none."""
    if not hasattr(table, "ox_result"):
        return None
    result = table.ox_result
    return {"team": result.team, "ox": result.ox, "in_the_clubs_table": result.is_listed}


def add_tables(player: Player, data: dict[str, Any], **_kwargs: Any) -> None:
    """Add a person's tables, messages and uploads to their personal data."""
    seats = Seat.objects.filter(player=player).select_related("table__ox_result").order_by("pk")
    seats = seats.prefetch_related("reminders", "table__seats")
    rated = rating.exported(player)
    data["tables"] = [
        {
            "table": seat.table.code,
            "name": seat.table.title,
            "opened": seat.table.created_at,
            "status": seat.table.status,
            "text_for_the_deal": seat.client_seed,
            "heads": seat.heads,
            "rank": seat.rank,
            "rounds": seat.rounds,
            "highlights": seat.highlights,
            "rated": seat.table.is_rated,
            "rating": rated.get(seat.table_id),
            "against_the_ox": _against_ox(seat.table),
            "reminders": [
                {"kind": reminder.kind, "sent": reminder.sent_at}
                for reminder in seat.reminders.all()
            ],
        }
        for seat in seats
    ]
    data["deals_of_the_day"] = [
        {"day": game.day, "table": game.table.code}
        for game in player.daily_games.select_related("table").order_by("pk")
    ]
    data["puzzles"] = answers.exported(player)
    data["analyses"] = jobs.exported(player)
    held = player.held_seats.select_related("table").order_by("pk")
    data["held_seats"] = [
        {
            "table": one.table.code,
            "until": one.until,
            "sent_away": one.is_sent_away,
            "mail_sent": one.told_at,
        }
        for one in held
    ]
    hosted = Table.objects.filter(host=player).prefetch_related("seats").order_by("pk")
    data["hosted_tables"] = [
        {
            "code": table.code,
            "name": table.title,
            "created_at": table.created_at,
            "status": table.status,
        }
        for table in hosted.defer("state", "record")
    ]
    data["friends"] = friends.exported(player)
    data["invitations_to_tables"] = inviting.exported(
        player.invites_received.select_related("table").order_by("pk")
    )
    data["invited_to_own_tables"] = inviting.exported(
        player.invites_sent.select_related("table").order_by("pk")
    )
    data["talk"] = talk.personal_data(player)
    data["reports"] = reports.personal_data(player)
    data["uploaded_records"] = uploads.exported(player)
