"""Web Push, sealed for one browser (RFC 8291) and signed by this site (RFC 8292).

Push services see to whom something goes and how long it is, and cannot read it.
"""

import base64
import json
import os
import struct
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

# The parts of cryptography are loaded where they are needed, as in accounts/ciphers.py.
if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import (
        EllipticCurvePrivateKey,
        EllipticCurvePublicKey,
    )

# The whole of a message in one record; push services must take 4096 bytes (RFC 8030, section 7.2).
RECORD = 4096
# Salt, length of a record, length of the key, key; then one byte that ends it and the seal.
MOST_BYTES = RECORD - (16 + 4 + 1 + 65) - 1 - 16
POINT_BYTES, AUTH_BYTES = 65, 16
# At most a day (RFC 8292, section 2).
SIGNATURE_LASTS = timedelta(hours=12)


def text_of(data: bytes) -> str:
    """Bytes as base64 for addresses, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    """The bytes of such a text. Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)


def new_private_key() -> str:
    """A new key of the site, in hex."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return f"{number:064x}"


def public_of(private: str) -> str:
    """What browsers are told of a private key, in base64."""
    return text_of(_point(_private_key(private).public_key()))


def is_of_a_browser(p256dh: str, auth: str) -> bool:
    """Whether these are the keys of a subscription: a point of P-256, and 16 bytes."""
    try:
        _public_key(bytes_of(p256dh))
        return len(bytes_of(auth)) == AUTH_BYTES
    except ValueError:
        return False


def sealed(message: bytes, p256dh: str, auth: str) -> bytes:
    """A message of at most MOST_BYTES that only the browser with these keys can read."""
    from cryptography.hazmat.primitives.asymmetric import ec

    sender = ec.generate_private_key(ec.SECP256R1())
    return seal(message, bytes_of(p256dh), bytes_of(auth), sender, os.urandom(16))


def seal(
    message: bytes, receiver: bytes, auth: bytes, sender: "EllipticCurvePrivateKey", salt: bytes
) -> bytes:
    """The body by RFC 8291, sections 3.3 and 4, with a sender's key and a salt that serve once."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    shared = sender.exchange(ec.ECDH(), _public_key(receiver))
    own = _point(sender.public_key())
    secret = _derived(shared, auth, b"WebPush: info\0" + receiver + own, 32)
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    head = salt + struct.pack("!LB", RECORD, len(own)) + own
    return head + AESGCM(key).encrypt(nonce, message + b"\2", None)


def signature(private: str, origin: str, contact: str, now: datetime) -> str:
    """The header Authorization for a push service.

    origin: of its address. contact: a page or address of mail of who runs this site.
    """
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature

    expires = int((now + SIGNATURE_LASTS).timestamp())
    claims = {"aud": origin, "exp": expires, "sub": contact}
    parts = [{"typ": "JWT", "alg": "ES256"}, claims]
    signed = ".".join(text_of(json.dumps(part).encode()) for part in parts)
    key = _private_key(private)
    r, s = decode_dss_signature(key.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    proof = text_of(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return f"vapid t={signed}.{proof}, k={text_of(_point(key.public_key()))}"


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _private_key(private: str) -> "EllipticCurvePrivateKey":
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int(private, 16), ec.SECP256R1())


def _public_key(point: bytes) -> "EllipticCurvePublicKey":
    """The key of an uncompressed point. Raises ValueError."""
    from cryptography.hazmat.primitives.asymmetric import ec

    if len(point) != POINT_BYTES:
        raise ValueError(len(point))
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)


def _point(key: "EllipticCurvePublicKey") -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
