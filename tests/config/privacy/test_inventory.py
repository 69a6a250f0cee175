"""Every table of the site: what it holds of a person is in their export, and goes when they leave.

inventory.py says it for each field; here a person who is in every table is exported and erased.
"""

import json
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session as BrowserSession
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model
from django.utils import timezone

from accounts import privacy
from accounts.models import Player, PushDevice, User
from accounts.pictures import files as photos
from accounts.pictures.drawing import Kind
from accounts.security.models import ResetLink, SecurityNote
from games.models import (
    Analysis,
    DailyGame,
    Friendship,
    GameRating,
    GuestLink,
    HeldSeat,
    Message,
    Mute,
    Reminder,
    ReportCase,
    Seat,
    Silence,
    Table,
    TableInvite,
    UploadedRecord,
)
from games.practice import answers
from games.replay import replays as uploads
from games.rules.options import Options
from games.seats import guests
from leagues.audit import service as audit
from leagues.audit.words import Did
from leagues.models import (
    Adjustment,
    ApiToken,
    Attendance,
    Bye,
    FeedAddress,
    Game,
    GameSeat,
    GameVersion,
    IdempotencyKey,
    League,
    Merge,
    Notice,
    NoticePreference,
    Reply,
    Role,
    Round,
    Season,
    Session,
    SheetPhoto,
    SignUp,
    Team,
    TeamMember,
    Webhook,
    Wish,
)
from leagues.sheets.stored import save_draft
from tests.config.privacy import inventory, inventory_of_talk
from tests.config.privacy.inventory import Erased
from tests.factories import InvitationFactory, PlayerFactory
from tests.support.clients import signed_in
from tests.support.club import change_club
from tests.support.commands import said_by
from tests.support.leagues import make_game, make_guest, make_season, make_session, play, texts_of
from tests.support.played_records import played_record
from tests.support.puzzles import BEST, make_puzzle
from tests.support.second_factors import give_app
from tests.support.tables import open_table, play_to_the_end, start_table

pytestmark = pytest.mark.django_db(transaction=True)

PERSONAL = inventory.PERSONAL | inventory_of_talk.PERSONAL
IMPERSONAL = inventory.IMPERSONAL | inventory_of_talk.IMPERSONAL
# Of two words: it goes out of titles too, wherever it stands in them.
NAME, EMAIL = "Cunégonde Vaillant", "cunegonde@club.example"
# As some keyboards write it: the accent is a sign of its own.
TYPED = normalize("NFD", NAME)
# Tables with nobody of this person's kind in them: guests of a table, and what is not used.
EMPTY_FOR_MEMBERS = {
    "accounts.User_groups", "accounts.User_user_permissions", "account.EmailConfirmation",
    "games.GuestLink", "accounts.SignUpRequest",
}  # fmt: skip


# --- Nothing is left out of the list ----------------------------------------------------


def all_fields() -> dict[str, list[str]]:
    models = apps.get_models(include_auto_created=True)
    return {model._meta.label: [field.name for field in model._meta.fields] for model in models}


def test_every_field_of_every_model_is_classified_once() -> None:
    """Whoever adds a field or a model says in inventory.py what becomes of it."""
    written = {
        label: sorted([*PERSONAL.get(label, {}), *IMPERSONAL.get(label, "").split()])
        for label in PERSONAL.keys() | IMPERSONAL.keys()
    }
    assert written == {label: sorted(names) for label, names in all_fields().items()}


def test_whatever_leads_to_a_person_is_personal() -> None:
    leading = {
        (model._meta.label, field.name)
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.fields
        if field.related_model in {Player, User}
    }
    assert leading <= {(label, name) for label, fields in PERSONAL.items() for name in fields}


# --- Somebody who is in every table -----------------------------------------------------


@pytest.fixture
def _photos(settings: Any, tmp_path: Path) -> None:
    settings.PHOTOS = tmp_path / "photos"


@pytest.fixture
def somebody(_photos: None) -> Player:
    """A member with a row in every table, and their name in every text that may hold one."""
    PlayerFactory.create()
    user = User.objects.create_user(EMAIL, "a-password-of-ours", is_staff=True)
    face = photos.write(b"a face", Kind.PORTRAIT)
    player = PlayerFactory.create(user=user, name=NAME, is_organizer=True, picture=face)
    in_accounts(player, user)
    at_tables(player)
    in_a_league(player)
    return player


