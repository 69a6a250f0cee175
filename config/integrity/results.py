"""Leagues: standings and ratings are computed again from the results, and compared."""

from config.integrity.report import Kind, Problem, Report, ids_of
from games.models import Table
from leagues.models import Game, League, Season
from leagues.standings import rating_store, store

TRIES = 3


def check_standings(report: Report) -> None:
    """Compute the standings of every season from its games alone."""
    for pk in ids_of(Season.objects.all(), "Standings"):
        for _try in range(TRIES):
            season = Season.objects.select_related("league").get(pk=pk)
            if season.outdated_standings is not None:
                continue
            rows, differing = 0, 0
            for stored, wrong in store.compare(season):
                rows, differing = rows + stored, differing + wrong
            notes = Season.objects.values_list("standings_notes", flat=True).get(pk=pk)
            if notes == season.standings_notes:
                break
        else:
            report.left_out["seasons whose standings are being computed"] += 1
            continue
        report.checked["seasons"] += 1
        report.checked["standings"] += rows
        if differing:
            where = f"league {season.league.slug}, season {season.number}"
            words = f"{differing} standings are not what its games give"
            report.add(Problem(Kind.STANDINGS_DIFFER, where, words))


def check_ratings(report: Report) -> None:
    """Rate every game of every league again."""
    for pk in ids_of(League.objects.all(), "Ratings"):
        for _try in range(TRIES):
            league = League.objects.get(pk=pk)
            if league.outdated_ratings is not None:
                continue
            rows, differing = rating_store.compare(league)
            notes = League.objects.values_list("ratings_notes", flat=True).get(pk=pk)
            if notes == league.ratings_notes:
                break
        else:
            report.left_out["leagues whose ratings are being computed"] += 1
            continue
        report.checked["leagues"] += 1
        report.checked["ratings"] += rows
        if differing:
            words = f"{differing} ratings are not what its games give"
            report.add(Problem(Kind.RATINGS_DIFFER, f"league {league.slug}", words))


def check_games(report: Report) -> None:
    """A game that counts has what it counts by: a sheet of its own, or a table that has ended."""
    games = Game.objects.counting()
    for pk in ids_of(games, "Games of leagues"):
        game = (
            games.select_related("sheet", "table", "session__season__league").filter(pk=pk).first()
        )
        if game is None:
            continue
        report.checked["games that count"] += 1
        words = _wrong_with(game)
        if words:
            report.add(Problem(Kind.SHEET_MISSING, f"game {game.get_absolute_url()}", words))


def _wrong_with(game: Game) -> str:
    if game.kind == Game.Kind.SHEET:
        is_own = game.sheet is not None and game.sheet.game_id == game.pk
        return "" if is_own else "it counts without a sheet of its own"
    if game.table is None or not game.table.has_ended:
        return "it counts, and its table has not ended"
    if game.table.status != Table.Status.FINISHED:
        return ""
    counted = sorted(game.seats.values_list("heads", flat=True), key=str)
    played = sorted(game.table.seats.values_list("heads", flat=True), key=str)
    return "" if counted == played else f"it counts {counted}, at its table were {played}"
