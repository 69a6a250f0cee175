"""Compression of pages and other text; docs/architecture.md tells why it is safe."""

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware


class CompressionMiddleware(GZipMiddleware):
    """Django's compression, with random padding against BREACH, without streams and pictures.

    It stands after WhiteNoise, which serves files that are compressed already.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        # Django compresses each part of an asynchronous stream by itself, and browsers stop reading
        # at the end of the first one.
        if response.streaming or response.headers.get("Content-Type", "").startswith("image/"):
            return response
        return super().process_response(request, response)
