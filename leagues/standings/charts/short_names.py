"""Names as a drawing has room for them."""

from collections import Counter
from collections.abc import Iterable
from itertools import count


def short_names(names: Iterable[str], length: int) -> dict[str, str]:
    """A label of at most `length` letters for each name; different names have different labels.

    A long name is cut at its end, or in the middle where several would look alike; those that still
    do get a number.
    """
    different = list(dict.fromkeys(names))
    labels = {name: _cut_at_end(name, length) for name in different}
    for name in _alike(labels):
        labels[name] = _cut_in_middle(name, length)
    taken = Counter(labels.values())
    for name in _alike(labels):
        numbered = (_numbered(name, length, number) for number in count(1))
        taken[labels[name]] -= 1
        labels[name] = next(label for label in numbered if not taken[label])
        taken[labels[name]] += 1
    return labels


def _alike(labels: dict[str, str]) -> list[str]:
    """The names that are cut and have the label of another one."""
    shared = Counter(labels.values())
    return [name for name, label in labels.items() if shared[label] > 1 and name != label]


def _cut_at_end(name: str, length: int) -> str:
    return name if len(name) <= length else name[: length - 1].rstrip() + "…"


def _cut_in_middle(name: str, length: int) -> str:
    last = (length - 1) // 2
    return name[: length - 1 - last].rstrip() + "…" + name[-last:].lstrip()


def _numbered(name: str, length: int, number: int) -> str:
    ending = f"… {number}"
    return name[: length - len(ending)].rstrip() + ending
