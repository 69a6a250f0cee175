"""What the result of a game means for one player, in a sentence."""

from django.utils.translation import gettext, gettext_lazy

CAME = {
    2: gettext_lazy("You came second."),
    3: gettext_lazy("You came third."),
    4: gettext_lazy("You came fourth."),
    5: gettext_lazy("You came fifth."),
    6: gettext_lazy("You came sixth."),
    7: gettext_lazy("You came seventh."),
    8: gettext_lazy("You came eighth."),
    9: gettext_lazy("You came ninth."),
    10: gettext_lazy("You came tenth."),
}


def placing_sentence(
    ranks: tuple[int, ...] | None,
    seat: int | None,
    *,
    was_away: bool = False,
    is_against_ox: bool = False,
) -> str:
    """What the result means for a seat; nothing for a spectator or where there is no result.

    was_away: the bot has finished the game for its player.
    """
    if ranks is None or seat is None:
        return ""
    if is_against_ox:
        is_won = ranks[seat] == 1
        return gettext("You have beaten the ox!") if is_won else gettext("The ox was stronger.")
    rank = ranks[seat]
    is_shared = ranks.count(1) > 1
    if was_away and rank == 1:
        if is_shared:
            return gettext("The bot finished the game for you and shares first place.")
        return gettext("The bot finished the game for you and won.")
    if rank > 1:
        return str(CAME[rank])
    if is_shared:
        return gettext("You share first place.")
    return gettext("You win!")
