"""Where a sheet is typed: for which game, and who can be named on it."""

from dataclasses import dataclass

from leagues.models import Game, Session
from leagues.people.find import Candidates, candidates_of
from leagues.sheets.drafts import draft_of
from leagues.sheets.revisions import read_revision
from leagues.sheets.typed_sheet import Fault, Reading, TypedSheet, faults_of, read

ROUNDS_AT_FIRST = 6


@dataclass(frozen=True, slots=True)
class Desk:
    """A game with the people who can have played it."""

    game: Game
    candidates: Candidates

    @classmethod
    def of_game(cls, game: Game) -> "Desk":
        return cls(game, candidates_of(game.session))

    @classmethod
    def of_session(cls, session: Session) -> "Desk":
        """The desk for a game that is not there yet."""
        options = session.season.season_rules.options.to_json()
        return cls(Game(session=session, options=options), candidates_of(session))

    def typed(self) -> TypedSheet:
        """The sheet as far as it is written: the draft, what was entered, or who was drawn."""
        draft = draft_of(self.game)
        if draft is not None:
            return draft.typed
        stored = self.game.pending or self.game.sheet
        if stored is not None:
            return TypedSheet.of_sheet(read_revision(stored))
        seats = self.game.seats.order_by("index") if self.game.pk else []
        return TypedSheet.of_seats([(seat.player_id, seat.substitute_for_id) for seat in seats])

    def with_room(self, typed: TypedSheet) -> TypedSheet:
        """The same with an empty round below, and places for people where nobody is named."""
        rules = self.game.session.season.season_rules
        written = [n for n, row in enumerate(typed.rounds, 1) if any(row)]
        wanted = max(ROUNDS_AT_FIRST, max(written, default=0) + 1)
        last = self.game.rules.last_round
        return typed.with_size(
            len(typed.columns) or rules.preferred, wanted if last is None else min(wanted, last)
        )

    def read(self, typed: TypedSheet) -> Reading:
        return read(typed, self.candidates.names, self.candidates.names_taken)

    def faults(self, reading: Reading, *, complete: bool = True) -> tuple[Fault, ...]:
        """What is wrong with a sheet; not complete: what no further entry can make right."""
        rules = self.game.session.season.season_rules
        return faults_of(reading, self.game.rules, rules, complete=complete)
