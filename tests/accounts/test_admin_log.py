"""Who leaves takes their name out of the log of the admin pages, and nothing that was done."""

import json

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Model

from accounts import privacy
from accounts.models import Invitation, Player
from tests.factories import InvitationFactory, PlayerFactory
from tests.support.leagues import make_season
from tests.support.tables import open_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin() -> Player:
    return PlayerFactory.create(name="Odile")


def log(by: Player, row: Model, message: object, called: str = "") -> LogEntry:
    assert by.user
    return LogEntry.objects.create(
        user=by.user,
        content_type=ContentType.objects.get_for_model(row),
        object_id=str(row.pk),
        object_repr=called or str(row),
        action_flag=CHANGE,
        change_message=message if isinstance(message, str) else json.dumps(message),
    )


def told(line: LogEntry) -> tuple[str, str]:
    line.refresh_from_db()
    return line.object_repr, line.get_change_message()


@pytest.mark.parametrize("name", ["changed", "fields", "seat", "Name"])
def test_nobody_empties_the_log_by_taking_one_of_its_words_as_a_name(
    admin: Player, name: str
) -> None:
    table = open_table(admin, seats=3)
    message = [
        {"changed": {"fields": ["Name"]}},
        {"changed": {"name": "seat", "object": "1.0", "fields": ["Name"]}},
    ]
    line = log(admin, table, message, called="The long table")
    before = told(line)
    privacy.erase(PlayerFactory.create(name=name))
    assert told(line) == before
    assert "Changed Name" in before[1]


def test_the_name_goes_out_of_what_a_line_is_about_and_the_rest_stays(admin: Player) -> None:
    leaver = PlayerFactory.create(name="Cunégonde")
    table = open_table(admin, seats=3)
    line = log(
        admin,
        table,
        [{"changed": {"name": "seat", "object": "CUNÉGONDE, 3", "fields": ["Name"]}}],
        called="Chez Cunégonde",
    )
    sentence = log(admin, table, "Cunégonde moved to seat 2.")
    privacy.erase(leaver)
    assert told(line) == ("Chez …", "Changed Name for seat “…, 3”.")
    assert told(sentence)[1] == "… moved to seat 2."


def test_a_line_about_a_person_tells_what_was_done_but_not_to_whom(admin: Player) -> None:
    leaver = PlayerFactory.create(name="Cunégonde")
    assert leaver.user
    email = leaver.user.email
    renamed = log(admin, leaver, [{"changed": {"fields": ["Name"]}}], called="Cunette")
    address = log(
        admin, leaver.user, [{"added": {"name": "email address", "object": email}}], called=email
    )
    privacy.erase(leaver)
    assert told(renamed) == ("…", "Changed Name.")
    assert told(address) == ("…", "Added email address “…”.")


def test_lines_about_a_namesake_and_what_is_theirs_stay(admin: Player) -> None:
    leaver, namesake = (PlayerFactory.create(name="Marie") for _ in range(2))
    role = make_season(namesake).league.roles.get(player=namesake)
    lines = [
        log(admin, namesake, [{"changed": {"fields": ["Name"]}}], called="Marie"),
        log(admin, role, [{"added": {}}], called="Marie, owner"),
    ]
    before = [told(line) for line in lines]
    privacy.erase(leaver)
    assert [told(line) for line in lines] == before


def test_notes_of_invitations_of_others_lose_the_name_only(admin: Player) -> None:
    leaver, namesake = (PlayerFactory.create(name="Marie") for _ in range(2))
    notes = {
        "a friend of MARIE, from the choir": InvitationFactory.create(created_by=admin),
        "Marie who plays on Tuesdays": InvitationFactory.create(for_player=namesake),
        "Marie from work": InvitationFactory.create(for_player=leaver),
    }
    for note, invitation in notes.items():
        Invitation.objects.filter(pk=invitation.pk).update(note=note)
    privacy.erase(leaver)
    left = [Invitation.objects.get(pk=invitation.pk).note for invitation in notes.values()]
    assert left == ["a friend of …, from the choir", "Marie who plays on Tuesdays", ""]
