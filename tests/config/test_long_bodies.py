"""Only addresses that take photos take long bodies, whether their length is announced or not."""

from types import SimpleNamespace
from typing import Any

import pytest

from config.daphne_server import LONGEST_BODY, LONGEST_PHOTO, REFUSAL, LimitedRequest


@pytest.mark.parametrize(
    ("path", "longest"),
    [
        (b"/account/login/", LONGEST_BODY),
        (b"/leagues/score/1b-x/", LONGEST_BODY),
        (b"/account/login/?next=/leagues/score/1b-x/photo/", LONGEST_BODY),
        (b"/leagues/score/1b-x/photo/", LONGEST_PHOTO),
        (b"/leagues/tuesdays-x/1/sessions/2/games/3/photos/add/", LONGEST_PHOTO),
    ],
)
def test_a_body_ends_with_its_connection_where_it_grows_too_long(
    path: bytes, longest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[int] = []
    written: list[bytes] = []
    closed: list[bool] = []
    # By its base: other tests let Daphne use the limited request in place of its own.
    (base,) = LimitedRequest.__bases__
    monkeypatch.setattr(base, "handleContentChunk", lambda _self, data: kept.append(len(data)))
    request: Any = LimitedRequest.__new__(LimitedRequest)
    request.channel = SimpleNamespace(
        _path=path,
        transport=SimpleNamespace(write=written.append),
        loseConnection=lambda: closed.append(True),
    )
    request.handleContentChunk(bytes(longest))
    assert (sum(kept), written) == (longest, [])
    for _piece in range(3):
        request.handleContentChunk(b"x")
    assert (sum(kept), written, closed) == (longest, [REFUSAL], [True])
