"""The form for a new table: every rule can be chosen, and nothing is dropped in silence."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import Player
from games.models import Table, is_code
from games.page.facts import describe_options
from games.rules.options import Ending, Options, Variant
from games.seats import seating
from games.seats.forms import OpenTableForm
from games.table import store
from tests.support.clients import signed_in
from tests.support.tables import open_table, people

USUAL = {"seat_count": "4", "bots": "0", "bot_level": "gap", "visibility": "club"}


def filled(**changes: str) -> OpenTableForm:
    return OpenTableForm(USUAL | changes)


def options_of(form: OpenTableForm) -> Options:
    assert form.is_valid(), form.errors
    return form.plan("bulls").options


def test_what_is_left_out_is_as_in_the_base_game() -> None:
    assert options_of(filled()) == Options()


@pytest.mark.parametrize(
    ("changes", "options"),
    [
        ({"known_cards": "on"}, Options(known_cards=True)),
        ({"draft": "on"}, Options(draft=True)),
        ({"cabriole": "on"}, Options(cabriole=True)),
        ({"ending": "elimination"}, Options(ending=Ending.ELIMINATION)),
        ({"limit": "40", "max_rounds": "3"}, Options(limit=40, max_rounds=3)),
        ({"variant": "special", "limit": "66"}, Options(variant=Variant.SPECIAL)),
    ],
)
def test_every_rule_can_be_chosen(changes: dict[str, str], options: Options) -> None:
    assert options_of(filled(**changes)) == options


@pytest.mark.parametrize("name", ["Fri\u200bday", "\u3164"])
def test_a_name_of_which_something_cannot_be_seen_is_refused(name: str) -> None:
    assert "name" in filled(name=name).errors


def test_the_options_of_the_base_game_go_together() -> None:
    form = filled(known_cards="on", draft="on", cabriole="on", ending="elimination", limit="50")
    assert options_of(form) == Options(
        known_cards=True, draft=True, cabriole=True, ending=Ending.ELIMINATION, limit=50
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("known_cards", "on"),
        ("draft", "on"),
        ("cabriole", "on"),
        ("even_odd", "on"),
        ("mountain", "on"),
        ("flip", "on"),
        ("ending", "elimination"),
        ("limit", "40"),
        ("max_rounds", "3"),
    ],
)
def test_what_does_not_go_with_special_cards_is_said_at_its_field(field: str, value: str) -> None:
    form = filled(variant="special", **{field: value})
    assert set(form.errors) == {field}
    assert "Not with special cards" in str(form.errors[field])
    assert form.has_rules


def test_of_cabriole_and_the_fan_cards_there_is_one_at_most() -> None:
    form = filled(cabriole="on", mountain="on", flip="on")
    assert set(form.errors) == {"mountain", "flip"}
    only_one = "Only one of Cabriole, Even/Odd, Mountain and Flip in a game."
    assert form.errors["mountain"] == form.errors["flip"] == [only_one]
    assert filled(flip="on", known_cards="on", draft="on").is_valid()


def test_against_the_ox_one_to_six_play_with_known_cards_at_most() -> None:
    for seats in ("1", "6"):
        form = filled(variant="ox", known_cards="on", seat_count=seats)
        assert form.is_valid()
        assert form.plan("bulls").options == Options(variant=Variant.OX, known_cards=True)
    form = filled(variant="ox", draft="on", limit="40", seat_count="7")
    assert form.errors["seat_count"] == ["At most 6 play against the ox."]
    said = "Not against the ox: only known cards go with it."
    assert form.errors["draft"] == form.errors["limit"] == [said]
    assert filled(seat_count="1").errors["seat_count"] == ["At least two players are needed."]


def test_special_cards_have_at_most_eight_seats() -> None:
    assert filled(variant="special", seat_count="8").is_valid()
    form = filled(variant="special", seat_count="9")
    assert form.errors["seat_count"] == ["With special cards there are at most 8 seats."]


def test_all_that_does_not_go_together_is_said_at_once() -> None:
    form = filled(variant="special", draft="on", limit="40", seat_count="10")
    assert set(form.errors) == {"draft", "limit", "seat_count"}


def test_rules_are_folded_away_until_one_is_chosen() -> None:
    assert not OpenTableForm().has_rules
    assert OpenTableForm({"draft": "on"}).has_rules


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (Options(), ["Played to 66 heads"]),
        (Options(max_rounds=1), ["Played to 66 heads, at most 1 round"]),
        (
            Options(known_cards=True, draft=True, cabriole=True),
            ["Played to 66 heads", "Known cards only", "Draft", "Cabriole"],
        ),
        (
            Options(ending=Ending.ELIMINATION, limit=50, max_rounds=4),
            ["Whoever passes 50 is out, the others play on, at most 4 rounds"],
        ),
        (Options(variant=Variant.SPECIAL), ["Special cards", "Two rounds"]),
        (Options(variant=Variant.OX), ["All against the ox"]),
        (Options(even_odd=True), ["Played to 66 heads", "Even/Odd"]),
        (Options(mountain=True), ["Played to 66 heads", "Mountain"]),
        (Options(draft=True, flip=True), ["Played to 66 heads", "Draft", "Flip"]),
    ],
)
def test_every_rule_has_words(options: Options, told: list[str]) -> None:
    assert describe_options(options) == told


@pytest.mark.django_db
def test_opening_a_table_with_bots_leads_to_a_game(ada: Player) -> None:
    form = {
        "name": "", "seat_count": "3", "bots": "2", "bot_level": "gap", "limit": "66",
        "max_rounds": "", "time_per_choice": "", "visibility": "club",
    }  # fmt: skip
    answer = signed_in(ada).post(reverse("games:open"), form)
    table = Table.objects.get()
    assert answer.headers["Location"] == table.get_absolute_url()
    assert table.status == Table.Status.PLAYING
    assert table.title == f"{ada.name}’s table"


@pytest.mark.django_db
def test_a_table_without_a_name_is_called_after_its_host_in_each_reader_s_language(
    ada: Player, ben: Player
) -> None:
    table = open_table(ada, ben, seats=4, name="")
    for language, title in (("en", f"{ada.name}’s table"), ("fr", f"Chez {ada.name}")):
        page = signed_in(ben).get(table.get_absolute_url(), headers={"accept-language": language})
        assert f'<h1 class="table-name">{title}</h1>' in page.text
        lobby = signed_in(ben).get(reverse("games:lobby"), headers={"accept-language": language})
        assert f'<span class="heading">{title}</span>' in lobby.text


@pytest.mark.django_db
def test_a_table_that_the_host_leaves_is_called_after_the_next_one(
    ada: Player, ben: Player
) -> None:
    table = open_table(ada, ben, seats=4, name="")
    seating.leave(table.pk, ada, timezone.now())
    table.refresh_from_db()
    assert table.title == f"{ben.name}’s table"
    seating.leave(table.pk, ben, timezone.now())
    assert Table.objects.get().title == "Table"


@pytest.mark.django_db
def test_a_name_that_was_typed_is_the_same_in_each_language(ada: Player) -> None:
    table = open_table(ada, seats=4, name="Chez Ben")
    assert table.title == "Chez Ben"
    with translation.override("fr"):
        assert store.load(table.pk).title == "Chez Ben"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("seat_count", "1"), ("seat_count", "11"), ("seat_count", "many"), ("bots", "3"),
        ("limit", "0"), ("limit", "1001"), ("max_rounds", "101"), ("bot_level", "genius"),
        ("visibility", "moon"), ("time_per_choice", "7"),
    ],
)  # fmt: skip
def test_an_impossible_table_is_not_opened(field: str, value: str, ada: Player) -> None:
    form = {
        "name": "", "seat_count": "3", "bots": "0", "bot_level": "gap", "limit": "66",
        "max_rounds": "", "time_per_choice": "", "visibility": "club",
    }  # fmt: skip
    answer = signed_in(ada).post(reverse("games:open"), form | {field: value})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert not Table.objects.exists()


@pytest.mark.django_db
def test_one_table_too_many_is_refused_in_the_form(
    monkeypatch: pytest.MonkeyPatch, ada: Player
) -> None:
    monkeypatch.setattr(seating, "MOST_TABLES_HOSTED", 1)
    open_table(ada, seats=3)
    fields = {"seat_count": 2, "bots": 1, "bot_level": "gap", "limit": 66, "visibility": "club"}
    rules = {"variant": "base", "ending": "limit"}
    answer = signed_in(ada).post(reverse("games:open"), fields | rules)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "too many tables" in answer.text


@pytest.mark.django_db
def test_a_form_that_is_sent_twice_opens_one_table(as_ada: Client) -> None:
    code = as_ada.get(reverse("games:open")).context["form"]["code"].value()
    addresses = [
        as_ada.post(reverse("games:open"), USUAL | {"code": code}).headers["Location"]
        for _tap in range(2)
    ]
    assert addresses == [Table.objects.get().get_absolute_url()] * 2


@pytest.mark.django_db
def test_nobody_chooses_the_address_of_a_table() -> None:
    """Neither one that others are told already, nor that of another host."""
    code = "abcdefghjk"
    for browser in map(signed_in, people(2)):
        for _tap in range(2):
            browser.post(reverse("games:open"), USUAL | {"code": code})
    codes = set(Table.objects.values_list("code", flat=True))
    assert len(codes) == 2
    assert code not in codes
    assert all(map(is_code, codes))


@pytest.mark.django_db
def test_a_form_that_was_gone_back_to_opens_another_table(ada: Player, ben: Player) -> None:
    """Other rules, a game that is over, and what others opened have the code already."""
    sent = USUAL | {"code": "abcdefghjk"}
    address = reverse("games:open")
    signed_in(ada).post(address, sent)
    signed_in(ada).post(address, sent | {"draft": "on"})
    signed_in(ben).post(address, sent)
    assert Table.objects.count() == 3
    Table.objects.update(status=Table.Status.FINISHED)
    signed_in(ada).post(address, sent)
    assert Table.objects.count() == 4


def test_a_code_that_is_none_is_not_taken() -> None:
    for code in ("friday", "../../admin", "ABCDEFGHJK"):
        form = filled(code=code)
        assert form.is_valid()
        assert form.plan("bulls").code == ""
