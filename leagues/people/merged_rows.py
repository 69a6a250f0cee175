"""What a league keeps of a guest beside their games: given to a member by a merge, and back.

Where the member has a row in the same place, that of the guest is set aside.
"""

from typing import Any

from django.db.models import Q, QuerySet

from accounts.models import Player
from leagues.models import Adjustment, Attendance, Bye, Entrant, League, Merge, TeamMember, Wish


def has_any(league: League, player: Player) -> bool:
    """Whether a league shows anything of somebody beside their games."""
    tables = (
        Adjustment.objects.filter(season__league=league, player=player),
        Attendance.objects.filter(session__season__league=league, player=player),
        Bye.objects.filter(round__session__season__league=league, player=player),
        Entrant.objects.filter(season__league=league, player=player),
        TeamMember.objects.filter(season__league=league, player=player),
        _wishes_of(league, player),
    )
    return any(rows.exists() for rows in tables)


def move(merged: Merge) -> None:
    """Make the rows of the guest the member's."""
    guest, member = merged.guest, merged.member
    points = Adjustment.objects.filter(season__league=merged.league, player=guest)
    merged.adjustments.set(points)
    points.update(player=member)
    # Who sits at a table of a round does not sit out in it; their seats have been moved before.
    byes = Bye.objects.filter(round__session__season__league=merged.league)
    byes = byes.filter(player__in=[guest, member], round__games__seats__player=member)
    Bye.objects.filter(pk__in=list(byes.values_list("pk", flat=True))).update(set_aside_by=merged)
    for rows, moved, place in _placed(merged):
        shown = rows.filter(set_aside_by=None)
        taken = shown.filter(player=member).values(place)
        theirs = shown.filter(player=guest)
        theirs.filter(**{f"{place}__in": taken}).update(set_aside_by=merged)
        moved.set(theirs)
        theirs.update(player=member)
    for entrant in Entrant.every.filter(set_aside_by=merged):
        own = Entrant.objects.get(season=entrant.season_id, player=member)
        entrant.own_joined_from = own.joined_from
        entrant.save(update_fields=["own_joined_from"])
        own.joined_from = min(own.joined_from, entrant.joined_from)
        own.save(update_fields=["joined_from"])
    for wish in _wishes_of(merged.league, guest):
        _move_wish(merged, wish)


def give_back(merged: Merge) -> None:
    """Undo `move`; what the guest was given since makes room for what comes back."""
    guest, member = merged.guest, merged.member
    merged.adjustments.update(player=guest)
    entered_both = Entrant.every.filter(set_aside_by=merged, own_joined_from__isnull=False)
    for entrant in entered_both:
        own = Entrant.objects.filter(season=entrant.season_id, player=member)
        own.update(joined_from=entrant.own_joined_from)
    entered_both.update(own_joined_from=None)
    for rows, moved, place in _placed(merged):
        back = rows.filter(Q(pk__in=moved.values("pk")) | Q(set_aside_by=merged))
        rows.filter(
            player=guest, set_aside_by=None, **{f"{place}__in": back.values(place)}
        ).delete()
        rows.filter(pk__in=moved.values("pk")).update(player=guest)
        rows.filter(set_aside_by=merged).update(set_aside_by=None)
    for wish in merged.wishes.all():
        _exchange(wish, member, guest)
        _bring_back(wish)
    for wish in Wish.every.filter(set_aside_by=merged):
        _bring_back(wish)


def _placed(merged: Merge) -> tuple[tuple[QuerySet[Any], Any, str], ...]:
    """The tables of a league in which a player has one row in each place.

    With what the merge has moved of them, and the name of the place.
    """
    came = Attendance.every.filter(session__season__league=merged.league)
    sat_out = Bye.every.filter(round__session__season__league=merged.league)
    entered = Entrant.every.filter(season__league=merged.league)
    in_teams = TeamMember.every.filter(season__league=merged.league)
    return (
        (came, merged.attendances, "session"),
        (sat_out, merged.byes, "round"),
        (entered, merged.entrants, "season"),
        # A team a season: who has been in one stays there.
        (in_teams, merged.team_members, "season"),
    )


def _wishes_of(league: League, player: Player) -> QuerySet[Wish]:
    return Wish.objects.filter(Q(first=player) | Q(second=player), season__league=league)


def _move_wish(merged: Merge, wish: Wish) -> None:
    people = (wish.first_id, wish.second_id)
    _exchange(wish, merged.guest, merged.member)
    if wish.first_id == wish.second_id or _of_the_same(wish).exists():
        wish.first_id, wish.second_id = people
        wish.set_aside_by = merged
    else:
        merged.wishes.add(wish)
    wish.save()


def _bring_back(wish: Wish) -> None:
    _of_the_same(wish).delete()
    wish.set_aside_by = None
    wish.save()


def _exchange(wish: Wish, old: Player, new: Player) -> None:
    """Put one person in the place of another; the lower id stays first."""
    people = (new.pk if pk == old.pk else pk for pk in (wish.first_id, wish.second_id))
    wish.first_id, wish.second_id = sorted(people)


def _of_the_same(wish: Wish) -> QuerySet[Wish]:
    """Another wish about these two people that is shown."""
    same = Wish.objects.filter(season=wish.season_id, first=wish.first_id, second=wish.second_id)
    return same.exclude(pk=wish.pk)
