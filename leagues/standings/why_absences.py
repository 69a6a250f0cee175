"""What byes and no-shows added to a figure: how many, what each is worth, and which rounds."""

from typing import NamedTuple

from django.utils.translation import ngettext, pgettext

from accounts.models import Player
from leagues.models import Bye, Season, Session
from leagues.season_rules import ByeWorth, SeasonRules
from leagues.standings import counted_games
from leagues.standings.figures import short_text, signed_text
from leagues.standings.scoring.reasons import Account
from leagues.standings.scoring.tally import Absence

AbsentRound = tuple[Absence, Bye]


class AbsenceRow(NamedTuple):
    """The byes of a player, or the no-shows.

    points: what they add together, with the sign. rounds: each with its session.
    """

    points: str
    sentence: str
    rounds: list[tuple[Session, str]]


def absences_of_player(season: Season, session: Session, player: Player) -> list[AbsentRound]:
    """The byes and no-shows of a player until a session, those that the season counts."""
    if not counted_games.kinds_that_count(season):
        return []
    order = counted_games.order_of(season).by_id
    rows = counted_games.absences_that_count(season).filter(player=player)
    found = []
    for bye in rows.select_related("round__session"):
        place = order[bye.round.session_id]
        if place <= order[session.pk]:
            bye.round.session.season = season
            found.append((Absence(player.pk, place, bye.kind == Bye.Kind.NO_SHOW), bye))
    return sorted(found, key=lambda each: (each[0].session, each[1].round.number))


def present_absences(
    account: Account, absent: list[AbsentRound], rules: SeasonRules
) -> list[AbsenceRow]:
    """A row for the byes and one for the no-shows, each where there are any that count."""
    counting = [(absence, bye.round) for absence, bye in absent if absence in account.absences]
    points = account.absence_points
    rows = []
    if points.byes:
        rows.append((False, points.byes * points.bye, _byes(account, rules)))
    if points.no_shows:
        rows.append((True, points.no_shows * points.no_show, _no_shows(account)))
    return [
        AbsenceRow(
            signed_text(total),
            words,
            [
                (
                    round.session,
                    pgettext("of a session", "Round %(number)s") % {"number": round.number},
                )
                for absence, round in counting
                if absence.is_no_show == is_no_show
            ],
        )
        for is_no_show, total, words in rows
    ]


def _byes(account: Account, rules: SeasonRules) -> str:
    count, each = account.absence_points.byes, short_text(account.absence_points.bye)
    words: dict[str, object] = {"count": count, "points": each}
    games = sum(line.counts for line in account.lines)
    if rules.bye is ByeWorth.POINTS or not games:
        sentence = ngettext(
            "Sat out %(count)d round, worth %(points)s.",
            "Sat out %(count)d rounds, each worth %(points)s.",
            count,
        )
        return sentence % words
    words["sum"] = f"{short_text(account.total)} ÷ {games} = {each}"
    sentence = ngettext(
        "Sat out %(count)d round, worth the mean of the games that count: %(sum)s.",
        "Sat out %(count)d rounds, each worth the mean of the games that count: %(sum)s.",
        count,
    )
    return sentence % words


def _no_shows(account: Account) -> str:
    count = account.absence_points.no_shows
    sentence = ngettext(
        "Did not show up for %(count)d round: %(points)s.",
        "Did not show up for %(count)d rounds: %(points)s each.",
        count,
    )
    return sentence % {"count": count, "points": signed_text(account.absence_points.no_show)}
