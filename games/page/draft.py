"""A draft: the cards to pick from, and who has picked what."""

from functools import lru_cache

from games.live.regions import Look, Region, in_its_language, render_flat
from games.page.decks import chips
from games.page.words import card, name_of
from games.rules.actions import PickCard
from games.rules.state import Cards, View
from games.table.snapshot import Snapshot

KEPT_DRAFTS = 200


@lru_cache(maxsize=KEPT_DRAFTS)
@in_its_language
def draw_pool(look: Look, numbers: range, left: Cards, is_offered: bool) -> str:
    """All cards of the deck at places that stay; is_offered: the viewer may pick now."""
    there = set(left)
    cards = [
        {"number": number, "picture": card(look, number) if number in there else ""}
        for number in numbers
    ]
    return render_flat("games/table/pool.html", {"cards": cards, "is_offered": is_offered})


@lru_cache(maxsize=KEPT_DRAFTS)
@in_its_language
def draw_picks(look: Look, picks: tuple[tuple[str, Cards, bool], ...]) -> str:
    """(name, cards, whether awaited) of who has picked what; empty when nobody drafts."""
    shown = [
        {"name": name_of(look, name), "cards": chips(cards), "is_awaited": is_awaited}
        for name, cards, is_awaited in picks
    ]
    return render_flat("games/table/picks.html", {"picks": shown})


# Where nobody drafts.
NO_POOL = Region((draw_pool, range(0), (), False))
NO_PICKS = Region((draw_picks, ()))


def describe_pool(view: View | None) -> Region:
    """A draft: the cards to pick from."""
    if view is None or not view.pool:
        return Region((draw_pool, range(0), (), False))
    is_offered = any(isinstance(action, PickCard) for action in view.actions)
    return Region((draw_pool, view.options.deck(len(view.seats)), view.pool, is_offered))


def describe_picks(table: Snapshot, view: View | None) -> Region:
    """A draft: who has picked what, in seat order."""
    if view is None or not view.pool:
        return Region((draw_picks, ()))
    awaited = view.decision.seats if view.decision else ()
    picks = tuple((table.seats[s].written, view.picks[s], s in awaited) for s in view.seats)
    return Region((draw_picks, picks))
