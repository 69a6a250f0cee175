"""The rules of a season in plain words, and what they are worth in an example."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.facts import describe_options
from leagues.models import Season
from leagues.models.rules import RuleColumns
from leagues.season_rules import Preset, SeasonRules
from leagues.standings.figures import short_text, signed_text
from leagues.standings.rule_names import TIE_BREAKS
from leagues.standings.scoring.game_result import Entry
from leagues.standings.scoring.presets import UNIT, worth_by


@dataclass(frozen=True, slots=True)
class Section:
    """Some rules under one heading; steps are asked one after the other."""

    title: str
    sentences: tuple[str, ...]
    are_steps: bool = False


@dataclass(frozen=True, slots=True)
class Example:
    """What the places of a table of one size are worth, first place first.

    beyond: the places that larger tables have.
    """

    size: int
    worth: tuple[str, ...]
    beyond: range


def rules_in_words(season: Season) -> list[Section]:
    """All that a season agreed on, as sentences."""
    rules = season.season_rules
    won = (how_it_is_won(rules), *_games_that_count(rules))
    return [
        Section(season.get_preset_display(), won),
        Section(_("Ties are broken in this order"), tuple(tie_breaks()), are_steps=True),
        Section(_("At the tables"), (_table_sizes(rules), *describe_options(rules.options))),
        Section(_("Seats and substitutes"), _choices(season)),
        Section(_("Score sheets"), (_confirmation(rules),)),
    ]


def tie_breaks() -> list[str]:
    """What decides between players with the same figure, in the order in which it is asked."""
    criteria: list[Promise | str] = list(TIE_BREAKS.values())
    shared = _("if all of this is equal, the place is shared: the alphabet never decides")
    return [str(words) for words in [*criteria, shared]]


def examples(rules: SeasonRules) -> list[Example]:
    """The worth of each place at tables of the sizes that are allowed, without heads or ties."""
    if rules.preset is Preset.TOTAL:
        return []
    worth = worth_by(rules)
    return [
        Example(
            size,
            tuple(
                short_text(worth(size, Entry(0, 0, place, 2 * place)) / UNIT)
                for place in range(1, size + 1)
            ),
            range(size + 1, rules.most + 1),
        )
        for size in range(rules.fewest, rules.most + 1)
    ]


def how_it_is_won(rules: SeasonRules) -> str:
    """The headline of the standings in one sentence."""
    match rules.preset:
        case Preset.INDEX:
            return _(
                "Every game gives 100 to the first of its table, 0 to the last, and equal steps "
                "in between; the mean of your games is your index. Tied players share the steps."
            )
        case Preset.BEST:
            sentence = ngettext(
                "Every game gives 100 to the first of its table, 0 to the last, and equal steps "
                "in between; the best game of each player counts.",
                "Every game gives 100 to the first of its table, 0 to the last, and equal steps "
                "in between; the mean of each player’s best %(count)d games counts.",
                rules.best_of,
            )
            return sentence % {"count": rules.best_of}
        case Preset.TOTAL:
            return _("The heads you took, divided by your games: the lowest figure leads.")
        case Preset.PLACEMENT:
            return _(
                "The places at a table are worth %(points)s points, starting with first place; "
                "the sum of your games counts. Tied players share the points."
            ) % {"points": ", ".join(map(str, rules.placement))}
        case Preset.WEIGHTS:
            return _mixture(rules)


def _mixture(rules: SeasonRules) -> str:
    first = _("%(points)s for first place, in equal steps down to 0 for the last")
    parts = [
        (rules.weight_index, first),
        (rules.weight_win, _("%(points)s for winning")),
        (rules.weight_presence, _("%(points)s for every game played")),
        (rules.weight_heads, _("%(points)s for each head")),
    ]
    said = [words % {"points": signed_text(points)} for points, words in parts if points]
    listed = _("; ").join(said) or "0"
    return _("Every game gives: %(parts)s. The mean of your games counts.") % {"parts": listed}


def _games_that_count(rules: SeasonRules) -> list[str]:
    said = []
    if rules.drop_percent:
        said.append(
            _(
                "Of each player’s games the worst %(percent)d%% are dropped, rounded down. "
                "They are shown struck through."
            )
            % {"percent": rules.drop_percent}
        )
    if rules.has_growing_minimum:
        said.append(
            _(
                "A place takes more games than a third of the sessions held so far; whoever has "
                "fewer is listed below. After nine sessions, that means four games."
            )
        )
    elif rules.games_needed(0) > 1:
        said.append(
            _("A place takes %(count)d games; whoever has fewer is listed below.")
            % {"count": rules.min_games}
        )
    return said


def _table_sizes(rules: SeasonRules) -> str:
    if rules.fewest == rules.most:
        return _("Every table has %(count)d players.") % {"count": rules.most}
    return _("Tables have %(fewest)d to %(most)d players, %(preferred)d where possible.") % {
        "fewest": rules.fewest,
        "preferred": rules.preferred,
        "most": rules.most,
    }


def _choices(season: Season) -> tuple[str, ...]:
    """Whatever else is one of a few, by the words of its column."""
    columns = RuleColumns._meta.fields  # noqa: SLF001 - Django's public way in
    sentence = _("%(matter)s: %(answer)s.")
    return tuple(
        sentence
        % {
            "matter": column.verbose_name,
            "answer": getattr(season, f"get_{column.name}_display")(),
        }
        for column in columns
        if column.choices and column.name != "preset"
    )


def _confirmation(rules: SeasonRules) -> str:
    if rules.second_person:
        return _("A score sheet counts once a second person has confirmed it.")
    return _("A score sheet counts once a scorer has confirmed it.")
