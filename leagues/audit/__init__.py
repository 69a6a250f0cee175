"""The log of a league: who changed what, when, with what stood before and after."""
