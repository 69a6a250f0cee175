"""Notices are written where something happens, under the lock of the season, and read by their
members.

Only members with a login are told. Of one kind about one session, or one sheet, the newest notice
alone is kept: it is unread again. Nobody is told what they did themselves (`by`).
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.club.kept import kept
from accounts.models import Player
from accounts.portions import delete_some
from leagues.models import (
    Entrant,
    Game,
    GameSeat,
    Notice,
    NoticePreference,
    Reply,
    Role,
    Season,
    Session,
    SignUp,
)
from leagues.standings.counted_games import withdrawn_players
from leagues.standings.season_lock import locked_season

Kind = Notice.Kind
Topic = NoticePreference.Topic

# Those that say when and where a session is: the newest of them alone is true.
ABOUT_THE_PLAN = (Kind.MOVED, Kind.CANCELLED, Kind.REINSTATED, Kind.REMINDER)
UNREAD_ARE_KEPT = timedelta(days=180)


# --- What happened ---------------------------------------------------------------------


def tell_seated(games: Iterable[Game], by: Player | None = None) -> None:
    """Tell those who sit at these games of one session at which table; again after people moved.

    Under the season's lock. Who sits where they were told already is told nothing; a later table
    replaces the earlier notice of the same session. The notice of who sits there no more is
    deleted. Nobody is told of a game whose round is hidden.
    """
    ids = [game.pk for game in games]
    seats = GameSeat.objects.filter(game__in=ids, player__isnull=False).exclude(
        game__in=Game.objects.hidden()
    )
    rows = list(seats.order_by("game", "index").values_list("player", "game", "game__session"))
    if not rows:
        return
    tables: dict[int, int | None] = {player: game for player, game, _session in rows}
    session_id = rows[0][2]
    told = Notice.objects.filter(kind=Kind.SEATED, session=session_id)
    known = dict(told.filter(player__in=tables).values_list("player", "game"))
    moved = [player for player, game in tables.items() if known.get(player) != game]
    # Also the notice of who moves themselves, and is told nothing.
    is_gone = Q(game__in=ids) & ~Q(player__in=tables)
    told.filter(is_gone | Q(player__in=moved)).delete()
    _write(Kind.SEATED, session_id, {player: tables[player] for player in _with_login(moved, by)})


def tell_of_plan(kind: Notice.Kind, session: Session, by: Player | None) -> None:
    """Tell the people of a session that it was moved, cancelled, or is not cancelled after all.

    Nobody is told of a season being prepared, nor of a session that is past.
    """
    Notice.objects.filter(session=session, kind__in=ABOUT_THE_PLAN).delete()
    if session.season.is_open and session.starts_at > timezone.now():
        _replace(kind, session.pk, dict.fromkeys(_with_login(people_of(session), by), None))


def tell_of_place(session: Session, players: Collection[int]) -> None:
    """Tell people (ids) who waited for a place at a session that they have one.

    Of a session that nobody began, and whose time is past, nobody is told anything.
    """
    if session.season.is_open and session.starts_at > timezone.now():
        _replace(Kind.PLACE, session.pk, dict.fromkeys(_with_login(players), None))


def tell_of_season(
    kind: Notice.Kind, season: Season, players: Iterable[int], by: Player | None = None
) -> None:
    """Tell people (ids) something about a season, in place of what they were told of that kind."""
    told = _with_login(players, by)
    Notice.objects.filter(kind=kind, season=season, player__in=told).delete()
    Notice.objects.bulk_create(
        Notice(player_id=player, kind=kind, season=season) for player in told
    )


def forget_over(season: Season) -> None:
    """Tell nobody any more that a season is over: it was opened again."""
    Notice.objects.filter(kind=Kind.OVER, season=season).delete()


def tell_to_approve(season: Season) -> None:
    """Tell the organizers that somebody asks to play in a season."""
    organizers = Role.objects.filter(league=season.league_id).exclude(kind=Role.Kind.SCORER)
    tell_of_season(Kind.TO_APPROVE, season, organizers.values_list("player_id", flat=True))


def tell_of_club(kind: Notice.Kind, players: Collection[int]) -> None:
    """Tell people (ids) of a report, or of who waits to join the club; of a kind once."""
    now = timezone.now()
    # One after the other, in one order: two reports may be told at the same moment.
    for player in _with_login(players):
        told = Notice.objects.filter(kind=kind, player=player)
        if not told.update(at=now, read_at=None, mailed_at=None, pushed_at=None):
            Notice.objects.create(kind=kind, player_id=player, at=now)


def tell_of_sign_ups(*, waits: bool) -> None:
    """Tell those who run the club that one more waits to join it, or that nobody does any more."""
    if waits:
        organizers = Player.objects.filter(Q(is_organizer=True) | Q(user__is_staff=True))
        tell_of_club(Kind.APPLIED, list(organizers.values_list("pk", flat=True)))
    else:
        Notice.objects.filter(kind=Kind.APPLIED).delete()


def forget_to_approve(season: Season) -> None:
    """Tell no organizer any more that somebody asks, where by now nobody does."""
    if not has_asking(season):
        Notice.objects.filter(kind=Kind.TO_APPROVE, season=season).delete()


def has_asking(season: Season) -> bool:
    """Whether an organizer has somebody to approve: who plays by now need not be."""
    asking = season.sign_ups.filter(state=SignUp.State.ASKED)
    return asking.exclude(player__in=players_of(season)).exists()


def tell_to_confirm(game: Game) -> None:
    """Tell those who may confirm a sheet that it waits; once it waits no more nobody is told so.

    Its season's lock is held, and the game is as it was saved.
    """
    Notice.objects.filter(kind=Kind.TO_CONFIRM, game=game).delete()
    if not waits_for_scorer(game):
        return
    by = game.proposed_by_id if game.proposed else game.entered_by_id
    scorers = Role.objects.filter(league=game.session.season.league_id).exclude(player=by)
    told = _with_login(scorers.values_list("player_id", flat=True))
    _replace(Kind.TO_CONFIRM, game.session_id, dict.fromkeys(told, game.pk))


def forget_to_confirm(game: Game) -> None:
    """Tell nobody any more that a sheet waits, where by now it waits no more.

    In a transaction that has changed the game or its link before.
    """
    if not waits_for_scorer(game):
        Notice.objects.filter(kind=Kind.TO_CONFIRM, game=game).delete()


def waits_for_scorer(game: Game) -> bool:
    """Whether a sheet waits to be confirmed, or to be matched with the people on it."""
    return game.waits or Game.objects.to_match().filter(pk=game.pk).exists()


def tell_results(session: Session, by: Player | None = None) -> None:
    """Tell those who played in a session that is over that its results are in."""
    confirmed = GameSeat.objects.filter(game__session=session, game__status=Game.Status.CONFIRMED)
    _tell_results(session.pk, confirmed, by)


def tell_late_result(game: Game) -> None:
    """Tell the players of a game that its result has come, or changed, after its session ended."""
    _tell_results(game.session_id, game.seats.all())


def _tell_results(session_id: int, seats: QuerySet[GameSeat], by: Player | None = None) -> None:
    played = seats.filter(player__isnull=False).values_list("player_id", flat=True)
    _replace(Kind.RESULTS, session_id, dict.fromkeys(_with_login(played, by), None))


def remind_of_tomorrow(now: datetime) -> None:
    """Remind people of the sessions of the day after `now`, each person once for each date.

    Those who come, and those of the season who have not replied yet. Who replies later needs none.
    """
    tomorrow = timezone.localdate(now) + timedelta(days=1)
    for session in (
        Session.objects.filter(
            status=Session.Status.PLANNED,
            starts_at__range=(now, now + timedelta(days=3)),
            season__status=Season.Status.OPEN,
        )
        .order_by("season", "pk")
        .select_related("season")
    ):
        if timezone.localdate(session.starts_at) == tomorrow and _to_remind(session, now):
            with locked_season(session.season_id) as season:
                season.standings_unchanged = True
                found = Session.objects.get(pk=session.pk)
                found.season = season
                is_as_it_was = found.starts_at == session.starts_at
                if is_as_it_was and found.status == Session.Status.PLANNED:
                    told = dict.fromkeys(_to_remind(found, now), None)
                    _replace(Kind.REMINDER, found.pk, told)


# --- What becomes of notices -----------------------------------------------------------


def mark_read(notices: QuerySet[Notice], now: datetime) -> None:
    """Note that these have been read; what was read before stays as it was."""
    notices.filter(read_at=None).update(read_at=now)


def choose_mails(player: Player, chosen: Mapping[Topic, str]) -> None:
    """Mail somebody the notices of these topics in these ways (of NoticePreference.Mails) from now
    on; not what they missed meanwhile.
    """
    never = NoticePreference.Mails.NEVER
    before = preference_of(player)
    begun = [topic for topic in chosen if before.way_of(topic) == never != chosen[topic]]
    kinds = [kind for topic in begun for kind in NoticePreference.KINDS[topic]]
    missed = Notice.objects.filter(player=player, mailed_at=None, kind__in=kinds)
    missed.update(mailed_at=timezone.now())
    fields = {topic.value: way for topic, way in chosen.items()}
    NoticePreference.objects.update_or_create(player=player, defaults=fields)


def preference_of(player: Player) -> NoticePreference:
    """How somebody is mailed their notices; not stored where they never chose."""
    return NoticePreference.objects.filter(player=player).first() or NoticePreference()


def forget_old(now: datetime) -> int:
    """Delete a portion of what was read, or told and never read, long ago; how many."""
    return delete_some(old(now, kept("notices")))


def old(now: datetime, read_are_kept: timedelta) -> QuerySet[Notice]:
    """The notices whose time is over."""
    read, unread = Q(read_at__lt=now - read_are_kept), Q(at__lt=now - UNREAD_ARE_KEPT)
    return Notice.objects.filter(read | unread).order_by("pk")


def erase(player: Player) -> None:
    """Delete all notices of a person, and how they wanted to be mailed."""
    Notice.objects.filter(player=player).delete()
    NoticePreference.objects.filter(player=player).delete()


# --- Who is told -----------------------------------------------------------------------


def people_of(session: Session) -> set[int]:
    """Ids of those who are told of a session: who plays in its season, and who said they come."""
    replies = Reply.objects.filter(session=session)
    coming = set(replies.filter(comes=True).values_list("player_id", flat=True))
    return coming | players_of(session.season)


def players_of(season: Season) -> set[int]:
    """Ids of those who play in a season: who has withdrawn or left the club does not."""
    listed = Entrant.objects.filter(season=season, player__erased_at=None)
    return set(listed.values_list("player_id", flat=True)) - withdrawn_players(season)


def _to_remind(session: Session, now: datetime) -> set[int]:
    """Ids of those who are to be reminded of a session, and have not been."""
    said = dict(session.replies.values_list("player_id", "comes"))
    waiting = set(session.replies.waiting().values_list("player_id", flat=True))
    midnight = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    lately = session.replies.filter(at__gt=midnight).values_list("player_id", flat=True)
    told = Notice.objects.filter(session=session, kind=Kind.REMINDER)
    reminded = set(told.values_list("player_id", flat=True))
    wanted = {player for player in people_of(session) if said.get(player) is not False}
    return set(_with_login(wanted - waiting - set(lately) - reminded))


def _with_login(player_ids: Iterable[int], but: Player | None = None) -> list[int]:
    """Those who can sign in, ascending, without `but`."""
    people = Player.objects.filter(pk__in=list(player_ids), user__is_active=True)
    if but is not None:
        people = people.exclude(pk=but.pk)
    return list(people.order_by("pk").values_list("pk", flat=True))


def _replace(kind: Notice.Kind, session_id: int, games: dict[int, int | None]) -> None:
    """Write a notice for each player, with the game it is about, in place of the older one."""
    older = Notice.objects.filter(kind=kind, session=session_id, player__in=games)
    if kind is Kind.TO_CONFIRM:
        older = older.filter(game__in=games.values())
    older.delete()
    _write(kind, session_id, games)


def _write(kind: Notice.Kind, session_id: int, games: Mapping[int, int | None]) -> None:
    now = timezone.now()
    Notice.objects.bulk_create(
        Notice(player_id=player, kind=kind, session_id=session_id, game_id=game, at=now)
        for player, game in games.items()
    )
