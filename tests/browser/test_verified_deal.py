"""A browser deals a recorded game again and says what does not follow from the secret."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from games.rules.record import RecordCode
from tests.browser.conftest import Visit
from tests.browser.ended import end_table
from tests.support.played_records import VARIANTS, played_record
from tests.support.project import ROOT
from tests.support.records import SAMPLES, Data, refusal_of, sample
from tests.support.site import SteadySite

pytestmark = pytest.mark.browser

CALM = {"locale": "en-GB", "reduced_motion": "reduce"}
# Of each record: by Web Crypto, and by the page's own SHA-256 as over plain HTTP.
VERIFY = """async (records) => {
    const { verify } = await import("/modules/verify.js");
    const { sha256 } = await import("/modules/sha256.js");
    const own = async (bytes) => sha256(bytes);
    const outcomes = [];
    for (const record of records) {
        outcomes.push([await verify(record), await verify(record, own)]);
    }
    return outcomes;
}"""
# Games in which a pile of special cards was made anew from the discard.
WITH_RESHUFFLES = [("special with reshuffles", 1), ("special with reshuffles", 5)]


def verified(page: Page, *records: Data) -> list[dict[str, Any]]:
    """What the modules of the page say of records, the same with either way to hash."""

    def serve(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[1]
        route.fulfill(path=ROOT / "static/js" / name, content_type="text/javascript")

    page.route("**/modules/*.js", serve)
    page.goto("/account/login/")
    outcomes = page.evaluate(VERIFY, records)
    for by_web_crypto, by_hand in outcomes:
        assert by_web_crypto == by_hand
    return [first for first, _second in outcomes]


def test_every_deal_of_every_variant_follows(visit: Visit) -> None:
    records = [played_record(name, seed) for name in VARIANTS for seed in range(3)]
    records += [played_record(name, seed) for name, seed in WITH_RESHUFFLES]
    records += [record for record in SAMPLES.values() if record["fairness"]]
    outcomes = verified(visit(**CALM).page, *records)
    assert outcomes == [{"deals": len(record["rounds"]), "problems": []} for record in records]


def test_piles_are_made_anew_in_the_records_for_that() -> None:
    for name, seed in WITH_RESHUFFLES:
        rounds = played_record(name, seed)["rounds"]
        assert any(len(draws(one)) > len(one["special_pile"]) for one in rounds)


def draws(recorded: Data) -> list[Data]:
    decisions = [made for turn in recorded["turns"] for made in turn["decisions"]]
    return [made for made in decisions if "exchange" in made]


def swap_hands(record: Data) -> None:
    hands = record["rounds"][1]["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]
    for hand in hands:
        hand.sort()


def swap_rows(record: Data) -> None:
    rows = record["rounds"][2]["rows"]
    rows[1], rows[2] = rows[2], rows[1]


def change_secret(record: Data) -> None:
    record["fairness"]["server_seed"] = "00" * 32


def change_commitment(record: Data) -> None:
    record["fairness"]["commitment"] = "ab" * 32


def change_text(record: Data) -> None:
    record["fairness"]["client_seeds"][1] += "!"


def change_draft(record: Data) -> None:
    picks = record["rounds"][0]["draft"]
    picks[0], picks[1] = picks[1], picks[0]


def change_specials(record: Data) -> None:
    held = record["rounds"][1]["specials"][0]
    held[0] = "stop" if held[0] != "stop" else "shift"


def change_pile(record: Data) -> None:
    record["rounds"][0]["special_pile"].reverse()


def change_draw(record: Data) -> None:
    made = draws(record["rounds"][0])[-1]
    made["draw"] = "stop" if made["draw"] != "stop" else "shift"


def change_seats(record: Data) -> None:
    last = record["rounds"][-1]["seats"]
    out = next(seat for seat in range(len(record["players"])) if seat not in last)
    last[0] = out


@pytest.mark.parametrize(
    ("name", "tamper", "code", "round", "refusals"),
    [
        ("base", swap_hands, "hands", 2, {RecordCode.WRONG_HANDS}),
        ("base", swap_rows, "rows", 3, {RecordCode.WRONG_ROWS}),
        ("base", change_secret, "commitment", None, {RecordCode.WRONG_COMMITMENT}),
        ("base", change_commitment, "commitment", None, {RecordCode.WRONG_COMMITMENT}),
        ("base", change_text, "hands", 1, {RecordCode.WRONG_ROWS}),
        ("known cards", change_text, "hands", 1, {RecordCode.WRONG_ROWS}),
        ("cabriole", change_text, "hands", 1, {RecordCode.WRONG_ROWS}),
        ("draft", change_draft, "draft", 1, {RecordCode.WRONG_HANDS}),
        ("draft", change_text, "rows", 1, {RecordCode.WRONG_ROWS}),
        ("elimination", change_seats, "seats", -1, {RecordCode.WRONG_SEATS}),
        ("special", change_specials, "specials", 2, {RecordCode.WRONG_SPECIALS}),
        ("special", change_pile, "special_pile", 1, {RecordCode.WRONG_SPECIAL_PILE}),
        ("special with reshuffles", change_draw, "draw", 1, {RecordCode.WRONG_DRAW}),
    ],
)
def test_what_was_tampered_with_is_named(
    visit: Visit,
    name: str,
    tamper: Callable[[Data], None],
    code: str,
    round: int | None,
    refusals: set[RecordCode],
) -> None:
    record = played_record(name, 5)
    tamper(record)
    assert refusal_of(record).code in refusals
    (outcome,) = verified(visit(**CALM).page, record)
    first = outcome["problems"][0]
    assert first["code"] == code
    assert first.get("round") == (len(record["rounds"]) if round == -1 else round)


def test_the_card_is_named(visit: Visit) -> None:
    record = sample("base-9")
    rows = record["rounds"][0]["rows"]
    dealt, rows[2] = rows[2], 200
    (outcome,) = verified(visit(**CALM).page, record)
    assert outcome["problems"] == [{"code": "rows", "round": 1, "found": 200, "expected": dealt}]


@pytest.mark.parametrize("variant", ["base", "special"])
def test_the_page_of_a_finished_game_checks_its_deals(
    visit: Visit, site: SteadySite, variant: str
) -> None:
    page = visit(**CALM).page
    page.goto(site.do(end_table, variant))
    page.get_by_text("How to check the deal").click()
    page.get_by_role("button", name="Check every deal").click()
    answer = page.locator("#proof [role=status]")
    expect(answer).to_have_text(re.compile(r"[23] deals checked, all correct"))
    expect(page.locator("#proof li")).to_have_count(0)


def test_the_page_names_what_does_not_follow(visit: Visit, site: SteadySite) -> None:
    page = visit(**CALM).page

    def tamper(route: Route) -> None:
        record = route.fetch().json()
        record["rounds"][1]["hands"][1][0] = 200
        record["players"] = ["Camille", "<b>Oliver</b>"]
        route.fulfill(body=json.dumps(record), content_type="application/json")

    page.route("**/record.json", tamper)
    page.goto(site.do(end_table, "base"))
    page.get_by_text("How to check the deal").click()
    button = page.get_by_role("button", name="Check every deal")
    button.click()
    expect(page.locator("#proof [role=status]")).to_contain_text("do not follow")
    problem = page.locator("#proof li")
    expect(problem).to_have_text(
        re.compile(r"^Round 2, hand of <b>Oliver</b>: 200 where \d+ was dealt\.$")
    )
    page.unroute("**/record.json")
    button.click()
    expect(page.locator("#proof [role=status]")).to_contain_text("3 deals checked, all correct")
    expect(problem).to_have_count(0)
