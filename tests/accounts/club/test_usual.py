"""What forms for new tables and leagues offer first is chosen on the page of the club."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.club import current
from accounts.club.models import ClubSettings
from accounts.models import Player
from games.models import Table
from leagues.models import League
from tests.accounts.club.test_club_settings import AS_IT_IS, PAGE
from tests.support.clients import html_of

pytestmark = pytest.mark.django_db
OPEN, NEW_LEAGUE = "/tables/new/", "/leagues/new/"
TABLES = {
    "usual_tables-seat_count": "4",
    "usual_tables-bots": "0",
    "usual_tables-visibility": "club",
    "usual_tables-variant": "base",
    "usual_tables-ending": "limit",
    "usual_tables-limit": "66",
}
LEAGUES = {
    "usual_leagues-visibility": "public",
    "usual_leagues-preset": "index",
    "usual_leagues-fewest": "3",
    "usual_leagues-preferred": "4",
    "usual_leagues-most": "6",
    "usual_leagues-variant": "base",
    "usual_leagues-ending": "limit",
    "usual_leagues-limit": "66",
}
HERE = AS_IT_IS | TABLES | LEAGUES


def send(client: Client, **values: Any) -> Any:
    return client.post(PAGE, HERE | values)


def shown(client: Client, address: str, name: str) -> Any:
    """What a page offers first for the field of a name."""
    context = client.get(address).context
    forms = [context[key] for key in ("form", "about") if key in context]
    return next(form[name].value() for form in forms if name in form.fields)


def test_a_new_table_begins_as_the_club_chose(as_organizer: Client, as_member: Client) -> None:
    answer = send(
        as_organizer,
        **{
            "usual_tables-seat_count": "6",
            "usual_tables-visibility": "public",
            "usual_tables-limit": "50",
            "usual_tables-mountain": "on",
            "usual_tables-time_per_choice": "60",
        },
    )
    assert answer.status_code == 302
    page = html_of(as_member.get(OPEN))
    assert 'name="seat_count" value="6"' in page
    assert 'name="limit" value="50"' in page
    assert "set as this club usually plays" in page
    # What is not as everywhere is in sight.
    assert '<details class="form__more" id="rules-played" open>' in " ".join(page.split())
    offered = {name: shown(as_member, OPEN, name) for name in ("mountain", "flip", "visibility")}
    assert offered == {"mountain": True, "flip": None, "visibility": "public"}
    assert shown(as_member, OPEN, "time_per_choice") == 60

    # Whoever opens a table is free to choose otherwise.
    as_member.post(OPEN, {"seat_count": 3, "bots": 0, "bot_level": "gap", "visibility": "club"})
    table = Table.objects.get()
    assert (table.seats.count(), table.visibility, table.time_per_choice) == (3, "club", None)
    assert (table.options["limit"], table.options.get("mountain", False)) == (66, False)


def test_a_new_league_begins_as_the_club_chose(as_organizer: Client, organizer: Player) -> None:
    send(
        as_organizer,
        **{
            "usual_leagues-visibility": "members",
            "usual_leagues-preset": "total",
            "usual_leagues-fewest": "4",
            "usual_leagues-most": "4",
            "usual_leagues-second_person": "on",
            "usual_leagues-limit": "77",
        },
    )
    page = html_of(as_organizer.get(NEW_LEAGUE))
    assert 'name="limit" value="77"' in page
    assert shown(as_organizer, NEW_LEAGUE, "visibility") == "members"
    offered = [shown(as_organizer, NEW_LEAGUE, name) for name in ("preset", "most", "best_of")]
    assert offered == ["total", 4, 10]
    assert shown(as_organizer, NEW_LEAGUE, "second_person")
    # Saved as it is offered, but for the names.
    sent = {
        name: value
        for form in ("form", "about")
        for name, value in _values_of(as_organizer.get(NEW_LEAGUE).context[form]).items()
    }
    as_organizer.post(NEW_LEAGUE, sent | {"name": "Mardis", "season_name": "Automne"})
    league = League.objects.get()
    season = league.seasons.get()
    assert (league.visibility, season.preset, season.fewest, season.most) == (
        "members", "total", 4, 4,
    )  # fmt: skip
    assert season.season_rules.options.limit == 77


def _values_of(form: Any) -> dict[str, Any]:
    """What a browser sends of a form that nobody has touched."""
    values = {name: form[name].value() for name in form.fields}
    return {
        name: value for name, value in values.items() if value is not None and value is not False
    }


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"usual_tables-limit": "0"}, "greater than or equal to 1"),
        ({"usual_tables-bots": "4"}, "One of the seats is yours"),
        ({"usual_tables-flip": "on", "usual_tables-mountain": "on"}, "Only one of Cabriole"),
        ({"usual_tables-variant": "special", "usual_tables-seat_count": "9"}, "at most 8 seats"),
        ({"usual_tables-time_per_choice": "7"}, "7 is not one of the available choices"),
        ({"usual_tables-visibility": "nobody"}, "nobody is not one of the available choices"),
        ({"usual_leagues-preset": "total"}, "make smallest and largest equal"),
        ({"usual_leagues-preferred": "9"}, "between the smallest and the largest"),
    ],
)
def test_what_no_new_table_or_league_could_be_is_refused(
    as_organizer: Client, wrong: dict[str, Any], sentence: str
) -> None:
    answer = send(as_organizer, **wrong)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert sentence in page
    part = "table" if "tables" in next(iter(wrong)) else "league"
    assert f"See below: What a new {part} offers first" in page
    assert page.count('<details class="form__more" open>') == 1
    assert not ClubSettings.objects.exists()


def test_a_preview_offers_it_to_nobody(as_organizer: Client) -> None:
    page = html_of(send(as_organizer, action="preview", **{"usual_tables-limit": "50"}))
    assert 'name="usual_tables-limit" value="50"' in page
    assert shown(as_organizer, OPEN, "limit") == 66
    assert not ClubSettings.objects.exists()


def test_it_is_listed_in_words_and_undone(as_organizer: Client) -> None:
    send(as_organizer, **{"usual_tables-limit": "50", "usual_tables-flip": "on"})
    page = html_of(as_organizer.get(PAGE))
    assert "What a new table offers first: Flip: yes; Limit: 50, before as usual" in page
    assert 'name="usual_tables-limit" value="50"' in page
    as_organizer.post(PAGE, {"action": "undo", "seen": "1"})
    assert shown(as_organizer, OPEN, "limit") == 66


def test_what_is_as_usual_is_no_change(as_organizer: Client) -> None:
    page = html_of(as_organizer.post(PAGE, HERE, follow=True))
    assert "Nothing has changed." in page
    assert not ClubSettings.objects.exists()


def test_a_page_that_does_not_know_it_leaves_it_as_it_is(as_organizer: Client) -> None:
    send(as_organizer, **{"usual_tables-limit": "50"})
    as_organizer.post(PAGE, AS_IT_IS | {"name": "Les mardis", "seen": "1"})
    assert current.club().club_name == "Les mardis"
    assert current.club().usual_tables == '{"limit": 50}'


def test_the_next_season_of_a_league_follows_its_last_one(as_organizer: Client) -> None:
    sent = {"name": "Mardis", "season_name": "Automne", "visibility": "public"}
    rules = {key.partition("-")[2]: value for key, value in LEAGUES.items()}
    as_organizer.post(NEW_LEAGUE, _rest_of(as_organizer) | rules | sent)
    send(as_organizer, **{"usual_leagues-limit": "77"})
    league = League.objects.get()
    address = reverse("leagues:season_new", args=[league.slug])
    assert shown(as_organizer, address, "limit") == 66


def _rest_of(client: Client) -> dict[str, Any]:
    return _values_of(client.get(NEW_LEAGUE).context["form"])
