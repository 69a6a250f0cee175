"""A season with regular players, whose evening begins."""

from django.utils import timezone

from accounts.models import Player
from leagues.models import League, Session
from leagues.people import players
from leagues.sessions import replying, session_life
from leagues.sheets import results
from leagues.sheets.score_sheet import Pad, ScoreSheet
from tests.support.leagues import make_season, make_session

# In the order of the page; Ida and Noé have said that they come.
NAMES = (
    "Ida", "Noé", "Ada", "Ben", "Cleo", "Dora", "Emil", "Fritz",
    "Gisela", "Hans", "Jakob", "Karla", "Ludwig", "Mia",
)  # fmt: skip
COMING = NAMES[:2]


def begin_evening() -> str:
    """The address of its check-in, which is a part of its page."""
    # Guests of a public one would be offered to the next.
    owner, hidden = Player.objects.get(name="Dominique"), League.Visibility.UNLISTED
    season = make_season(owner, name="Regulars", visibility=hidden)
    session = make_session(season, status=Session.Status.PLANNED)
    for name in sorted(NAMES):
        guest = players.add_guest(season.pk, name)
        if name in COMING:
            replying.reply(session, guest, timezone.now(), comes=True)
    return f"{session.get_absolute_url()}#who"


def arrive(season: str, number: int, people: list[int]) -> None:
    """Check these players in at a session; season: its address."""
    session = session_of(season, number)
    for player in Player.objects.filter(pk__in=people).order_by("pk"):
        session_life.arrive(session, player, timezone.now())


def count_sheets(season: str, number: int, heads: dict[str, int], rounds: int) -> None:
    """Dominique enters the sheets of a session's first round, by heads; Camille confirms them."""
    dominique, camille = (Player.objects.get(name=name) for name in ("Dominique", "Camille"))
    for game in session_of(season, number).games.filter(round__number=1):
        seats = game.seats.select_related("player").order_by("index")
        totals = {seat.player.pk: heads[seat.player.name] for seat in seats if seat.player}
        pad = Pad(tuple(totals), totals=tuple(totals.values()), round_count=rounds)
        results.submit(game, ScoreSheet(pad, (None,) * len(totals)), dominique, timezone.now())
        game.refresh_from_db()
        results.confirm(game, camille, timezone.now())


def session_of(season: str, number: int) -> Session:
    """A session of the season with this address."""
    slug, of_league = season.rstrip("/").split("/")[-2:]
    of_season = Session.objects.filter(season__league__slug=slug, season__number=of_league)
    return of_season.select_related("season__league").get(number=number)
