"""What the regions of a table show: projections of the game in the viewer's language.

The public regions are the same for everybody who shares a language and a deck, so they are made
from what a spectator may see; the private ones from what one seat may see. Hidden cards never come
this far.
"""
