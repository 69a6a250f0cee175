"""Leagues, their roles, and seasons from the plan to the opening."""

from datetime import datetime

from django.db import transaction

from accounts.models import Player
from games.models import Table
from games.services.showing import show_to
from leagues.errors import LeagueError, LeagueErrorCode
from leagues.models import League, Role, Season
from leagues.models.league import new_slug
from leagues.season_lock import changing
from leagues.season_rules import SeasonRules
from leagues.standings.rating_store import outdate_ratings


def found_league(
    owner: Player,
    name: str,
    season_name: str,
    rules: SeasonRules,
    *,
    visibility: League.Visibility = League.Visibility.PUBLIC,
    description: str = "",
) -> Season:
    """A new league with its owner and its first season, which is being prepared.

    Asked for twice it is one.
    """
    about = {"name": name, "visibility": visibility, "description": description}
    with transaction.atomic():
        list(Player.objects.select_for_update(of=("self",)).filter(pk=owner.pk))
        own = League.objects.filter(roles__player=owner, roles__kind=Role.Kind.OWNER, **about)
        plans = Season.objects.filter(
            league__in=own, number=1, status=Season.Status.DRAFT, name=season_name
        )
        for plan in plans.select_related("league"):
            if plan.season_rules == rules:
                return plan
        league = League.objects.create(slug=new_slug(name), **about)
        Role.objects.create(league=league, player=owner, kind=Role.Kind.OWNER)
        return plan_season(league, season_name, rules)


def plan_season(league: League, name: str, rules: SeasonRules) -> Season:
    """The next season of a league, being prepared; asked for twice it is one."""
    with transaction.atomic():
        League.objects.select_for_update().get(pk=league.pk)
        last = league.seasons.order_by("number").last()
        plan = (Season.Status.DRAFT, name, rules)
        if last and (last.status, last.name, last.season_rules) == plan:
            return last
        number = last.number + 1 if last else 1
        return Season.objects.create(league=league, number=number, name=name, rules=rules.to_json())


def change_plan(season_id: int, name: str, rules: SeasonRules, version: str) -> None:
    """Another name, and other rules while the season is being prepared.

    version: the `plan_version` this was made on. What is stored already is not refused: a form may
    be sent twice. Raises LeagueError(RULES_FROZEN, LATE).
    """
    with changing(season_id) as season:
        if (season.name, season.season_rules) == (name, rules):
            return
        if season.status != Season.Status.DRAFT and season.season_rules != rules:
            raise LeagueError(LeagueErrorCode.RULES_FROZEN)
        if season.plan_version != version:
            raise LeagueError(LeagueErrorCode.LATE)
        season.name = name
        season.rules = rules.to_json()
        season.save(update_fields=["name", "rules"])


def open_season(season_id: int, now: datetime, version: str | None = None) -> None:
    """Freeze the rules and let sessions begin; a closed season is opened again by it.

    version: the `plan_version` that was read before it is frozen, None for whatever is stored by
    now. Raises LeagueError(OPEN_SEASON) where it is open already, LATE where the plan has changed.
    """
    with changing(season_id) as season:
        if season.is_open:
            raise LeagueError(LeagueErrorCode.OPEN_SEASON)
        if version is not None and season.plan_version != version:
            raise LeagueError(LeagueErrorCode.LATE)
        season.status = Season.Status.OPEN
        season.opened_at = season.opened_at or now
        season.closed_at = None
        season.save(update_fields=["status", "opened_at", "closed_at"])


def change_league(league: League, version: str | None = None) -> None:
    """Save other settings of a league, and show them to whoever looks at a season of it.

    Ratings come or go with the setting, and its live tables are seen by those who see the league.
    version: the `settings_version` this was made on, None for whatever is stored by now; settings
    that are stored already are not refused, as a form may be sent twice. Raises LeagueError(LATE).
    """
    with transaction.atomic():
        for season_id in league.seasons.order_by("pk").values_list("pk", flat=True):
            with changing(season_id):
                pass
        stored = League.objects.select_for_update().get(pk=league.pk)
        known = {version, league.settings_version}
        if version is not None and stored.settings_version not in known:
            raise LeagueError(LeagueErrorCode.LATE)
        league.save(update_fields=League.SETTINGS)
        outdate_ratings(league.pk)
        show_tables(league)


def set_role(league: League, player: Player, kind: Role.Kind | None) -> None:
    """Give somebody a role, or with None take it; the last owner stays.

    Pages that are open show from now on what the role allows. Raises LeagueError(LAST_OWNER).
    """
    with transaction.atomic():
        for season_id in league.seasons.order_by("pk").values_list("pk", flat=True):
            with changing(season_id) as season:
                season.keeps_standings = True
        League.objects.select_for_update().get(pk=league.pk)
        if kind is None:
            Role.objects.filter(league=league, player=player).delete()
        else:
            Role.objects.update_or_create(league=league, player=player, defaults={"kind": kind})
        if not Role.objects.filter(league=league, kind=Role.Kind.OWNER).exists():
            raise LeagueError(LeagueErrorCode.LAST_OWNER)


_VISIBILITY = {
    League.Visibility.PUBLIC: Table.Visibility.PUBLIC,
    League.Visibility.MEMBERS: Table.Visibility.CLUB,
    League.Visibility.UNLISTED: Table.Visibility.PRIVATE,
}


def visibility_of_tables(league: League) -> Table.Visibility:
    """That of the tables of a league, which also bear its name."""
    return _VISIBILITY[League.Visibility(league.visibility)]


def show_tables(league: League) -> None:
    """Let the tables of a league, and those played on from them, be seen as it is seen itself.

    Under the lock of all its seasons: no table is opened meanwhile.
    """
    visibility = visibility_of_tables(league)
    tables = Table.objects.filter(league_game__session__season__league=league)
    while tables.exists():
        show_to(tables, visibility)
        tables = Table.objects.filter(rematch_of__in=tables)
