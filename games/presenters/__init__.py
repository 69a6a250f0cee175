"""What a table's page shows: projections of the game in the reader's language, as HTML.

The public part is the same for everybody who shares a language and a deck, so it is made from what
a spectator may see; the private part from what one seat may see. Hidden cards never come this far.
"""

from games.presenters.pages import private_html, public_html
from games.presenters.viewer import Viewer

__all__ = ["Viewer", "private_html", "public_html"]
