"""What higher floors must do when somebody leaves, or asks what is known of them."""

from django.dispatch import Signal

# Sent within the transaction, with player and name (the one that goes): whoever keeps copies of the
# name, or lets the player do something, ends that now. An exception undoes the whole erasure.
player_erased = Signal()

# Sent with player and data, a dictionary of JSON data to which each receiver adds its part.
personal_data_asked = Signal()
