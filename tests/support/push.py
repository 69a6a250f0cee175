"""A browser as push services and sites know it: its address, its keys, and what it can read."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def plain(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def written(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class PushBrowser:
    """address: where its push service takes messages for it."""

    address: str
    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.derive_private_key(4711, ec.SECP256R1())
    )
    auth: bytes = b"sixteen bytes ok"

    @property
    def point(self) -> bytes:
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def fields(self) -> dict[str, str]:
        """What its page sends to the site."""
        keys = {"p256dh": written(self.point), "auth": written(self.auth)}
        return {"address": self.address, **keys}

    def read(self, body: bytes) -> Any:
        """The message in a body, opened as RFC 8291 has it for who receives it."""
        salt, length, sender, sealed = body[:16], body[20], body[21:86], body[86:]
        assert length == 65
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.key.exchange(ec.ECDH(), other)
        info = b"WebPush: info\x00" + self.point + sender
        secret = _derived(shared, self.auth, info, 32)
        content_key = _derived(secret, salt, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = _derived(secret, salt, b"Content-Encoding: nonce\x00", 12)
        padded = AESGCM(content_key).decrypt(nonce, sealed, None)
        return json.loads(padded.rstrip(b"\x00")[:-1])


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)
