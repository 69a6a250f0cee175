"""Live tables of a league are seen by those who see the league."""

from games.models import Table
from games.services.showing import show_to
from leagues.models import League

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
