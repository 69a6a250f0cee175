"""Messages are sealed and signed as the standards say."""

import json
from datetime import timedelta

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from django.utils import timezone

from accounts.push import encryption, service
from tests.support.push import PushBrowser, plain, written

# RFC 8291, appendix A.
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
RECEIVER = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6"
    "TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy"
    "4a-fN"
)


def test_the_example_of_the_standard_is_sealed_as_it_says() -> None:
    sender = ec.derive_private_key(int.from_bytes(plain(SENDER)), ec.SECP256R1())
    message = b"When I grow up, I want to be a watermelon"
    body = encryption.seal(message, plain(RECEIVER), plain(AUTH), sender, plain(SALT))
    assert written(body) == SEALED


def test_no_message_is_sealed_twice_in_the_same_way() -> None:
    browser = PushBrowser("https://push.example/1")
    first, second = (encryption.sealed(b'"hello"', **keys_of(browser)) for _ in range(2))
    assert first != second
    assert browser.read(first) == browser.read(second) == "hello"


def test_the_longest_message_is_one_record_that_every_push_service_takes() -> None:
    """Also where each letter is written as six, or as two of six."""
    browser = PushBrowser("https://push.example/1")
    body = encryption.sealed(b"x" * encryption.MOST_BYTES, **keys_of(browser))
    assert len(body) == 4096
    letters = service.MOST_TITLE + service.MOST_BODY
    assert letters * len(json.dumps("é").strip('"')) + 400 < encryption.MOST_BYTES


def keys_of(browser: PushBrowser) -> dict[str, str]:
    return {name: browser.fields[name] for name in ("p256dh", "auth")}


def test_the_signature_proves_who_sends_to_whom_until_when() -> None:
    private, now = encryption.new_private_key(), timezone.now()
    header = encryption.signature(private, "https://push.example", "https://club.example", now)
    scheme, token, key = header.replace(", k=", " t=").split(" t=")
    assert (scheme, key) == ("vapid", encryption.public_of(private))
    head, claims, proof = token.split(".")
    assert json.loads(plain(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(plain(claims)) == {
        "aud": "https://push.example",
        "exp": int((now + timedelta(hours=12)).timestamp()),
        "sub": "https://club.example",
    }
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), plain(key))
    halves = plain(proof)
    assert len(halves) == 64
    signed = encode_dss_signature(int.from_bytes(halves[:32]), int.from_bytes(halves[32:]))
    point.verify(signed, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    with pytest.raises(InvalidSignature):
        point.verify(signed, f"{head}.{head}".encode(), ec.ECDSA(hashes.SHA256()))


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        (RECEIVER, AUTH[:-2]),
        (RECEIVER, ""),
        (RECEIVER, "not base64!"),
        (RECEIVER[:-2], AUTH),
        ("", AUTH),
        # On no curve, and a key of another kind.
        (written(b"\x04" + b"\x01" * 64), AUTH),
        (written(b"\x02" + plain(RECEIVER)[1:33]), AUTH),
        (RECEIVER, "é" * 22),
    ],
)
def test_what_is_no_key_of_a_browser_is_none(p256dh: str, auth: str) -> None:
    assert encryption.is_of_a_browser(RECEIVER, AUTH)
    assert not encryption.is_of_a_browser(p256dh, auth)
