"""What the standings call their figures and their tie-breaks, in the reader's language."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from leagues.season_rules import Preset, TieBreak
from leagues.standings.scoring.table import Criterion

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
