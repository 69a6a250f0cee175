"""Frames of sockets (RFC 6455), read and written without Autobahn where a page sends a text."""

import pytest

from config.daphne_server import LONGEST_FRAME, framed, whole_text

# Examples of RFC 6455, section 5.7.
HELLO_MASKED = bytes.fromhex("8185 37fa213d 7f9f4d5158")
HELLO_UNMASKED = bytes.fromhex("8105 48656c6c6f")
PING_MASKED = bytes.fromhex("8985 37fa213d 7f9f4d5158")
NO_MASK = bytes(4)


def test_a_masked_text_in_one_frame_is_read() -> None:
    assert whole_text(HELLO_MASKED) == b"Hello"


def test_a_text_of_more_than_125_bytes_is_read() -> None:
    assert whole_text(b"\x81\xfe\x00\x80" + NO_MASK + b"x" * 128) == b"x" * 128


def test_an_empty_text_is_read() -> None:
    assert whole_text(b"\x81\x80" + NO_MASK) == b""


@pytest.mark.parametrize(
    "data",
    [
        b"",
        HELLO_MASKED[:-1],
        HELLO_MASKED + HELLO_MASKED,
        HELLO_UNMASKED,
        PING_MASKED,
        # The first part of a text, a binary message, and one with a reserved bit.
        bytes.fromhex("0185 37fa213d 7f9f4d5158"),
        bytes.fromhex("8285 37fa213d 7f9f4d5158"),
        bytes.fromhex("c185 37fa213d 7f9f4d5158"),
        # Lengths that are not written as short as they can be.
        b"\x81\xfe\x00\x05" + NO_MASK + b"Hello",
        b"\x81\xff" + (5).to_bytes(8) + NO_MASK + b"Hello",
        b"\x81\xff" + bytes(4 + 127),
        # Half of a letter of two bytes.
        b"\x81\x81" + NO_MASK + b"\xc3",
        b"\x81\xfe" + (LONGEST_FRAME + 1).to_bytes(2) + NO_MASK + b"x" * (LONGEST_FRAME + 1),
    ],
)
def test_all_else_is_left_to_autobahn(data: bytes) -> None:
    assert whole_text(data) is None


def test_messages_to_a_browser_are_framed_as_the_standard_says() -> None:
    assert framed(None, "Hello") == HELLO_UNMASKED
    assert framed(b"x" * 256, None) == bytes.fromhex("827e0100") + b"x" * 256
    assert framed(b"x" * 65536, None) == bytes.fromhex("827f0000000000010000") + b"x" * 65536
