"""Drawings taken apart again."""

from xml.etree import ElementTree as ET

from leagues.standings.charts.paper import ChartWords

WORDS = ChartWords("index", "Index & place", "Ann <1> leads.", "Session", "Index")
_NAMESPACE = "{http://www.w3.org/2000/svg}"


def read(text: str) -> ET.Element:
    """The drawing without the key below it; an error if it is not well-formed."""
    whole = _read(text)
    return whole if whole.tag == f"{_NAMESPACE}svg" else whole[0]


def key(text: str) -> list[str]:
    """The key below a drawing, as words."""
    entries = _read(text).iter("li")
    return [
        " ".join(f"{entry.findtext('b')} {''.join(part.tail or '' for part in entry)}".split())
        for entry in entries
    ]


def _read(text: str) -> ET.Element:
    return ET.fromstring(text.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" '))  # noqa: S314


def texts(drawing: ET.Element, kind: str) -> list[str]:
    """The words written with a class."""
    return [
        element.text or ""
        for element in drawing.iter(f"{_NAMESPACE}text")
        if kind in element.get("class", "").split()
    ]


def drawn(drawing: ET.Element, kind: str) -> list[ET.Element]:
    """The elements with a class."""
    return [element for element in drawing.iter() if kind in element.get("class", "").split()]


def told(element: ET.Element) -> str:
    """What appears when one points at it."""
    return element.findtext(f"{_NAMESPACE}title") or ""
