"""Drawings taken apart again."""

from xml.etree import ElementTree as ET

from leagues.drawing.paper import Words

WORDS = Words("index", "Index & place", "Ann <1> leads.", "Session", "Index")
_NAMESPACE = "{http://www.w3.org/2000/svg}"


def read(text: str) -> ET.Element:
    """The drawing; an error if it is not well-formed."""
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
