"""The rules of a season in plain words, and what they are worth in an example."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.page.facts import describe_options
from leagues.models import Season
from leagues.models.rules import RuleColumns
from leagues.season_rules import FEWEST_BEST, SUMMED, ByeWorth, Preset, SeasonRules
from leagues.standings.figures import TIE_BREAKS, short_text, signed_text
from leagues.standings.scoring.tally import UNIT, Entry, worth_by


class Section(NamedTuple):
    """Some rules under one heading; steps are asked one after the other."""

    title: str
    sentences: tuple[str, ...]
    are_steps: bool = False


class Example(NamedTuple):
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
        Section(_("Ties are broken in this order"), tuple(tie_breaks(rules)), are_steps=True),
        Section(_("At the tables"), (_table_sizes(rules), *describe_options(rules.options))),
        Section(_("Seats and substitutes"), _choices(season)),
        Section(
            _("Score sheets"),
            (
                _("A score sheet counts once a second person has confirmed it.")
                if rules.second_person
                else _("A score sheet counts once a scorer has confirmed it."),
            ),
        ),
    ]


def tie_breaks(rules: SeasonRules) -> list[str]:
    """What decides between players with the same figure, in the order in which it is asked."""
    criteria: list[Promise | str] = [TIE_BREAKS[each] for each in rules.tie_breaks]
    shared = _("if all of this is equal, the place is shared: the alphabet never decides")
    if not criteria:
        shared = _("whoever has the same figure shares the place: the alphabet never decides")
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
    if rules.best_sessions:
        said.append(_best_sessions(rules))
    if rules.drop_percent:
        said.append(
            _(
                "Of each player’s games the worst %(percent)d%% are dropped, rounded down. "
                "They are shown struck through."
            )
            % {"percent": rules.drop_percent}
        )
    if rules.min_sessions:
        said.append(
            ngettext(
                "%(count)d session is needed. Players with fewer are listed below, "
                "without a place.",
                "%(count)d sessions are needed. Players with fewer are listed below, "
                "without a place.",
                rules.min_sessions,
            )
            % {"count": rules.min_sessions}
        )
    elif rules.has_growing_minimum:
        said.append(
            _(
                "More games are needed than a third of the sessions held so far: four after nine "
                "sessions. Players with fewer games are listed below, without a place."
            )
        )
    elif rules.games_needed(0) > 1:
        said.append(
            _(
                "%(count)d games are needed. Players with fewer games are listed below, "
                "without a place."
            )
            % {"count": rules.min_games}
        )
    if rules.semi_final:
        said.append(
            _(
                "A session before the final is a semi-final: the best %(count)d who come and had "
                "a place before it are seated in snake order. The best of each table go on to the "
                "final, then the second of each, until it is full; between equals the ranking of "
                "the session decides, then the standings before it. The other semi-finalists stand "
                "behind the finalists."
            )
            % {"count": rules.semi_final}
        )
    if rules.final:
        said.append(
            _(
                "The last session is a final: the best %(count)d who come and had a place before "
                "it take the first places, in the order of their results there."
            )
            % {"count": rules.final}
        )
    return [*said, *_rounds_without_a_seat(rules)]


def _rounds_without_a_seat(rules: SeasonRules) -> list[str]:
    """What byes are worth and no-shows cost; neither is a game."""
    said = []
    if rules.counts_byes and rules.bye is ByeWorth.AVERAGE:
        said.append(
            _("Sitting out a round is worth as many points as the player’s games on average.")
        )
    elif rules.counts_byes:
        said.append(
            ngettext(
                "Sitting out a round is worth %(count)d point.",
                "Sitting out a round is worth %(count)d points.",
                rules.bye_points,
            )
            % {"count": rules.bye_points}
        )
    if rules.no_show and rules.preset is FEWEST_BEST:
        said.append(
            ngettext(
                "Whoever does not show up for a round gets %(count)d head more per game.",
                "Whoever does not show up for a round gets %(count)d heads more per game.",
                rules.no_show,
            )
            % {"count": rules.no_show}
        )
    elif rules.no_show:
        said.append(
            ngettext(
                "Whoever does not show up for a round loses %(count)d point.",
                "Whoever does not show up for a round loses %(count)d points.",
                rules.no_show,
            )
            % {"count": rules.no_show}
        )
    return said


def _best_sessions(rules: SeasonRules) -> str:
    if rules.preset is SUMMED:
        sentence = ngettext(
            "Only the games of each player’s best session count: the one that gave most points.",
            "Only the games of each player’s best %(count)d sessions count: those that gave most "
            "points.",
            rules.best_sessions,
        )
    else:
        sentence = ngettext(
            "Only the games of each player’s best session count: sessions are compared by the mean "
            "of their games.",
            "Only the games of each player’s best %(count)d sessions count: sessions are compared "
            "by the mean of their games.",
            rules.best_sessions,
        )
    return sentence % {"count": rules.best_sessions}


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
    sentences = {
        "substitutes": _("%(matter)s %(answer)s."),
        "bots": _("%(matter)s: %(answer)s."),
    }
    condition = _("%(matter)s, %(answer)s.")
    return tuple(
        sentences.get(column.name, condition)
        % {
            "matter": column.verbose_name,
            "answer": getattr(season, f"get_{column.name}_display")(),
        }
        for column in columns
        if column.choices and column.name not in {"preset", "bye", "tie_breaks"}
    )
