"""Other rules for a season that runs: what may be amended, what that would change, and the change.

Results that are entered hold what the rules said of bots, substitutes, absent players and
abandoned games; these rules, those of the game and the final stay as they were, and the semi-final
once its tables are drawn.
"""

from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.forms import LegibleField
from accounts.models import Player
from accounts.names import MISSING
from leagues.audit import service as audit
from leagues.audit.words import Change, Did, changes_of
from leagues.models import Amendment, Game, Season, Standing
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.models.rules import RULES
from leagues.season_rules import Preset, SeasonRules
from leagues.setup.season_form import SeasonForm
from leagues.standings.figures import figure_text
from leagues.standings.season_lock import locked_open_season
from leagues.standings.store import ensure_up_to_date, preview_rules, update_all_standings

AMENDABLE = (
    "preset", "best_of", "placement", "weight_index", "weight_win", "weight_presence",
    "weight_heads", "fewest", "preferred", "most", "min_games", "min_sessions", "drop_percent",
    "best_sessions", "semi_final", "tie_breaks", "bye", "bye_points", "no_show", "second_person",
)  # fmt: skip
MOST_REASON = 200


class AmendForm(SeasonForm):
    """The rules of a season that runs, with the reason for the change."""

    reason = LegibleField(
        label=_("Reason"),
        max_length=MOST_REASON,
        help_text=_("Everybody can read it, with what was changed."),
    )

    def __init__(self, data: Any = None, *, instance: Season) -> None:
        super().__init__(data, instance=instance)
        for name, field in self.fields.items():
            field.disabled = name not in (*AMENDABLE, "reason")
        if _is_semi_final_drawn(instance):
            self.fields["semi_final"].disabled = True

    def clean(self) -> dict[str, Any]:
        data = super().clean()
        if data.get("preset") == Preset.TOTAL and _has_other_sizes(self.instance, data.get("most")):
            words = _("Heads per game is not fair here: the season has had tables of other sizes.")
            self.add_error("preset", words)
        return data


def _has_other_sizes(season: Season, size: int | None) -> bool:
    games = Game.objects.counting().filter(session__season=season, size__gt=0)
    return games.exclude(size=size or 0).exists()


def _is_semi_final_drawn(season: Season) -> bool:
    """Whether somebody sits at a table of the semi-final, or of the final that it leads to."""
    decides = Q(session__is_semi_final=True) | Q(session__is_final=True)
    games = Game.objects.exclude(status=Game.Status.VOIDED)
    return games.filter(decides, session__season=season).exists()


@dataclass(frozen=True, slots=True)
class StandingAfter:
    """Somebody's place and figure, now and by other rules; "–" where they have no place."""

    name: str
    place: str
    figure: str
    place_then: str
    figure_then: str

    @property
    def is_moved(self) -> bool:
        return self.place != self.place_then


@dataclass(frozen=True, slots=True)
class AmendmentPreview:
    """What other rules would change. seen: names both the rules and what they would change."""

    changes: tuple[Change, ...]
    rows: tuple[StandingAfter, ...]
    seen: str

    @property
    def moved(self) -> int:
        """How many people would have another place."""
        return sum(row.is_moved for row in self.rows)


def preview_amendment(season: Season, rules: SeasonRules) -> AmendmentPreview:
    """The effect that other rules would have now, in the order of the present standings."""
    ensure_up_to_date(season)
    season.refresh_from_db(fields=["standings_version"])
    seen = _seen(season, rules)
    then = preview_rules(season, rules)
    rows = Standing.objects.newest_of(season).filter(games__gt=0).select_related("player")
    before, after = _changed(season.season_rules, rules)
    preset = season.season_rules.preset
    lines = tuple(
        StandingAfter(
            name=row.player.name,
            place=_place(row.place),
            figure=figure_text(row.figure, preset),
            place_then=_place(then[row.player_id][0]),
            figure_then=figure_text(then[row.player_id][1], rules.preset),
        )
        for row in rows.order_by("order")
        # Somebody whose first game came a moment ago: `seen` is old by then.
        if row.player_id in then
    )
    return AmendmentPreview(changes_of(before, after), lines, seen)


def _seen(season: Season, rules: SeasonRules) -> str:
    text = repr((season.plan_version, season.standings_version, rules))
    return sha256(text.encode()).hexdigest()[:16]


def _place(place: int | None) -> str:
    return MISSING if place is None else str(place)


def _changed(old: SeasonRules, new: SeasonRules) -> tuple[dict[str, Any], dict[str, Any]]:
    """The rules that differ, by their names, as columns hold them."""
    was, is_now = _columns(old), _columns(new)
    names = [name for name in RULES if was[name] != is_now[name]]
    return {name: was[name] for name in names}, {name: is_now[name] for name in names}


def _columns(rules: SeasonRules) -> dict[str, Any]:
    season = Season()
    season.season_rules = rules
    return {name: getattr(season, name) for name in RULES}


def amend(
    season_id: int, rules: SeasonRules, reason: str, seen: str, by: Player, now: datetime
) -> None:
    """Let other rules hold for a season that runs; all its games are counted anew by them.

    Nothing happens where they hold already, as at a second tap. seen: that of the preview. Raises
    LeagueError(SEASON_NOT_OPEN, NEEDS_REASON), LATE where anything of the preview is different now.
    """
    with locked_open_season(season_id) as season:
        if not reason.strip():
            raise LeagueError(LeagueErrorCode.NEEDS_REASON)
        before, after = _changed(season.season_rules, rules)
        if not after:
            return
        is_late = "semi_final" in before and _is_semi_final_drawn(season)
        if is_late or _seen(season, rules) != seen:
            raise LeagueError(LeagueErrorCode.LATE)
        season.season_rules = rules
        season.save(update_fields=[*RULES])
        season.amendments.create(at=now, by=by, reason=reason.strip(), before=before, after=after)
        audit.record(
            season.league, Did.AMENDED_RULES, by, season=season, before=before, after=after
        )
        update_all_standings(season)


def amendments_of(season: Season) -> list[tuple[Amendment, tuple[Change, ...]]]:
    """The amendments of a season with what they changed, the newest first."""
    return [
        (each, changes_of(each.before, each.after))
        for each in season.amendments.select_related("by")
    ]
