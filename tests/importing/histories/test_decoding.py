"""Bytes that become text: each encoding is read as it is, and what may be wrong in it is said."""

from auditor.importing.histories.decoding import DecodingNote, decoded
from auditor.importing.recognition import utf16_of
from tests.folding import of_every

TEXT = "Hand #12 - Holdem(No Limit)\r\nSeat 1: Zoë (€50)\n"
_SEE = "See that the names are right; else save the file as UTF-8 and import it again."


@of_every("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_unicode_is_read_without_a_note(encoding):
    assert decoded(TEXT.encode(encoding)) == (TEXT, None)


def test_big_endian_text_with_a_byte_order_mark_is_read():
    assert decoded(b"\xfe\xff" + TEXT.encode("utf-16-be")) == (TEXT, None)


def test_lines_that_are_not_utf_8_are_read_as_windows_1252_with_a_note():
    note = DecodingNote(2, "the byte 0xeb, read as Windows-1252", "text in UTF-8", _SEE)
    assert decoded(TEXT.encode("cp1252")) == (TEXT, note)


def test_lines_in_two_encodings_are_each_read_in_their_own():
    text, note = decoded("Seat 1: Zoë\n".encode() + "Seat 2: Dové\n".encode("cp1252"))
    assert text == "Seat 1: Zoë\nSeat 2: Dové\n"
    assert note == DecodingNote(2, "the byte 0xe9, read as Windows-1252", "text in UTF-8", _SEE)


def test_names_with_different_bytes_stay_different():
    text, _ = decoded(b"\x81\n\x8d\n\x80\n")
    assert text == "\x81\n\x8d\n€\n"


def test_utf_16_that_is_damaged_names_its_line():
    text, note = decoded(TEXT.encode("utf-16-le") + b"\x00\xd8a")
    assert text.startswith(TEXT)
    assert note == DecodingNote(
        3, "a character that is damaged", "text in UTF-16", "Save or send the file again."
    )


@of_every("data", [b"", b"\x00" * 600, b"SQLite format 3\x00" + b"\x00" * 300, b"Hand #12", b"ab"])
def test_other_bytes_are_no_utf_16(data):
    assert utf16_of(data) is None
