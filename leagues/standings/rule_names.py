"""Names and explanations of what a season may agree on, in the reader's language."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from leagues.season_rules import Abandoned, Away, Bots, Preset, Substitutes
from leagues.standings.scoring.tiebreaks import Criterion

PRESET_NAMES: dict[Preset, Promise] = {
    Preset.INDEX: _("Place index"),
    Preset.BEST: _("Best games"),
    Preset.TOTAL: _("Heads per game"),
    Preset.PLACEMENT: _("Points for places"),
    Preset.WEIGHTS: _("Your own mix of points"),
}

PRESET_EXPLAINED: dict[Preset, Promise] = {
    Preset.INDEX: _(
        "First place at a table is worth 100, last place 0, the others equal steps in between. "
        "The mean of all games decides. Fair for tables of any size, and coming more often is no "
        "advantage. The best choice for most clubs."
    ),
    Preset.BEST: _(
        "The same index, but only each player’s best games count: good where people "
        "cannot always come. Whoever plays more has more to choose from."
    ),
    Preset.TOTAL: _(
        "Heads per game, as on the pad in the box: fewest is best. Only where all tables have the "
        "same number of players, as more players means more heads."
    ),
    Preset.PLACEMENT: _(
        "Points for first, second, third … place; the sum decides, as in motor racing. It rewards "
        "whoever comes often."
    ),
    Preset.WEIGHTS: _(
        "Points for the place, for winning, for coming, and for each head, as you like. "
        "The mean of all games decides."
    ),
}

# What the headline figure of the standings is called in a narrow column.
FIGURE_NAMES: dict[Preset, Promise] = {
    Preset.INDEX: _("Index"),
    Preset.BEST: _("Index"),
    Preset.TOTAL: _("Heads"),
    Preset.PLACEMENT: _("Points"),
    Preset.WEIGHTS: _("Points"),
}

SUBSTITUTES: dict[Substitutes, Promise] = {
    Substitutes.SUBSTITUTE: _("for whoever sat there"),
    Substitutes.ABSENT: _("for the person they stood in for"),
    Substitutes.NOBODY: _("for nobody"),
}

BOTS: dict[Bots, Promise] = {
    Bots.OPPONENTS: _("they are opponents like any other: finishing behind a bot costs a place"),
    Bots.LEFT_OUT: _("they are left out: people are ranked among themselves"),
}

AWAY: dict[Away, Promise] = {
    Away.IF_PLAYED: _(
        "the result counts for players who played at least once themselves; otherwise the seat is "
        "treated as a bot’s"
    ),
    Away.COUNTS: _("the result counts for the player"),
    Away.LEFT_OUT: _("the seat is treated as a bot’s if the bot plays on to the end"),
}

ABANDONED: dict[Abandoned, Promise] = {
    Abandoned.VOID: _("it does not count"),
    Abandoned.AS_IT_STOOD: _("it counts as it stood after the last full round"),
}

# In the order in which they are asked; FIGURE depends on the season.
TIE_BREAKS: dict[Criterion, Promise] = {
    Criterion.SHARE: _("the smaller share of the table’s heads"),
    Criterion.WINS: _("more wins per game"),
    Criterion.HEAD_TO_HEAD: _("the better results at shared tables"),
}

# Beside a row: what set it apart from the row above.
DECIDED_BY: dict[Criterion, Promise] = {
    Criterion.SHARE: _("tie-break: share"),
    Criterion.WINS: _("tie-break: wins"),
    Criterion.HEAD_TO_HEAD: _("tie-break: head to head"),
}

# Beside a neighbour: name, and where they tell, the own value and the neighbour's.
BEHIND: dict[Criterion, Promise] = {
    Criterion.FIGURE: _("Behind %(name)s: %(own)s against %(other)s."),
    Criterion.SHARE: _(
        "Level with %(name)s, but behind on share of heads: %(own)s against %(other)s."
    ),
    Criterion.WINS: _(
        "Level with %(name)s, but behind on wins per game: %(own)s against %(other)s."
    ),
    Criterion.HEAD_TO_HEAD: _(
        "Level with %(name)s on all figures, but behind at the tables they shared: %(own)s "
        "against %(other)s."
    ),
}
AHEAD: dict[Criterion, Promise] = {
    Criterion.FIGURE: _("Ahead of %(name)s: %(own)s against %(other)s."),
    Criterion.SHARE: _(
        "Level with %(name)s, but ahead on share of heads: %(own)s against %(other)s."
    ),
    Criterion.WINS: _(
        "Level with %(name)s, but ahead on wins per game: %(own)s against %(other)s."
    ),
    Criterion.HEAD_TO_HEAD: _(
        "Level with %(name)s on all figures, but ahead at the tables they shared: %(own)s against "
        "%(other)s."
    ),
}
