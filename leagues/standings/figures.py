"""Figures and tie-breaks as a page shows them: names, and numbers in the reader's notation."""

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

from django.utils.formats import get_format
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from leagues.season_rules import SUMMED, Preset, TieBreak
from leagues.standings.scoring.table import Criterion, share_of
from leagues.standings.scoring.tally import UNIT, Tally

MINUS = "\N{MINUS SIGN}"
Number = float | Fraction | Decimal


def figure_text(value: Number, preset: Preset) -> str:
    """The figure of a season: two places where it is a mean, as few as needed for a sum."""
    return short_text(value) if preset is SUMMED else _text(value, 2)


def share_text(value: Number) -> str:
    """A share of heads, of which an average player has 100%."""
    return gettext("%(number)s%%") % {"number": _text(100 * float(value), 1)}


def short_text(value: Number) -> str:
    """A number with as few places as it needs, two at most."""
    value = round(float(value), 2)
    return _text(value, next(places for places in (0, 1, 2) if round(value, places) == value))


def strength_text(value: Number) -> str:
    """A rating: one place, more would only look exact."""
    return strength_writer()(value)


def strength_writer() -> Callable[[Number], str]:
    """The same for a long list: the reader's notation is looked up once."""
    point = get_format("DECIMAL_SEPARATOR")
    return lambda value: _written(value, 1, point)


def signed_text(value: Number) -> str:
    """A number as `short_text` writes it, with its sign."""
    return f"+{short_text(value)}" if value > 0 else short_text(value)


def games_text(games: int, counted: int) -> str:
    """How many games were played: "8/10" where two of them do not count."""
    return str(games) if counted == games else f"{counted}/{games}"


def quotient_text(total: Number, divisor: Number, result: str) -> str:
    """A sum that was divided: "812.5 ÷ 12 = 67.71"."""
    return f"{short_text(total)} ÷ {short_text(divisor)} = {result}"


def share_sum(tally: Tally) -> str:
    """How the share of heads comes about; empty where no heads count."""
    if not tally.expected_heads:
        return ""
    share = share_text(share_of(tally.counted_heads, tally.expected_heads))
    return quotient_text(tally.counted_heads, tally.expected_heads / UNIT, share)


def wins_sum(tally: Tally) -> str:
    """How the wins per game come about; empty where no game counts."""
    if not tally.counted:
        return ""
    wins = tally.win / UNIT
    return quotient_text(wins, tally.counted, share_text(wins / tally.counted))


def _text(value: Number, places: int) -> str:
    return _written(value, places, get_format("DECIMAL_SEPARATOR"))


def _written(value: Number, places: int, point: str) -> str:
    # Django's own number_format takes ten times as long, and long pages are full of figures.
    written = f"{float(value) + 0.0:.{places}f}"
    if float(written) == 0:
        written = written.removeprefix("-")
    return written.replace(".", point).replace("-", MINUS)


# What the headline figure of the standings is called in a narrow column.
FIGURE_NAMES: dict[Preset, Promise] = {
    Preset.INDEX: _("Index"),
    Preset.BEST: _("Index"),
    Preset.TOTAL: _("Heads"),
    Preset.PLACEMENT: _("Points"),
    Preset.WEIGHTS: _("Points"),
}

TIE_BREAKS: dict[TieBreak, Promise] = {
    TieBreak.SHARE: _("the smaller share of the table’s heads"),
    TieBreak.WINS: _("more wins per game"),
    TieBreak.HEAD_TO_HEAD: _("the better results at shared tables"),
}

# Beside a row: what set it apart from the row above.
DECIDED_BY: dict[Criterion, Promise] = {
    Criterion.FINAL: _("final"),
    Criterion.SEMI_FINAL: _("semi-final"),
    Criterion.SHARE: _("tie-break: share"),
    Criterion.WINS: _("tie-break: wins"),
    Criterion.HEAD_TO_HEAD: _("tie-break: head to head"),
}

# Beside a neighbour: name, and where they tell, the own value and the neighbour's.
BEHIND: dict[Criterion, Promise] = {
    Criterion.FINAL: _("Behind %(name)s: the final decided."),
    Criterion.SEMI_FINAL: _("Behind %(name)s: the semi-final decided."),
    Criterion.FIGURE: _("Behind %(name)s: %(own)s against %(other)s."),
    Criterion.SHARE: _(
        "Level with %(name)s, but behind on share of heads: %(own)s against %(other)s."
    ),
    Criterion.WINS: _(
        "Level with %(name)s, but behind on wins per game: %(own)s against %(other)s."
    ),
    Criterion.HEAD_TO_HEAD: _(
        "Level with %(name)s, but behind at the tables they shared: %(own)s against %(other)s."
    ),
}
AHEAD: dict[Criterion, Promise] = {
    Criterion.FINAL: _("Ahead of %(name)s: the final decided."),
    Criterion.SEMI_FINAL: _("Ahead of %(name)s: the semi-final decided."),
    Criterion.FIGURE: _("Ahead of %(name)s: %(own)s against %(other)s."),
    Criterion.SHARE: _(
        "Level with %(name)s, but ahead on share of heads: %(own)s against %(other)s."
    ),
    Criterion.WINS: _(
        "Level with %(name)s, but ahead on wins per game: %(own)s against %(other)s."
    ),
    Criterion.HEAD_TO_HEAD: _(
        "Level with %(name)s, but ahead at the tables they shared: %(own)s against %(other)s."
    ),
}