def in_accounts(player: Player, user: User) -> None:
    other = PlayerFactory.create()
    assert other.user
    EmailAddress.objects.create(user=user, email=EMAIL, verified=True, primary=True)
    InvitationFactory.create(created_by=player, note=f"a friend of {TYPED}")
    InvitationFactory.create(for_player=player, note=TYPED)
    InvitationFactory.create(used_by=user, used_at=timezone.now(), note=TYPED)
    InvitationFactory.create(note=f"like {TYPED.upper()}")
    signed_in(player).get("/members/profile/")
    change_club(player, name="Les mardis")
    give_app(user)
    for whose, maker in ((user, other), (other.user, player)):
        expires = timezone.now() + ResetLink.LIFETIME
        ResetLink.objects.create(
            user=whose, created_by=maker, token_hash=f"h{maker.pk}", expires_at=expires
        )
        SecurityNote.objects.create(user=whose, by=maker, kind=SecurityNote.Kind.LINK_MADE)
    kind = ContentType.objects.get_for_model(Table)
    for by, text in ((user, "a table"), (other.user, f"{TYPED}’s table")):
        LogEntry.objects.create(
            user=by,
            content_type=kind,
            object_id="1",
            action_flag=CHANGE,
            object_repr=text,
            change_message=json.dumps([{"changed": {"name": "seat", "object": text}}]),
        )


def at_tables(player: Player) -> None:
    other = PlayerFactory.create()
    table = start_table(player, other, options=Options(max_rounds=1))
    Table.objects.filter(pk=table.pk).update(
        name=f"Chez {TYPED.upper()}", origin=f"Coupe {TYPED}, printemps"
    )
    play_to_the_end(table)
    seat = Seat.objects.get(table=table, player=player)
    GameRating.objects.create(table=table, player=player, number=1, before=25, mu=26, sigma=8)
    Analysis.objects.create(
        table=table,
        seat=seat.index,
        asked_by=player,
        asked_at=timezone.now(),
        cost=1.5,
        choices=[{"turn": 1}],
    )
    DailyGame.objects.create(day=timezone.now().date(), player=player, table=table)
    puzzle = make_puzzle(timezone.now().date())
    answers.answer(player, puzzle, BEST, timezone.now(), is_listed=True)
    Reminder.objects.create(seat=seat, kind="turn", sent_at=timezone.now())
    for number, (author, text) in enumerate(
        [(player, f"I am {TYPED}"), (other, f"Well done {TYPED.upper()}!")], 1
    ):
        Message.objects.create(
            table=table, number=number, changed=number, author=author, text=text, at=timezone.now()
        )
    Message.objects.create(
        table=table, number=3, changed=3, author=player, reaction="bravo", at=timezone.now()
    )
    Silence.objects.create(table=table, player=player)
    in_reports(player, other, table)
    Mute.objects.create(player=player, muted=other)
    Mute.objects.create(player=other, muted=player)
    held = open_table(other, seats=3)
    HeldSeat.objects.create(table=held, player=player, until=timezone.now() + timedelta(hours=1))
    now = timezone.now()
    TableInvite.objects.create(table=held, by=other, player=player, at=now, declined_at=now)
    TableInvite.objects.create(table=table, by=player, player=other, at=now)
    for asker, asked in ((player, other), (PlayerFactory.create(), player)):
        Friendship.objects.create(asker=asker, asked=asked, at=now)
    record = played_record("two")
    uploads.store(player, record)
    uploads.store(other, {**record, "players": [TYPED, *record["players"][1:]], "fairness": None})


def in_reports(player: Player, other: Player, table: Table) -> None:
    """A case about the person, one that they opened and decided, and their name in both."""
    now = timezone.now()
    Silence.objects.create(player=player, until=now + timedelta(days=1))
    done = {"decision": "silenced", "decided_at": now, "opened_at": now, "table": table}
    own = ReportCase.objects.create(
        about=player, number=1, text=f"I am {TYPED}", silenced_until=now, **done
    )
    theirs = ReportCase.objects.create(
        about=other, number=2, text=f"Well done {TYPED}!", decided_by=player, **done
    )
    for case in (own, theirs):
        for number, author in enumerate((player, other)):
            case.lines.create(author=author, number=number, text=f"Ah, {TYPED}", at=now)
    own.reports.create(by=other, reason="insult", words=f"Always {TYPED}", at=now)
    theirs.reports.create(by=player, reason="other", words="It is not me", at=now)
    theirs.reports.create(by=PlayerFactory.create(), reason="hate", words=TYPED, at=now)


