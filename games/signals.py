"""What other floors may listen to."""

from django.dispatch import Signal

# Sent after the commit, with table_id: a game came to its regular end.
game_ended = Signal()
