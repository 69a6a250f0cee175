"""Which names are meant by what somebody types; pure."""

import re
from collections.abc import Callable, Collection, Sequence

LONGEST = 60
MOST_WORDS = 5
# Words are matched inside others from so many letters on.
INSIDE = 3
MOST_SLIPS = 2
_WORD = re.compile(r"\w+")


class Ranking:
    """How well names match the words of a query. is_like: whether two words differ by slips only.

    query: a plain text, of which the first LONGEST letters and MOST_WORDS words count.
    """

    def __init__(self, query: str, is_like: Callable[[str, str], bool]) -> None:
        self._wanted = _WORD.findall(query[:LONGEST])[:MOST_WORDS]
        self._is_like = is_like

    def best(self, names: Sequence[str], count: int) -> list[int]:
        """The places in `names` (plain texts) of those with every word, the best first.

        A word that no name has as it was typed is taken for a slip.
        """
        if not self._wanted:
            return []
        words = [_WORD.findall(name) for name in names]
        every = {word for each in words for word in each}
        meant = [self._meant(wanted, every) for wanted in self._wanted]
        found: list[tuple[int, int]] = []
        for place, each in enumerate(words):
            marks = [
                min((mark[word] for word in each if word in mark), default=-1) for mark in meant
            ]
            if min(marks) >= 0:
                found.append((sum(marks), place))
        return [place for _mark, place in sorted(found)[:count]]

    def _meant(self, wanted: str, words: Collection[str]) -> dict[str, int]:
        """Words that may be meant: 0 for the word itself, 1 its beginning, 2 a part, 3 a slip."""
        exact: dict[str, int] = {}
        for word in words:
            if word.startswith(wanted):
                exact[word] = int(word != wanted)
            elif len(wanted) >= INSIDE and wanted in word:
                exact[word] = 2
        if exact:
            return exact
        letters = set(wanted)
        # Comparing letter by letter is left to the few words that begin alike.
        near = (
            word
            for word in words
            if (word[0] in wanted[:2] or wanted[0] in word[:2])
            and len(letters.difference(word)) <= MOST_SLIPS
        )
        return {word: 3 for word in near if self._is_like(wanted, word)}