def in_a_league(player: Player) -> None:
    now, other = timezone.now(), PlayerFactory.create()
    season = make_season(player, name=f"Coupe {TYPED}")
    Season.objects.filter(pk=season.pk).update(name=f"With {TYPED}")
    League.objects.filter(pk=season.league_id).update(description=f"Led by {TYPED}.")
    session = make_session(season, name=f"{TYPED}’s birthday", place=f"Chez {TYPED}")
    game = play(session, player, other, by=player)
    GameVersion.objects.filter(game=game).update(reason=f"As {TYPED} says")
    Game.objects.filter(pk=game.pk).update(proposed_by=player)
    GameSeat.objects.filter(game=game, player=other).update(substitute_for=player)
    game.sheet.seats.filter(player=other).update(substitute_for=player)
    save_draft(make_game(session, [other]), texts_of(TYPED, other), player, "page", now)
    with_draft_by_other = make_game(session, [other])
    save_draft(with_draft_by_other, texts_of(TYPED, other), other, "page", now)
    Adjustment.objects.create(
        season=season, session=session, player=player, points=Decimal(1), reason=f"{TYPED}: cake",
        by=player, at=now, cancelled_by=player,
    )  # fmt: skip
    season.amendments.create(
        at=now,
        by=player,
        reason=f"{TYPED} wants it",
        before={"min_games": 1},
        after={"min_games": 2},
    )
    audit.record(
        season.league, Did.MOVED_SESSION, other, season=season,
        before={"place": f"Chez {TYPED}"}, after={"place": f"Next to {TYPED}"},
    )  # fmt: skip
    audit.record(season.league, Did.MERGED, player, about=player, other=player)
    Session.objects.create(
        season=season, number=90, starts_at=now, status="cancelled",
        cancelled_because=f"{TYPED} is ill",
    )  # fmt: skip
    Attendance.objects.create(session=session, player=player, arrived_at=now)
    Reply.objects.create(session=session, player=player, comes=True)
    older = Player.objects.order_by("pk")[0]
    for first, second in ((older, player), (player, other)):
        Wish.objects.create(season=season, first=first, second=second, kind=Wish.Kind.APART)
    drawn = Round.objects.create(session=session, number=1, seed=1, by=player, released_at=now)
    Bye.objects.create(round=drawn, player=player, by=player)
    team = Team.objects.create(season=season, name=f"{TYPED} and the oxen")
    TeamMember.objects.create(team=team, season=season, player=player)
    for guest, member in ((make_guest("Paper"), player), (player, other)):
        Merge.objects.create(
            league=season.league, guest=guest, member=member, by=player, undone_by=player
        )
    Merge.objects.filter(guest=player).update(undone_at=now)
    SignUp.objects.create(season=season, player=player)
    Notice.objects.create(player=player, kind="results", session=session)
    NoticePreference.objects.create(player=player)
    PushDevice.objects.create(
        user=User.objects.get(player=player),
        address_hash="h",
        browser="Firefox",
        system="Linux",
        used_at=now,
    )
    name = photos.write(b"a picture", Kind.SHEET)
    SheetPhoto.objects.create(game=game, file=name, size=9, at=now, by=player)
    FeedAddress.objects.create(player=player, league=season.league, nonce="n", created_at=now)
    ApiToken.objects.create(player=player, name=f"{TYPED}’s phone", token_hash="h", created_at=now)
    IdempotencyKey.objects.create(
        player=player, key_hash="h", request_hash="h", status=201, answer={}, headers={},
        created_at=now,
    )  # fmt: skip
    Webhook.objects.create(league=season.league, by=player, host="example.org", created_at=now)


def model_of(label: str) -> type[Model]:
    return next(
        model for model in apps.get_models(include_auto_created=True) if model._meta.label == label
    )


def about(label: str, player: Player, user_id: int) -> Iterator[Any]:
    """For each field of a model that leads to a person: the rows that lead to this one."""
    model = model_of(label)
    for field in model._meta.fields:
        if field.name in PERSONAL[label] and field.related_model in {Player, User}:
            whom = player.pk if field.related_model is Player else user_id
            yield field.name, model._base_manager.filter(**{field.attname: whom})


def named(text: Any) -> bool:
    """Whether a value holds the name or the address, in any letters and any way to write them."""
    plain = text if isinstance(text, str) else json.dumps(text, cls=DjangoJSONEncoder)
    for written in (plain, plain.encode().decode("unicode-escape", "ignore")):
        called = normalize("NFC", written).casefold()
        if NAME.casefold() in called or EMAIL in called:
            return True
    return False


