"""Which pages `make screenshots` pictures, who looks at them, and what is clicked first."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

LIT = ".light:not(.light--back)"


class Who(Enum):
    """By what the demo club calls them."""

    STRANGER = ""
    MEMBER = "a member"
    ORGANIZER = "the organizer"


@dataclass(frozen=True, slots=True)
class Shot:
    """A page. at: its address, or the name of one. clicks: selectors, one after the other.

    is_mistaken: its form is emptied and sent, so that it comes back with what is wrong.
    """

    name: str
    who: Who
    at: str
    clicks: tuple[str, ...] = ()
    is_mistaken: bool = False

    def address(self, addresses: dict[str, str]) -> str:
        name, _, query = self.at.partition("?")
        path = addresses.get(self.at) or addresses.get(name)
        if path is None:
            return self.at
        return path if self.at in addresses or not query else f"{path}?{query}"


def shots() -> Iterator[Shot]:
    for who, pages in PAGES.items():
        for name, at in pages.items():
            yield Shot(name, who, at)
    for name, at, *clicks in CLICKED:
        yield Shot(name, Who.MEMBER, at, tuple(clicks))
    for name, who, at in MISTAKES:
        yield Shot(f"mistakes-{name}", who, at, is_mistaken=True)
    for who, end in ((Who.ORGANIZER, ""), (Who.STRANGER, "-of-strangers")):
        for name in OF_LEAGUE if who is Who.ORGANIZER else SEEN_BY_ALL:
            yield Shot(f"league-{name.replace('_', '-').replace(' ', '-')}{end}", who, name)


RULES = (
    "base-game", "known-cards", "draft", "elimination", "cabriole", "fan-cards", "special-cards",
    "decks", "fair-deal",
)  # fmt: skip
PAGES: dict[Who, dict[str, str]] = {
    Who.STRANGER: {
        "home": "/",
        "rules": "/rules/",
        **{f"rules-{name}": f"/rules/{name}/" for name in RULES},
        "tutorial": "/rules/tutorial/",
        "tutorial-turn": "/rules/tutorial/?turn=2&card=60",
        "tutorial-row": "/rules/tutorial/?turn=3&card=3",
        "tutorial-row-taken": "/rules/tutorial/?turn=3&card=3&row=1",
        "tutorial-council": "/rules/tutorial/council/",
        "tutorial-guess": "/rules/tutorial/rows/?series=1",
        "tutorial-guessed": "/rules/tutorial/rows/?series=1&guess=0",
        "tutorial-guess-turn": "/rules/tutorial/rows/?series=1&number=8&score=5&game=mountain",
        "tutorial-guessed-turn": "/rules/tutorial/rows/?series=1&number=8&guess=0",
        "tutorial-council-played": "/rules/tutorial/council/?play=seven_takes..0",
        "sign-in": "/account/login/",
        "sign-up": "/account/signup/",
        "password-reset": "/account/password/reset/",
        "password-reset-done": "/account/password/reset/done/",
        "password-reset-bad-key": "/account/password/reset/key/1-abc/",
        "join": "join",
        "join-unusable": "/members/join/no-such-invitation/",
        "new-password": "new-password",
        "guest-link": "guest-link",
        "guest-link-used": "guest-link-used",
        "guest-games": "/guest/",
        "not-found": "/no-such-page/",
        "television": "/tv/",
        "privacy": "/privacy/",
        "offline": "/offline/",
        "puzzle-by-stranger": "/practice/",
        "puzzle-tried-by-stranger": "/practice/?card=30",
        "watched-by-stranger": "watched",
        "watched-tv": "watched-tv",
        "over-by-stranger": "over-base",
        "replay-by-stranger": "over-base-replay",
        "over-tv": "over-base-tv",
    },
    Who.MEMBER: {
        "lobby": "/tables/",
        "statistics": "/tables/statistics/?bots=1",
        "open-a-table": "/tables/new/",
        "my-games": "/tables/past/",
        "profile": "/members/profile/",
        "security-app": "/members/profile/?open=app",
        "puzzle-answered": "puzzle-answered",
        "puzzle-open": "puzzle-open",
        "guest-links": "guest-links",
        **{
            name: name
            for name in (
                "waiting-for-invited", "invite", "profile-of-friend", "profile-of-asking",
                "own-profile", "waiting", "waiting-empty", "waiting-rated",
                "waiting-to-sit",
                "two-awaited", "one-awaited", "row-asked", "correspondence", "pause-asked",
                "paused", "away", "talk", "watched",
                "special-asks", "special-takes", "special-seven", "special-exchange",
                "special-five-rows", "special-five-rows-take", "special-five-rows-ask",
                "cabriole-jump", "elimination", "elimination-out", "draft-ten", "ten",
                "deck-bulls", "deck-ducks", "deck-elements",
                "end", "end-elimination", "over-base", "over-ten", "over-special", "over-draft",
                "over-again", "over-rated", "abandoned",
                "over-base-replay", "over-ten-replay", "over-special-replay", "over-draft-replay",
                "two-awaited-tv", "talk-tv",
            )
        },
        "replay-middle": "over-base-replay?turn=1.5",
        "replay-special-middle": "over-special-replay?turn=1.6",
        "replay-ten-middle": "over-ten-replay?turn=1.7",
        "league-list-of-member": "league list",
        "league-of-member": "league",
        "season-of-member": "season",
        "session-of-member": "session",
        "session-to-come-of-member": "full session",
        "notices-of-member": "notices",
        "not-allowed": "settings",
    },
    Who.ORGANIZER: {
        "invitations": "/members/invitations/",
        "people": "/members/people/",
        "reports": "/reports/",
        "club-settings": "/members/club/",
        "erase": "erase",
        "reset-link": "reset-link",
        "lobby-of-organizer": "/tables/",
    },
}  # fmt: skip
CLICKED = (
    ("special-asks-shift", "special-asks", ".special[data-kind=shift]"),
    ("special-asks-shift-lifted", "special-asks", ".special[data-kind=shift]", f"{LIT} >> nth=4"),
    (
        "special-asks-shift-aimed", "special-asks", ".special[data-kind=shift]",
        f"{LIT} >> nth=4", LIT,
    ),
    ("special-asks-insert", "special-asks", ".special[data-kind=insert]"),
    ("special-asks-stop-aimed", "special-asks", ".special[data-kind=stop]", LIT),
    (
        "special-asks-replace-aimed", "special-asks", ".special[data-kind=replace]",
        f"{LIT} >> nth=2",
    ),
    ("special-takes-minus", "special-takes", ".special[data-kind=minus_is_plus]"),
    ("special-seven-aimed", "special-seven", ".special[data-kind=seven_takes]"),
    ("table-menu", "deck-bulls", "#more-menu summary"),
    ("table-talk-open", "talk", "#talk-open"),
    ("account-menu", "/tables/", ".menu summary"),
    ("open-a-table-rules", "/tables/new/", "#rules-played summary"),
)  # fmt: skip
MISTAKES = (
    ("sign-in", Who.STRANGER, "/account/login/"),
    ("password-reset", Who.STRANGER, "/account/password/reset/"),
    ("profile", Who.MEMBER, "/members/profile/"),
    ("open-a-table", Who.MEMBER, "/tables/new/"),
    ("new-league", Who.ORGANIZER, "new league"),
    ("settings", Who.ORGANIZER, "settings"),
    ("season-new", Who.ORGANIZER, "season_new"),
    ("session-new", Who.ORGANIZER, "session_new"),
)
# By their names in league_pages.py.
SEEN_BY_ALL = (
    "league list", "league", "season", "earlier standings", "story", "team", "ratings",
    "rules", "charts", "what_it_takes", "sessions",
    "teams", "session", "session over", "full session", "cancelled session", "game",
    "voided game", "online game", "screen", "embed", "summary", "score link",
)  # fmt: skip
OF_LEAGUE = (
    "league list", "new league", "notices", "league", "settings", "season_new",
    "ratings", "merge", "log", "season_import", "season", "season_edit", "rules",
    "charts", "what_it_takes", "sessions",
    "session_new", "wishes", "players", "teams",
    "summary", "embed", "share", "earlier standings", "season being planned", "story",
    "team", "withdraw", "session over", "session_edit", "seating",
    "print", "screen", "game_new", "import", "full session",
    "cancelled session", "session", "names found", "draw", "paper", "game", "voided game",
    "waiting game", "online game", "sheet", "score link", "correction", "printed sheet",
)  # fmt: skip
SHOTS = tuple(shots())
# By page, language and theme: the size of a picture in the README.
README = {
    ("deck-bulls", "en", "light"): (1280, 800),
    ("draft-ten", "en", "light"): (360, 640),
    ("cabriole-jump", "fr", "dark"): (360, 640),
    ("league-season", "en", "light"): (1280, 800),
    ("league-sheet", "fr", "dark"): (360, 640),
}
