"""Leagues: created, changed, deleted, who runs them, who sees their tables."""

from collections.abc import Mapping

from django.db import transaction
from django.db.models import Q

from accounts.locks import locked
from accounts.models import Player
from games.models import Table
from games.table.announce import show_to
from leagues.audit import service as audit
from leagues.audit.words import Did
from leagues.models import League, Role, Season
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.models.league import new_slug
from leagues.people.guests import forget, hold_guests
from leagues.season_rules import SeasonRules
from leagues.setup.season_life import guests_of, is_untouched, plan_season
from leagues.standings.rating_store import outdate_ratings
from leagues.standings.season_lock import hold_players, locked_season


def create_league(owner: Player, league: League, season_name: str, rules: SeasonRules) -> Season:
    """Keep a new league, with its owner and its first season, which is being prepared.

    Asked for twice it is one.
    """
    with transaction.atomic():
        list(locked(Player.objects.filter(pk=owner.pk)))
        about = {name: getattr(league, name) for name in League.SETTINGS}
        own = League.objects.filter(roles__player=owner, roles__kind=Role.Kind.OWNER, **about)
        plans = Season.objects.filter(
            league__in=own, number=1, status=Season.Status.DRAFT, name=season_name
        )
        for plan in plans.select_related("league"):
            if plan.season_rules == rules:
                return plan
        league.slug = new_slug(league.name)
        league.save()
        Role.objects.create(league=league, player=owner, kind=Role.Kind.OWNER)
        return plan_season(league, season_name, rules)


def change_league(league: League, version: str | None = None, *, by: Player | None = None) -> None:
    """Save other settings of a league, and show them to whoever looks at a season of it.

    Ratings come or go with the setting, and its live tables are seen by those who see the league.
    version: the `settings_version` this was made on, None for whatever is stored by now; settings
    that are stored already are not refused, as a form may be sent twice. Raises LeagueError(LATE).
    """
    with transaction.atomic():
        for season_id in league.seasons.order_by("pk").values_list("pk", flat=True):
            with locked_season(season_id):
                pass
        stored = locked(League.objects.all()).get(pk=league.pk)
        known = {version, league.settings_version}
        if version is not None and stored.settings_version not in known:
            raise LeagueError(LeagueErrorCode.LATE)
        league.save(update_fields=League.SETTINGS)
        audit.record(
            league, Did.CHANGED_SETTINGS, by, before=_settings(stored), after=_settings(league)
        )
        if stored.is_rated != league.is_rated:
            outdate_ratings(league)
        show_tables(league)


def set_role(
    league: League, player: Player, kind: Role.Kind | None, *, by: Player | None = None
) -> None:
    """Give somebody a role, or with None take it; the last owner stays.

    Pages that are open show from now on what the role allows. Raises
    LeagueError(LAST_OWNER, PLAYER_GONE).
    """
    with transaction.atomic():
        for season_id in league.seasons.order_by("pk").values_list("pk", flat=True):
            with locked_season(season_id) as season:
                season.standings_unchanged = True
        if kind is not None:
            hold_players([player.pk], joining=True)
        locked(League.objects.all()).get(pk=league.pk)
        before = roles_of(league)
        if kind is None:
            Role.objects.filter(league=league, player=player).delete()
        else:
            Role.objects.update_or_create(league=league, player=player, defaults={"kind": kind})
        if not Role.objects.filter(league=league, kind=Role.Kind.OWNER).exists():
            raise LeagueError(LeagueErrorCode.LAST_OWNER)
        tell_of_roles(league, before, by)


def roles_of(league: League) -> dict[Player, str]:
    """The people who run a league, and their roles."""
    roles = Role.objects.filter(league=league).select_related("player")
    return {role.player: role.kind for role in roles}


def tell_of_roles(league: League, before: Mapping[Player, str], by: Player | None) -> None:
    """Write into the log of a league whose role has changed; before: `roles_of` it then."""
    after = roles_of(league)
    for player in {**before, **after}:
        had, has = before.get(player, ""), after.get(player, "")
        did = Did.GAVE_ROLE if has else Did.TOOK_ROLE
        audit.record(league, did, by, about=player, before={"role": had}, after={"role": has})


def delete_league(league: League) -> None:
    """Delete a league in which nothing has happened, with its seasons, roles and new guests.

    Raises LeagueError(HAS_HISTORY).
    """
    with transaction.atomic():
        seasons = []
        for season_id in league.seasons.order_by("pk").values_list("pk", flat=True):
            with locked_season(season_id) as season:
                seasons.append(season)
        guests = hold_guests(league, guests_of(seasons))
        locked(League.objects.all()).get(pk=league.pk)
        has_merges = league.merges.exists()
        if has_merges or league.seasons.count() != len(seasons) or not is_untouched(*seasons):
            raise LeagueError(LeagueErrorCode.HAS_HISTORY)
        league.delete()
        forget(guests)


def _settings(league: League) -> dict[str, object]:
    return {name: getattr(league, name) for name in League.SETTINGS}


def show_tables(league: League) -> None:
    """Let the tables of a league, and those played on from them, be seen as it is seen itself.

    Under the lock of all its seasons: no table is opened meanwhile.
    """
    tables = Table.objects.filter(league_game__session__season__league=league)
    shown = Q()
    while tables.exists():
        shown |= Q(pk__in=tables.values("pk"))
        tables = Table.objects.filter(rematch_of__in=tables)
    if shown:
        show_to(Table.objects.filter(shown), league.visibility_of_tables)
