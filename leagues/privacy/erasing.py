"""Erase a person from leagues: their results stay; roles, replies, wishes and the name go.

Everywhere else than in drafts and reasons, which hold what somebody typed, a name is read from its
player. Pages that are cached get a new version.
"""

from collections.abc import Callable, Iterable

from django.db.models import Model, Q

from accounts import names
from accounts.locks import locked
from accounts.models import Player
from leagues.audit import service as audit
from leagues.exports import tokens
from leagues.models import (
    Adjustment,
    Amendment,
    Game,
    GameVersion,
    League,
    Merge,
    Reply,
    Role,
    Session,
    SheetRevision,
    Team,
    Wish,
)
from leagues.notices import service as notices
from leagues.people import guests
from leagues.sheets import photos, stored
from leagues.sheets.stored import drafts_with_guest


def lock(player: Player) -> None:
    """Lock what an erasure or a new name changes: seasons first, then games.

    These are the games with a draft that `erase` takes the name out of.
    """
    people = guests.lock_seasons_with(player)
    called = Player.objects.filter(pk__in=people).values_list("name", flat=True)
    typed = [
        game for name in called for game in drafts_with_guest(name).values_list("pk", flat=True)
    ]
    list(locked(Game.objects.filter(pk__in=typed)).only("pk"))


def guests_of(player: Player) -> list[Player]:
    """The guests who turned out to be somebody."""
    merges = Merge.objects.filter(member=player, undone_at=None).select_related("guest")
    return [merged.guest for merged in merges.order_by("guest")]


def erase(player: Player, name: str) -> None:
    """Erase a player; name: the one they had."""
    _forget_in_texts(player, name)
    Role.objects.filter(player=player).delete()
    Reply.objects.filter(player=player).delete()
    notices.erase(player)
    Wish.every.filter(Q(first=player) | Q(second=player)).delete()
    stored.forget_guest_name(name)
    _forget_in_reasons(player, name)
    photos.forget(player)
    tokens.forget(player)
    guests.refresh_pages(player)


def _forget_in_texts(player: Player, name: str) -> None:
    """Take the name out of what organizers wrote in the leagues and seasons in which they appear.

    Out of titles and places as `names.without_in_title` says: "Chez Ada" is where somebody lives,
    "Rue Ada Lovelace" is not. The address of a league keeps its words: links lead there.
    """
    seasons = list(guests.seasons_with([player.pk]))
    theirs = Q(pk__in={season.league_id for season in seasons})
    theirs |= Q(pk__in=Role.objects.filter(player=player).values("league"))
    leagues = list(locked(League.objects.filter(theirs)))
    sessions = Session.objects.filter(season__in=seasons)
    teams = Team.objects.filter(season__in=seasons)
    _take_out(name, leagues, ("name",), names.without_in_title)
    _take_out(name, seasons, ("name",), names.without_in_title)
    _take_out(name, sessions, ("name", "place"), names.without_in_title)
    _take_out(name, leagues, ("description",))
    cancelled = Session.objects.exclude(cancelled_because="")
    if not names.has_several_words(name):
        cancelled = cancelled.filter(season__league__in=leagues)
    _take_out(name, cancelled, ("cancelled_because",))
    for team in teams:
        called = names.without(team.name, name)
        if called != team.name:
            taken = teams.filter(season=team.season_id, name__startswith=called).count()
            Team.objects.filter(pk=team.pk).update(
                name=f"{called} {taken + 1}" if taken else called
            )
    audit.forget(player, name, leagues)


def _take_out(
    name: str,
    rows: Iterable[Model],
    fields: tuple[str, ...],
    without_name: Callable[[str, str], str] = names.without,
) -> None:
    """Take the name out of these fields of these rows."""
    for row in rows:
        texts = {field: getattr(row, field) for field in fields}
        without = {field: without_name(text, name) for field, text in texts.items()}
        if without != texts:
            type(row)._base_manager.filter(pk=row.pk).update(**without)  # noqa: SLF001


def _forget_in_reasons(player: Player, name: str) -> None:
    """Take the name out of what they wrote, and of what others wrote of their games and points."""
    games = guests.games_with(Game.objects.all(), player).values("pk")
    ever = SheetRevision.objects.naming(player).values("game")
    lines = GameVersion.objects.filter(Q(by=player) | Q(game__in=games) | Q(game__in=ever))
    own = Q(player=player) | Q(by=player) | Q(cancelled_by=player)
    amended = Amendment.objects.filter(Q(by=player) | Q(season__entrants__player=player)).distinct()
    for rows in (lines.exclude(reason=""), Adjustment.objects.filter(own), amended):
        _take_out(name, rows, ("reason",))
