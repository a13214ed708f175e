"""Fields that begin with _ are ignored, wherever they are and whatever they hold; and a line is refused with them as without."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.records.private import without_leading, without_private
from rules.records.reader import decode_line
from tests.rules.pot_logs import pot_hand, pot_seat

HAND = pot_hand(1, pot_seat(1, hole="AhAd"), pot_seat(2, hole="KhKd"), acts=[{"act": "fold", "seat": 1}])
PLAIN = decode_line(json.dumps(HAND).encode())
FINITE = st.floats(allow_nan=False, allow_infinity=False)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | FINITE | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
NAMES = st.text(max_size=4).map("_{}".format)


def written(hand: dict, private: list[tuple[int, str, object]], *, spaces: bool, ascii_only: bool) -> bytes:
    """A hand with private fields, each before a field of its object."""
    items = list(hand.items())
    for place, name, value in private:
        items.insert(place % (len(items) + 1), (name, value))
    separators = (", ", ": ") if spaces else (",", ":")
    pairs = (
        json.dumps({name: value}, separators=separators, ensure_ascii=ascii_only)[1:-1]
        for name, value in items
    )
    return ("{" + separators[0].join(pairs) + "}").encode()


@pytest.mark.slow
@given(st.lists(st.tuples(st.integers(0, 12), NAMES, VALUES), max_size=6), st.booleans(), st.booleans())
def test_a_hand_is_read_as_without_its_private_fields(private, spaces, ascii_only):
    line = written(HAND, private, spaces=spaces, ascii_only=ascii_only)
    assert decode_line(line) == PLAIN
    assert without_private(json.loads(without_leading(line))) == HAND


@given(st.binary(max_size=3), st.integers(0, 400))
def test_bytes_that_are_no_json_are_no_json_without_private_fields(piece, place):
    whole = written(HAND, [(1, "_id", "92"), (3, "_n", 7)], spaces=True, ascii_only=True)
    line = whole[: place % len(whole)] + piece + whole[place % len(whole) :]
    left = without_leading(line)
    try:
        msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        with pytest.raises((msgspec.DecodeError, UnicodeDecodeError)):
            msgspec.json.decode(left)
    else:
        assert without_private(msgspec.json.decode(left)) == without_private(msgspec.json.decode(line))


@pytest.mark.parametrize(
    "line",
    [
        b'{"a\\"_b": "c", "d": 1}',
        b'{"a": ["_b": 1, "c"]}',
        b'{"a": {"_b": 1, "c": 2}}',
        b'{"a": "_b", "c": 1}',
        b'{"_a": "b", }',
        b'{"_a": "\x01", "b": 1}',
        b'{"_a": 01, "b": 1}',
        b'{"a": "{", "b": {"c": "}"} "_d": 1, "e": 2}',
    ],
)
def test_only_a_field_of_the_object_itself_is_taken_out_of_its_bytes(line):
    assert without_leading(line) == line


def test_a_field_behind_flat_values_is_taken_out_of_the_bytes():
    line = b'{"hand": 9, "_id": "92", "stakes": {"note": "}"},"_zoom":true,"dealer": 6}'
    assert without_leading(line) == b'{"hand": 9, "stakes": {"note": "}"},"dealer": 6}'


def test_an_unknown_field_beside_a_private_one_is_refused():
    with pytest.raises(msgspec.ValidationError, match="unknown field `colour`"):
        decode_line(written(HAND | {"colour": "red"}, [(1, "_id", "92")], spaces=True, ascii_only=True))
