"""What a table's page shows: projections of the game in the viewer's language, as regions.

The public regions are the same for everybody who shares a language and a deck, so they are made
from what a spectator may see; the private ones from what one seat may see. Hidden cards never come
this far.
"""

from games.presenters.pages import present_private, present_public
from games.presenters.viewer import Viewer

__all__ = ["Viewer", "present_private", "present_public"]
