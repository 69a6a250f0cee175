"""What a table shows of the ox: its seat, both totals, its column of the pad, the team's cards."""

from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from accounts import names
from games.live.regions import Look, Region, Shown, in_its_language, render_flat
from games.page import special_cards
from games.page.draw import BACK, PadFacts, PlayerFacts, draw_player
from games.rules.held_cards import OxCards
from games.rules.ox import counted_heads
from games.rules.ox_state import DOUBLED
from games.rules.state import OxView, View
from games.table.snapshot import Snapshot


def names_of(table: Snapshot, view: View | None) -> tuple[str, ...]:
    """The names at a table by seat, as they are kept; the ox's comes last."""
    seated = tuple([seat.written for seat in table.seats])
    return seated if view is None or view.ox is None else (*seated, names.OX)


def ox_part(view: View) -> dict[str, Any]:
    """The seat of the ox, a part of the players' region; nothing where there is none."""
    ox, seat = view.ox, view.player_count
    if ox is None:
        return {}
    revealed = dict(view.revealed)
    waits = BACK if ox.left and not revealed else None
    is_over = view.ranks is not None
    facts = PlayerFacts(
        seat,
        names.OX,
        False,
        lies=revealed.get(seat, waits),
        round_heads=None if is_over else ox.heads,
        total=ox.heads if is_over else 0,
        is_winner=is_over and not any(rank == 1 for rank in view.ranks or ()),
    )
    return {f"player-{seat}": (draw_player, facts)}


def pad_with_ox(view: View, written: tuple[str, ...]) -> PadFacts:
    """The score pad with a column for the ox."""
    heads = view.ox.heads if view.ox is not None else 0
    is_over = view.ranks is not None
    return PadFacts(
        names=written,
        out=(False,) * len(written),
        out_in=(None,) * len(written),
        rounds=tuple((*scores, heads) for scores in view.round_scores),
        number=None if is_over else view.round_number,
        running=(*view.pile_heads, heads),
        totals=(*view.totals, heads if is_over else 0),
    )


def tally_of(view: View | None) -> Shown:
    """What team and ox have so far; nothing at other tables, and at the end."""
    if view is None or view.ox is None or view.ranks is not None:
        return ""
    team, players = sum(view.pile_heads), view.player_count
    counted = counted_heads(team, players)
    return draw_tally, team, counted, players <= DOUBLED, view.ox.heads, view.ox.open


def draw_tally(
    look: Look, team: int, counted: int, is_doubled: bool, ox: int, opened: OxCards
) -> str:
    """Both totals; js/ox.js counts them on while a reveal is shown.

    counted: what the team's heads are compared as. opened: the team's cards that lie face up, for
    a phone, where their pile lies below the window.
    """
    team_text = look.gettext("Team {heads}").format(heads=_figure("team", team))
    if is_doubled:
        team_text += f" × 2 = {_figure('counted', counted)}"
    ox_text = look.gettext("Ox {heads}").format(heads=_figure("ox", ox))
    cards = "".join(map(special_cards.picture, opened))
    return (
        '<p class="tally" data-part="status-tally">'
        f'<span>{team_text}</span> <span>{ox_text}</span><i class="tally__cards">{cards}</i></p>'
    )


def _figure(name: str, heads: int) -> str:
    return f'<b data-figure="{name}">{heads}</b>'


def team_cards(ox: OxView) -> Region:
    """The team's special cards: those face up, and how many lie face down."""
    return Region((draw_team_cards, ox.open, ox.supply))


@lru_cache(maxsize=1000)
@in_its_language
def draw_team_cards(_look: Look, opened: OxCards, supply: int) -> SafeString:
    """The special cards that the team may play now, and the pile."""
    if not opened:
        return render_flat("games/table/supply.html", {"supply": None})
    pile = ngettext("%(count)d card in the pile", "%(count)d cards in the pile", supply)
    context = {
        "pile": pile % {"count": supply} if supply else gettext("No card is left in the pile."),
        "back": special_cards.back(),
        "open": [special_cards.face(kind) for kind in opened],
    }
    return render_flat("games/table/supply.html", {"supply": context})
