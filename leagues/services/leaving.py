"""What a person leaves behind in leagues when they are erased: results, not roles, replies, wishes.

Leagues keep ids, never copies of a name; pages made before are made anew, their season's version
being another one.
"""

from django.db.models import Q

from accounts import privacy
from accounts.models import Player
from leagues.models import Merge, Reply, Role, Wish
from leagues.services import names


def erase(player: Player) -> None:
    """Take somebody out of what goes on; the guests who turned out to be them are erased too."""
    Role.objects.filter(player=player).delete()
    Reply.objects.filter(player=player).delete()
    Wish.objects.filter(Q(first=player) | Q(second=player)).delete()
    names.show_anew(player)
    for merged in Merge.objects.filter(member=player, undone_at=None).select_related("guest"):
        privacy.erase(merged.guest)
