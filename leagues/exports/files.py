"""Long files to download.

They are made once for each version, and kept compressed: a browser that has the newest version is
sent nothing, and nothing is made.
"""

import gzip
import zlib
from collections.abc import AsyncIterator, Callable, Hashable, Iterable, Iterator
from io import BytesIO
from itertools import islice

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import patch_vary_headers

from accounts.made_once import FILES, made_once
from accounts.page_cache import etag_of, unless_kept

PARTS_AT_ONCE = 500
# Level 1 takes a quarter of the time of level 6.
LEVEL = 1
UNPACKED_AT_ONCE = 16_384


def packed_file(
    request: HttpRequest, key: Hashable, content_type: str, parts: Callable[[], Iterator[str]]
) -> HttpResponseBase:
    """A file of these parts, the same for all who may have it; key: all that it depends on."""

    def file() -> HttpResponseBase:
        packed = made_once(request, key, lambda: _packed(parts()), FILES)
        return _sent(request, packed, content_type)

    response = unless_kept(request, etag_of(key), file)
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


def _sent(request: HttpRequest, packed: bytes, content_type: str) -> HttpResponseBase:
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        headers = {"Content-Encoding": "gzip"}
        return HttpResponse(packed, content_type=content_type, headers=headers)
    return StreamingHttpResponse(_unpacked(packed), content_type=content_type)


def _packed(parts: Iterable[str]) -> bytes:
    packed, left = BytesIO(), iter(parts)
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=LEVEL, mtime=0) as file:
        while text := "".join(islice(left, PARTS_AT_ONCE)):
            file.write(text.encode())
    return packed.getvalue()


async def _unpacked(packed: bytes) -> AsyncIterator[bytes]:
    unpacking = zlib.decompressobj(zlib.MAX_WBITS | 16)
    for start in range(0, len(packed), UNPACKED_AT_ONCE):
        yield unpacking.decompress(packed[start : start + UNPACKED_AT_ONCE])
