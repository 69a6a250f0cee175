"""What the council of the team against the ox asks a player: to propose, to agree, to be ready."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from django.utils.html import strip_tags
from django.utils.safestring import SafeString

from games.bots.council import Outcome, council_of, foresee, foresee_proposal
from games.live.regions import Look, Shown, in_its_language, render_flat
from games.page import special_cards
from games.page.round_story import effect
from games.page.words import bold
from games.rules.actions import Propose
from games.rules.held_cards import OxCards
from games.rules.ox import counted_heads
from games.rules.state import Awaited, View
from games.table.snapshot import Snapshot


class CouncilFacts(NamedTuple):
    """now: what the turn brings as the numbers lie; offers: what one may propose, best first.

    proposal, by, then: what is proposed, by whom (as it is kept), and what it would bring. before:
    what both have taken so far. has_answered: this player agrees, or is ready. open: the special
    cards that lie face up.
    """

    players: int
    before: Outcome
    now: Outcome
    offers: tuple[tuple[Propose, Outcome], ...]
    proposal: Propose | None
    by: str
    then: Outcome | None
    has_answered: bool
    open: OxCards

    def bring(self, look: Look, after: Outcome) -> str:
        """What both take until then, in words."""
        brings = Outcome(after.team - self.before.team, after.ox - self.before.ox)
        return bring(look, brings, self.players)


def describe_council(table: Snapshot, view: View | None, seat: int | None) -> Iterator[Shown]:
    """The buttons of the council; nothing for a spectator, or where there is none."""
    if view is None or view.ox is None or seat is None or not view.actions:
        return
    if view.decision is None or view.decision.kind is not Awaited.COUNCIL:
        return
    ox = view.ox
    now, offers = foresee(council_of(view))
    then = by = None
    if ox.proposal is not None:
        then, by = foresee_proposal(view, ox.proposal), table.seats[ox.proposal.seat].written
    yield (
        draw_council,
        CouncilFacts(
            view.player_count,
            Outcome(sum(view.pile_heads), ox.heads),
            now,
            offers if ox.proposal is None else (),
            ox.proposal,
            by or "",
            then,
            seat not in view.decision.seats,
            ox.open,
        ),
    )


@lru_cache(maxsize=500)
@in_its_language
def draw_council(look: Look, facts: CouncilFacts) -> SafeString:
    """What is proposed with its two answers; else what may be proposed, and to place the cards."""
    kinds = groupby(
        sorted(facts.offers, key=lambda offer: offer[0].kind), key=lambda offer: offer[0].kind
    )
    context = {
        "now": facts.bring(look, facts.now),
        "proposal": facts.proposal and _said(look, facts.by, facts.proposal),
        "then": facts.then and facts.bring(look, facts.then),
        "has_answered": facts.has_answered,
        "pictures": [special_cards.face(kind) for kind in facts.open],
        "kinds": [
            (
                special_cards.name(kind),
                [
                    (
                        _value(offer),
                        f"{facts.bring(look, brings)} · {strip_tags(effect(look, offer))}",
                    )
                    for offer, brings in offers
                ],
            )
            for kind, offers in kinds
        ],
    }
    return render_flat("games/table/council.html", {"council": context})


def _said(look: Look, by: str, proposal: Propose) -> SafeString:
    """Who proposes what, as the story tells it."""
    pattern = look.gettext("{player} proposes {special}: {effect}.")
    return SafeString(
        pattern.format(
            player=bold(look, by),
            special=special_cards.chip(proposal.kind),
            effect=effect(look, proposal),
        )
    )


def bring(look: Look, brings: Outcome, players: int) -> str:
    """What a turn brings both sides, in words; the team's heads may count twice."""
    pattern = look.gettext("team +%(team)d, ox +%(ox)d")
    if brings.team and counted_heads(1, players) != 1:
        pattern = look.gettext("team +%(team)d × 2, ox +%(ox)d")
    return pattern % brings._asdict()


def _value(offer: Propose) -> str:
    """As games/play/commands.py reads it."""
    card = "" if offer.card is None else offer.card
    row = "" if offer.row is None else offer.row
    order = "-".join(map(str, offer.order))
    return f"{offer.kind.value}.{card}.{row}" + (f".{order}" if order else "")
