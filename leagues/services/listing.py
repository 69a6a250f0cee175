"""Who joins a season at a session, in the standings that are kept: nothing is computed for that.

Under the season's lock only. What is written is what services.standings would compute.
"""

from django.db.models import F, Q

from leagues.models import Season, Session, Standing
from leagues.scoring.presets import is_fewest_best
from leagues.services.standings import restand

SHARE_OF_NOTHING = 1.0


def list_newcomer(season: Season, player_id: int, session: Session) -> None:
    """List somebody without a game in the standings since the session with which they joined."""
    shown = Standing.objects.filter(season=season)
    # Whoever joins with the first session was there from the beginning (counting.Order).
    if session.number > 1:
        shown = shown.filter(session__in=Session.objects.since(session))
    if shown.filter(player=player_id).exists():
        # They should not be there: nothing is known of what else is wrong.
        restand(season, session.number)
        season.keeps_standings = False
        return
    for session_id in shown.order_by().values_list("session", flat=True).distinct():
        _insert(season, session_id, player_id)
        season.keeps_standings = False


def unlist(season: Season, player_id: int) -> None:
    """Take somebody without a game out of all standings of a season."""
    rows = Standing.objects.filter(season=season, player=player_id)
    for session_id, order in rows.values_list("session", "order"):
        below = Standing.objects.filter(session=session_id, order__gt=order)
        below.update(order=F("order") - 1)
        season.keeps_standings = False
    rows.delete()


def _insert(season: Season, session_id: int, player_id: int) -> None:
    """Below those who have played; among those who have not, points of an organizer decide."""
    kind = Standing.Kind
    is_fewest = is_fewest_best(season.season_rules.preset)
    has_better = Q(figure__lt=0) if is_fewest else Q(figure__gt=0)
    is_level = Q(figure=0, player__lt=player_id)
    is_above = Q(games__gt=0) | has_better | is_level
    rows = Standing.objects.filter(session=session_id)
    order = rows.filter(Q(kind=kind.CLASSED) | is_above & Q(kind=kind.UNCLASSED)).count()
    rows.filter(order__gte=order).update(order=F("order") + 1)
    Standing.objects.create(
        season=season,
        session_id=session_id,
        player_id=player_id,
        order=order,
        kind=kind.UNCLASSED,
        figure=0,
        games=0,
        counted=0,
        share=SHARE_OF_NOTHING,
        wins=0,
        heads=0,
        rounds=0,
    )
