"""The names on the shared picture, which has room for so many pixels of each."""

from games.page.picture_drawing import TEXT_FACES, face_of
from leagues.standings.season_picture.raster import labels_of

FACE = face_of(TEXT_FACES, 20)
ROOM = 178


def test_names_that_have_room_are_written_whole() -> None:
    names = ["Ana", "Ben"]
    assert labels_of(names, FACE, ROOM) == {"Ana": "Ana", "Ben": "Ben"}


def test_long_names_that_begin_alike_are_told_apart_within_their_room() -> None:
    names = [
        "Marie-Antoinette de Saint-Exupery Alice",
        "Marie-Antoinette de Saint-Exupery Bella",
        "Marie-Antoinette de Saint-Exupery",
        "Ana",
    ]
    labels = labels_of(names, FACE, ROOM)
    assert len(set(labels.values())) == 4
    assert labels["Ana"] == "Ana"
    assert all(FACE.getlength(label) <= ROOM for label in labels.values())


def test_the_same_name_twice_has_one_label() -> None:
    name = "W" * 40
    assert list(labels_of([name, name], FACE, ROOM)) == [name]
