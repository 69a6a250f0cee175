"""What leagues know of a person: told to them as JSON data for their own use, and erased.

Of who is erased the results stay; roles, replies, wishes and the name go. Everywhere else than in
drafts and reasons, which hold what somebody typed, a name is read from its player. Pages that are
cached get a new version.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import Case, F, Model, Q, QuerySet, When
from django.db.models.functions import Coalesce

from accounts import names
from accounts.locks import locked
from accounts.models import Player
from leagues.audit import service as audit
from leagues.exports import tokens
from leagues.models import (
    Adjustment,
    Amendment,
    ApiToken,
    Attendance,
    AuditLine,
    Bye,
    Entrant,
    FeedAddress,
    Game,
    GameSeat,
    GameVersion,
    IdempotencyKey,
    League,
    Merge,
    Notice,
    NoticePreference,
    Rating,
    RatingPoint,
    Reply,
    Role,
    Round,
    Season,
    Session,
    SheetPhoto,
    SheetRevision,
    SignUp,
    Standing,
    Team,
    TeamMember,
    Webhook,
    Wish,
)
from leagues.people import guests
from leagues.sheets import photos, stored
from leagues.sheets.score_sheet import ScoreSheet, outcome


class Part(NamedTuple):
    """What one table tells of a person: columns by the names they are told under.

    people: the columns that say whom a row is about.
    """

    table: QuerySet[Any]
    columns: Mapping[str, str]
    people: tuple[str, ...] = ("player",)

    def rows(self, player: Player) -> list[dict[str, Any]]:
        """What is told of a player, the oldest first."""
        about = Q(*((name, player) for name in self.people), _connector=Q.OR)
        found = self.table.filter(about).order_by("pk")
        told = found.values_list(*self.columns.values())
        return [dict(zip(self.columns, row, strict=True)) for row in told]


def _session(path: str) -> dict[str, str]:
    """The names of a session, whose row is found at this path."""
    return {
        "league": f"{path}__season__league__name",
        "season": f"{path}__season__name",
        "session": f"{path}__number",
    }


_SEASON = {"league": "season__league__name", "season": "season__name"}
_GAME = {**_session("game__session"), "game": "game__number"}
# Undone, the guest was somebody else.
_GUEST = Case(When(undone_at=None, then=F("guest__name")))

PARTS = {
    "league_roles": Part(Role.objects.all(), {"league": "league__name", "role": "kind"}),
    "seasons": Part(
        Entrant.objects.all(),
        {
            **_SEASON,
            "joined_from": "joined_from",
            "withdrawn": "withdrawn_at",
            "rated": "is_rated",
        },
    ),
    "sign_ups": Part(SignUp.objects.all(), {**_SEASON, "state": "state", "signed_up": "at"}),
    "teams": Part(
        TeamMember.objects.all(),
        {**_SEASON, "team": "team__name", "since_session": "since", "until_session": "until"},
    ),
    "replies": Part(
        Reply.objects.all(),
        {**_session("session"), "comes": "comes", "replied": "at", "on_the_waiting_list": "waits"},
    ),
    "notices": Part(
        Notice.objects.annotate(
            in_season=Coalesce("season__name", "session__season__name"),
            in_league=Coalesce("season__league__name", "session__season__league__name"),
        ),
        {
            "league": "in_league",
            "season": "in_season",
            "session": "session__number",
            "kind": "kind",
            "told": "at",
            "read": "read_at",
            "mailed": "mailed_at",
            "pushed": "pushed_at",
        },
    ),
    "notice_emails": Part(
        NoticePreference.objects.all(),
        {"wanted": "mails", "last_sent": "mailed_at"}
        | {topic: topic for topic in NoticePreference.Topic.values},
    ),
    "attendances": Part(
        Attendance.objects.all(),
        {**_session("session"), "arrived": "arrived_at", "left": "left_at"},
    ),
    "results": Part(
        # Where they sit is told once everybody knows it.
        GameSeat.objects.exclude(game__in=Game.objects.hidden()),
        {
            **_GAME,
            "round": "game__round__number",
            "table": "game__table_number",
            "status": "game__status",
            "heads": "heads",
            "place": "place",
            "among": "game__size",
        },
        people=("player", "counts_for"),
    ),
    "standings": Part(
        Standing.objects.exclude(season__status=Season.Status.DRAFT),
        {**_session("session"), "place": "place", "figure": "figure", "games": "games"},
    ),
    "adjustments": Part(
        Adjustment.objects.all(),
        {
            **_SEASON,
            "session": "session__number",
            "points": "points",
            "reason": "reason",
            "cancelled": "cancelled_at",
        },
    ),
    "ratings": Part(
        Rating.objects.all(),
        {"league": "league__name", "mu": "mu", "sigma": "sigma", "games": "games"},
    ),
    "rating_points": Part(
        RatingPoint.objects.all(), {**_GAME, "mu": "mu", "sigma": "sigma", "games": "number"}
    ),
    # Not with whom: that may be what the other person wants nobody to know.
    "wishes": Part(Wish.objects.all(), {**_SEASON, "kind": "kind"}, people=("first", "second")),
    "merges": Part(
        Merge.objects.annotate(as_guest=_GUEST),
        {"league": "league__name", "guest": "as_guest", "at": "at", "undone": "undone_at"},
        people=("guest", "member"),
    ),
    "history": Part(
        GameVersion.objects.all(),
        {**_GAME, "did": "did", "at": "at", "reason": "reason"},
        people=("by",),
    ),
    "sheet_photos": Part(SheetPhoto.objects.all(), {**_GAME, "at": "at"}, people=("by",)),
    "log": Part(
        AuditLine.objects.all(),
        {"league": "league__name", "did": "did", "at": "at"},
        people=("by", "about", "other"),
    ),
    "feed_addresses": Part(
        FeedAddress.objects.all(),
        {"league": "league__name", "created": "created_at", "last_used": "used_at"},
    ),
    "api_tokens": Part(
        ApiToken.objects.all(),
        {
            "name": "name",
            "writes": "scopes",
            "created": "created_at",
            "last_used": "used_at",
            "expires": "expires_at",
        },
    ),
    # Their answers hold nothing but numbers.
    "api_requests": Part(IdempotencyKey.objects.all(), {"at": "created_at"}),
    # Not the address: whoever has it can write there.
    "webhooks": Part(
        Webhook.objects.all(),
        {"league": "league__name", "format": "format", "server": "host", "created": "created_at"},
        people=("by",),
    ),
    "adjustments_given": Part(
        Adjustment.objects.all(),
        {
            **_SEASON,
            "session": "session__number",
            "points": "points",
            "reason": "reason",
            "at": "at",
            "cancelled": "cancelled_at",
        },
        people=("by", "cancelled_by"),
    ),
    "amendments": Part(
        Amendment.objects.all(), {**_SEASON, "reason": "reason", "at": "at"}, people=("by",)
    ),
    "byes": Part(
        Bye.objects.exclude(round__released_at=None),
        {**_session("round__session"), "round": "round__number", "kind": "kind", "at": "at"},
    ),
    "byes_given": Part(
        Bye.objects.all(),
        {**_session("round__session"), "round": "round__number", "kind": "kind", "at": "at"},
        people=("by",),
    ),
    "rounds_drawn": Part(
        Round.objects.all(), {**_session("session"), "number": "number", "at": "at"}, people=("by",)
    ),
}


def personal_data(player: Player) -> dict[str, Any]:
    """All that leagues keep about a player, also what they wrote themselves."""
    told: dict[str, Any] = {name: part.rows(player) for name, part in PARTS.items()}
    return told | {"sheets": _sheets(player), "drafts": _drafts(player)}


def _sheets(player: Player) -> list[dict[str, Any]]:
    """Every version of a sheet that names them: their heads, None where they were replaced."""
    revisions = SheetRevision.objects.naming(player)
    sheets = stored.read_revisions(revisions)
    lines = GameVersion.objects.filter(sheet__in=revisions).order_by("pk")
    return [
        {
            **_place(line.game),
            "did": line.did,
            "at": line.at,
            "heads": _heads(sheets[line.sheet_id], line.game, player),
        }
        for line in lines.select_related("game__session__season__league")
        if line.sheet_id
    ]


def _heads(sheet: ScoreSheet, game: Game, player: Player) -> int | None:
    totals = dict(zip(sheet.players, outcome(sheet.pad, game.rules).totals, strict=True))
    return totals.get(player.pk)


def _drafts(player: Player) -> list[dict[str, Any]]:
    """The sheets that are being typed by them, or with them: what stands in their column."""
    games = Game.objects.filter(draft__isnull=False).select_related("session__season__league")
    found = []
    for game in games.order_by("pk"):
        draft = stored.draft_of(game)
        columns = stored.columns_of(draft.texts, player) if draft else []
        if draft is None or (draft.by != player.pk and not columns):
            continue
        found.append(
            {
                **_place(game),
                "saved": draft.at,
                "typed_by_you": draft.by == player.pk,
                "rounds": [text for n in columns for text in stored.heads_in(draft.texts, n)],
                "totals": [draft.texts[f"t{n}"] for n in columns],
            }
        )
    return found


def _place(game: Game) -> dict[str, Any]:
    """Where a game was played, in the words of `_GAME`."""
    season = game.session.season
    return {
        "league": season.league.name,
        "season": season.name,
        "session": game.session.number,
        "game": game.number,
    }


# --- Erasing -------------------------------------------------------------------------------


def lock(player: Player) -> None:
    """Lock what an erasure or a new name changes: seasons first, then games.

    These are the games with a draft that `erase` takes the name out of.
    """
    people = guests.lock_seasons_with(player)
    called = Player.objects.filter(pk__in=people).values_list("name", flat=True)
    typed = [
        game
        for name in called
        for game in stored.drafts_with_guest(name).values_list("pk", flat=True)
    ]
    list(locked(Game.objects.filter(pk__in=typed)).only("pk"))


def guests_of(player: Player) -> list[Player]:
    """The guests who turned out to be somebody."""
    merges = Merge.objects.filter(member=player, undone_at=None).select_related("guest")
    return [merged.guest for merged in merges.order_by("guest")]


def erase(player: Player, name: str) -> None:
    """Erase a player; name: the one they had."""
    _forget_in_texts(player, name)
    Role.objects.filter(player=player).delete()
    Reply.objects.filter(player=player).delete()
    Wish.every.filter(Q(first=player) | Q(second=player)).delete()
    stored.forget_guest_name(name)
    _forget_in_reasons(player, name)
    photos.forget(player)
    tokens.forget(player)
    guests.refresh_pages(player)


def _forget_in_texts(player: Player, name: str) -> None:
    """Take the name out of what organizers wrote in the leagues and seasons in which they appear.

    Out of titles and places as `names.without_in_title` says: "Chez Ada" is where somebody lives,
    "Rue Ada Lovelace" is not. The address of a league keeps its words: links lead there.
    """
    seasons = list(guests.seasons_with([player.pk]))
    theirs = Q(pk__in={season.league_id for season in seasons})
    theirs |= Q(pk__in=Role.objects.filter(player=player).values("league"))
    leagues = list(locked(League.objects.filter(theirs)))
    sessions = Session.objects.filter(season__in=seasons)
    teams = Team.objects.filter(season__in=seasons)
    _take_out(name, leagues, ("name",), names.without_in_title)
    _take_out(name, seasons, ("name",), names.without_in_title)
    _take_out(name, sessions, ("name", "place"), names.without_in_title)
    _take_out(name, leagues, ("description",))
    cancelled = Session.objects.exclude(cancelled_because="")
    if not names.has_several_words(name):
        cancelled = cancelled.filter(season__league__in=leagues)
    _take_out(name, cancelled, ("cancelled_because",))
    for team in teams:
        called = names.without(team.name, name)
        if called != team.name:
            taken = teams.filter(season=team.season_id, name__startswith=called).count()
            Team.objects.filter(pk=team.pk).update(
                name=f"{called} {taken + 1}" if taken else called
            )
    audit.forget(player, name, leagues)


def _take_out(
    name: str,
    rows: Iterable[Model],
    fields: tuple[str, ...],
    without_name: Callable[[str, str], str] = names.without,
) -> None:
    """Take the name out of these fields of these rows."""
    for row in rows:
        texts = {field: getattr(row, field) for field in fields}
        without = {field: without_name(text, name) for field, text in texts.items()}
        if without != texts:
            type(row)._base_manager.filter(pk=row.pk).update(**without)  # noqa: SLF001


def _forget_in_reasons(player: Player, name: str) -> None:
    """Take the name out of what they wrote, and of what others wrote of their games and points."""
    games = guests.games_with(Game.objects.all(), player).values("pk")
    ever = SheetRevision.objects.naming(player).values("game")
    lines = GameVersion.objects.filter(Q(by=player) | Q(game__in=games) | Q(game__in=ever))
    own = Q(player=player) | Q(by=player) | Q(cancelled_by=player)
    amended = Amendment.objects.filter(Q(by=player) | Q(season__entrants__player=player)).distinct()
    for rows in (lines.exclude(reason=""), Adjustment.objects.filter(own), amended):
        _take_out(name, rows, ("reason",))
