"""Two leagues with a semi-final: one draws it, in the other it has led to the final."""

from urllib.parse import urlencode

from accounts.models import Player
from leagues.models import Role, Session
from leagues.sessions import seats
from leagues.setup.league_life import set_role
from tests.browser.league_pages import LONG_NAMES
from tests.leagues.browsing import url
from tests.leagues.finals.test_drawing_finals import LevelClub
from tests.leagues.finals.test_semi_final_of_a_season import NAMES, Club
from tests.support.leagues import enter


def make_semi_finals() -> dict[str, str]:
    """The addresses of their pages by what they show."""
    drawing, played = LevelClub(), Club()
    dominique = Player.objects.get(name="Dominique")
    for club in (drawing, played):
        set_role(club.season.league, dominique, Role.Kind.ORGANIZER)
        for person, name in zip(club.people.values(), LONG_NAMES, strict=False):
            Player.objects.filter(pk=person.pk).update(name=name)
        for session in (club.semi, club.final):
            club.arrive(session, *NAMES)
    played.draw(played.semi)
    for game in played.semi.games.all():
        enter(game, [20, 10, 70])
    played.draw(played.final)
    return {
        "draw of it": _draw(drawing, drawing.semi),
        "draw of the final too early": _draw(drawing, drawing.final),
        "its rule": url("season_edit", played.season),
        "its rule, amended": url("rules_amend", drawing.season),
        "its session planned": url("session_edit", drawing.season, 2),
        **{f"level: {name}": url(name, drawing.season) for name in ("what_it_takes", "rules")},
        **{
            name: url(name, played.season)
            for name in ("season", "what_it_takes", "rules", "embed", "sessions")
        },
        **{name: url(name, played.season, 2) for name in ("session", "print", "screen")},
        "the final": url("session", played.season, 3),
    }


def _draw(club: Club, session: Session) -> str:
    asked = {"seed": 1, "player": seats.free_players(session)}
    return f"{url('seating', club.season, session.number)}?{urlencode(asked, doseq=True)}"