# --- The export -------------------------------------------------------------------------


def test_the_export_tells_everything_that_the_list_says_it_tells(somebody: Player) -> None:
    data = json.loads(json.dumps(privacy.personal_data(somebody), cls=DjangoJSONEncoder))
    missing = {
        (label, field, told)
        for label, fields in PERSONAL.items()
        for field, (told, _erased) in fields.items()
        if told and not is_told(data, told.split("."))
    }
    assert missing == set()


def is_told(data: Any, path: list[str]) -> bool:
    """Whether there is a value at this path, in some entry of each list on the way."""
    if isinstance(data, list):
        return any(is_told(entry, path) for entry in data) or (not path and bool(data))
    if not path:
        return True
    return isinstance(data, dict) and path[0] in data and is_told(data[path[0]], path[1:])


def test_the_export_names_nobody_else(somebody: Player) -> None:
    others = Player.objects.exclude(pk=somebody.pk).values_list("name", flat=True)
    data = privacy.personal_data(somebody)
    # Whose messages they hide, whom they asked and who they were as a guest is their own.
    del data["talk"]["muted"], data["merges"], data["uploaded_records"], data["friends"]
    told = json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False)
    assert [name for name in others if name in told] == []


# --- The erasure ------------------------------------------------------------------------


def test_erasure_does_to_every_field_what_the_list_says(somebody: Player) -> None:
    user_id = somebody.user.pk
    before = {
        (label, field): rows.count()
        for label in PERSONAL
        for field, rows in about(label, somebody, user_id)
        if label not in EMPTY_FOR_MEMBERS
    }
    assert {where for where, count in before.items() if not count} == set()
    privacy.erase(somebody)
    for label, fields in PERSONAL.items():
        for field, rows in about(label, somebody, user_id):
            if fields[field][1] is Erased.STAYS:
                assert rows.count() == before.get((label, field)), (label, field)
            else:
                assert not rows.exists(), (label, field)


def test_every_text_that_may_hold_the_name_held_it_and_is_emptied(somebody: Player) -> None:
    texts = [
        (label, field)
        for label, fields in PERSONAL.items()
        for field, (_told, erased) in fields.items()
        if erased is Erased.EMPTIED
        and model_of(label)._meta.get_field(field).get_internal_type()
        in {"CharField", "TextField", "JSONField"}
        and field not in {"reaction", "picture"}  # looked at elsewhere: they hold no name
    ]

    def holding() -> set[tuple[str, str]]:
        return {
            (label, field)
            for label, field in texts
            if any(map(named, model_of(label)._base_manager.values_list(field, flat=True)))
        }

    assert holding() == set(texts)
    privacy.erase(somebody)
    assert holding() == set()


def test_no_byte_of_the_database_names_them_afterwards(somebody: Player) -> None:
    assert named(said_by("dumpdata"))
    slug = League.objects.get().slug
    privacy.erase(somebody)
    # The address of a league keeps its words: links lead there.
    assert "cunegonde" in slug
    left = said_by("dumpdata").replace(slug, "")
    assert not named(left)
    assert "gonde" not in left.casefold()
    assert not BrowserSession.objects.exists()
    assert not UploadedRecord.objects.filter(uploader=somebody).exists()
    assert not Message.objects.filter(author=somebody).exclude(text="", reaction="").exists()
    assert list(photos.written_before(timezone.now().timestamp() + 60)) == []


def test_what_others_wrote_stays_but_for_the_name(somebody: Player) -> None:
    privacy.erase(somebody)
    assert Message.objects.exclude(text="").get().text == "Well done …!"
    assert Session.objects.get(number=1).place == "Chez …"
    assert Team.objects.get().name == "… and the oxen"
    assert Role.objects.filter(player=somebody).count() == 0


def test_guests_are_erased(settings: Any) -> None:
    settings.GUEST_SEATS = True
    host = PlayerFactory.create()
    table = open_table(host, seats=3)
    token = guests.invite(table.pk, host, timezone.now())
    key = guests.seat_guest(token, NAME, "", timezone.now())
    assert GuestLink.objects.exclude(player=None).exists()
    guests.forget_browser(key, timezone.now())
    assert not GuestLink.objects.exists()
    assert not Player.every.filter(name=NAME).exists()
