"""What higher floors must do when somebody leaves, or asks what is known of them."""

from django.dispatch import Signal

from accounts.models import Player

# Sent within the transaction, with player, before the player's row is locked: whoever will lock
# other rows on hearing of the change locks them now, as everybody takes those first.
player_changing = Signal()

# Sent with player, before they are erased; each receiver answers the guests who turned out to be
# them.
guests_asked = Signal()

# Sent within the transaction, with player and name (the one that goes): whoever keeps copies of the
# name, or lets the player do something, ends that now. An exception undoes the whole erasure.
player_erased = Signal()

# Sent after the commit, with player and invitation: somebody has signed up by it.
invitation_used = Signal()

# Sent with waits: True when one more person waits for the organizers' approval, False when nobody
# does any more.
sign_ups_changed = Signal()

# Sent after the commit, with player_id: somebody signed out, or a sign-in fell with the password or
# the login it was made with. Which ones still stand `sessions.still_signed_in` says.
sign_in_ended = Signal()

# Sent with player; each receiver answers whether they have a role that an organizer of the club
# need not have.
roles_asked = Signal()

# Sent with player and data, a dictionary of JSON data to which each receiver adds its part.
personal_data_asked = Signal()


def has_role(player: Player) -> bool:
    """Whether somebody has a role that an organizer of the club need not have."""
    return any(answer for _receiver, answer in roles_asked.send(Player, player=player))
