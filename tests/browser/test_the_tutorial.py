"""A newcomer learns the game: on a phone, by keys alone, and without JavaScript."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit

pytestmark = pytest.mark.browser

# After js/ox.js, which heard of it before.
NOTE_TALLY = """table => table.addEventListener("gain", () => {
    document.documentElement.dataset.tally = table.querySelector(".tally").textContent;
}, true)"""
PHONE = {"width": 360, "height": 640}


def coach(page: Page, sentence: str) -> None:
    expect(page.locator("#coach")).to_contain_text(sentence)


def play_three_turns(page: Page) -> None:
    page.goto("/rules/")
    page.locator("main").get_by_role("link", name="Learn by playing: three turns").click()
    page.locator("#card-60").click()
    coach(page, "Once all cards are placed, the 60 goes after the 58, in row 4.")
    page.locator("#card-44").click()
    coach(page, "43 is nearest")
    page.get_by_role("link", name="Next turn").click()
    page.locator("#card-36").click()
    coach(page, "it cost you nothing")
    page.get_by_role("link", name="Next turn").click()
    page.locator("#card-3").click()
    page.locator("#take-2").click()
    coach(page, "Row 3 would cost you 6 bull heads.")
    page.locator("#take-1").click()
    coach(page, "a single head")
    expect(page.get_by_role("link", name="Sign in and play")).to_be_visible()


def test_three_turns_on_a_phone(visit: Visit) -> None:
    page = visit(viewport=PHONE, reduced_motion="reduce").page
    play_three_turns(page)
    expect(page).to_have_url(re.compile("turn=3"))
    page.go_back()
    coach(page, "Row 3 would cost you")


def test_the_cards_to_choose_from_lie_in_the_window(visit: Visit) -> None:
    page = visit(locale="fr").page
    page.goto("/rules/tutorial/?turn=2&card=60")
    for width, height in ((360, 640), (640, 360), (768, 1024), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})
        card = page.locator("#hand .hand__card").first.bounding_box()
        assert card
        assert card["y"] + card["height"] <= height, width


def test_three_turns_without_javascript(visit: Visit) -> None:
    play_three_turns(visit(java_script_enabled=False).page)


def test_the_reveal_is_played_as_at_a_table(visit: Visit) -> None:
    page = visit().page
    page.goto("/rules/tutorial/")
    page.locator("#card-44").click()
    expect(page.locator(".table[data-revealing]")).to_be_visible()
    expect(page.locator(".player[data-seat='0'] .player__place .card")).to_have_count(0)
    coach(page, "43 is nearest")
    expect(page.locator(".table[data-revealing]")).to_have_count(0)


def test_a_turn_by_keys(visit: Visit) -> None:
    page = visit(reduced_motion="reduce").page
    page.goto("/rules/tutorial/")
    page.keyboard.press("3")
    expect(page.locator("#card-44")).to_be_focused()
    page.keyboard.press("Enter")
    coach(page, "43 is nearest")
    expect(page.locator("#coach")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    coach(page, "This once you may peek")


def hold_a_council(page: Page) -> None:
    page.goto("/rules/against-the-ox/")
    page.get_by_role("link", name="Play a council as an example").click()
    page.get_by_role("button", name="Propose").click()
    coach(page, "Alice would agree, but you can do better.")
    page.get_by_label("Special card to propose").select_option("seven_takes..0")
    page.get_by_role("button", name="Propose").click()
    coach(page, "the first row now holds six")
    page.get_by_role("button", name="Place").click()
    coach(page, "the ox took all six")


def test_a_council_on_a_phone(visit: Visit) -> None:
    page = visit(viewport=PHONE, reduced_motion="reduce").page
    hold_a_council(page)
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=pytest.mark.thorough)])
def test_no_row_of_a_council_lies_under_its_buttons(visit: Visit, language: str) -> None:
    page = visit(locale=language).page
    for step in ("", "?play=last.30.", "?play=seven_takes..0"):
        page.goto(f"/rules/tutorial/council/{step}")
        for width, height in ((360, 640), (320, 568), (568, 320)):
            page.set_viewport_size({"width": width, "height": height})
            rows = page.locator("#board .rows").bounding_box()
            prompt = page.locator("#prompt").bounding_box()
            assert rows
            assert prompt
            assert rows["y"] + rows["height"] <= prompt["y"], (step, width)


def test_a_council_without_javascript(visit: Visit) -> None:
    hold_a_council(visit(java_script_enabled=False).page)


def test_a_council_by_keys_counts_the_take_as_it_is_seen(visit: Visit) -> None:
    page = visit().page
    page.goto("/rules/tutorial/council/?play=seven_takes..0")
    expect(page.locator(".tally")).to_have_text("Team 0 × 2 = 0 Ox 0")
    page.locator("#table").evaluate(NOTE_TALLY)
    page.get_by_role("button", name="Place").focus()
    page.keyboard.press("Enter")
    coach(page, "the ox took all six")
    assert page.locator("html").get_attribute("data-tally") == "Team 0 × 2 = 0 Ox 9"
    expect(page.locator("#coach")).to_be_focused()


def test_a_member_is_led_to_a_table_of_their_own(visit: Visit) -> None:
    page = visit("Camille").page
    page.goto("/rules/tutorial/?turn=3&card=3&row=1")
    expect(page.locator(".player.is-awaited").last).to_contain_text("Camille")
    page.get_by_role("link", name="Open a table with bots").click()
    expect(page).to_have_url(re.compile("/tables/new/"))


def guess_three_rows(page: Page) -> None:
    page.goto("/rules/")
    page.locator("main").get_by_role("link", name="Guess the row: eight cards").click()
    page.goto("/rules/tutorial/rows/?series=1")
    # Rows that end in 93, 72, 27 and 33, and a 29.
    page.locator("#take-1").click()
    coach(page, "Row 2 ends in 72: only a higher number can follow. The 29 goes after the 27")
    page.get_by_role("link", name="Next card").click()
    # 102, 104, 9, 18, and a 63.
    page.locator("#take-3").click()
    coach(page, "Right. The 63 goes after the 18, in row 4")
    page.get_by_role("link", name="Next card").click()
    expect(page.locator(".status")).to_contain_text("Right so far: 1")


@pytest.mark.parametrize("language", ["fr", pytest.param("en", marks=pytest.mark.thorough)])
def test_the_rows_to_guess_lie_in_the_window(visit: Visit, language: str) -> None:
    page = visit(locale=language).page
    for number, game in ((1, "base"), (8, "base"), (8, "mountain"), (8, "cabriole")):
        page.goto(f"/rules/tutorial/rows/?series=1&number={number}&game={game}")
        for width, height in ((360, 640), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            for name in ("#board .rows", "#take-0", "#take-none"):
                box = page.locator(name).bounding_box()
                assert box
                assert box["y"] + box["height"] <= height
            assert page.evaluate("document.documentElement.scrollWidth") == width
            assert page.locator(".offer").evaluate_all(
                "all => all.every((each) => each.scrollWidth <= each.clientWidth)"
            )


def test_rows_are_guessed_without_javascript(visit: Visit) -> None:
    guess_three_rows(visit(java_script_enabled=False, viewport=PHONE).page)


def test_rows_are_guessed_by_tapping_them_once(visit: Visit) -> None:
    page = visit(viewport=PHONE, reduced_motion="reduce").page
    guess_three_rows(page)
    page.goto("/rules/tutorial/rows/?series=1")
    page.locator("#board .row[data-row='2']").click()
    coach(page, "Right. The 29 goes after the 27")
    expect(page.locator("#board .row[data-row='2'] .card")).to_have_count(2)


def test_the_card_that_was_guessed_goes_to_its_row(visit: Visit) -> None:
    page = visit().page
    page.goto("/rules/tutorial/rows/?series=1")
    page.keyboard.press("3")
    expect(page.locator("#take-2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".table[data-revealing]")).to_be_visible()
    coach(page, "Right.")
    expect(page.locator("#coach")).to_be_focused()
