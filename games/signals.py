"""Signals that `games` sends to other apps."""

from dataclasses import dataclass

from django.dispatch import Signal

# Sent after the commit, with table_id: a game came to its regular end.
game_ended = Signal()
# Sent after the commit, with table_id: a game was abandoned.
game_abandoned = Signal()
# Sent after the commit, with table_id: a round was scored, and the game goes on. Only of a table
# that belongs to something (`Table.origin_url`), as nobody else asks.
round_ended = Signal()
# Sent while a page is made, with table_id and user: receivers return a ResultNote or None.
notes_asked = Signal()
# Sent while a profile is made, with player_id and reader (a Player, None for a stranger): receivers
# return a list of (title, address) of what else tells of that person.
stories_asked = Signal()
# Sent within the transaction, with what ("reported", "answered" to who reported, "decided" to whom
# it concerns) and players (ids): something became of a report, and these people are to be told.
report_news = Signal()
# Sent by every keeper about once a minute: finish what a crash left undone.
tidying = Signal()


@dataclass(frozen=True, slots=True)
class ResultNote:
    """What a game counts for, such as a league: a title with its address, a sentence a player.

    lines: (name, address of their page, sentence). is_pending: more will be known in a moment.
    """

    title: str
    url: str
    lines: tuple[tuple[str, str, str], ...] = ()
    is_pending: bool = False
