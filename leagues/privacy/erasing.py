"""Erase a person from leagues: their results stay; roles, replies, wishes and the name go.

Everywhere else than in drafts and reasons, which hold what somebody typed, a name is read from its
player. Pages that are cached get a new version.
"""

from django.db.models import Q

from accounts import names, privacy
from accounts.models import Player
from leagues.models import Adjustment, Game, GameVersion, Merge, Reply, Role, SheetRevision, Wish
from leagues.people import mentions, renaming
from leagues.season_lock import locked_games
from leagues.sheets import drafts
from leagues.sheets.drafts import drafts_with_guest


def lock(player: Player) -> None:
    """Lock what an erasure or a new name changes: seasons first, then games.

    These are the games with a draft that `erase` takes the name out of.
    """
    people = renaming.lock_seasons_with(player)
    called = Player.objects.filter(pk__in=people).values_list("name", flat=True)
    typed = [
        game for name in called for game in drafts_with_guest(name).values_list("pk", flat=True)
    ]
    list(locked_games(Game.objects.filter(pk__in=typed)).only("pk"))


def erase(player: Player, name: str) -> None:
    """Erase a player, and the guests who were merged with them; name: the one they had."""
    Role.objects.filter(player=player).delete()
    Reply.objects.filter(player=player).delete()
    Wish.every.filter(Q(first=player) | Q(second=player)).delete()
    drafts.forget_guest_name(name)
    _forget_in_reasons(player, name)
    renaming.refresh_pages(player)
    for merged in Merge.objects.filter(member=player, undone_at=None).select_related("guest"):
        privacy.erase(merged.guest)


def _forget_in_reasons(player: Player, name: str) -> None:
    """Take the name out of what they wrote, and of what others wrote of their games and points."""
    games = mentions.games_with(Game.objects.all(), player).values("pk")
    ever = SheetRevision.objects.naming(player).values("game")
    lines = GameVersion.objects.filter(Q(by=player) | Q(game__in=games) | Q(game__in=ever))
    own = Q(player=player) | Q(by=player) | Q(cancelled_by=player)
    rows: list[GameVersion | Adjustment] = [*lines.exclude(reason="")]
    rows += Adjustment.objects.filter(own)
    for row in rows:
        reason = names.without(row.reason, name)
        if reason != row.reason:
            row.reason = reason
            row.save(update_fields=["reason"])
