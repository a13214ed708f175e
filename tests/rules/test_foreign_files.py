"""Files that are no logs, and logs that were cut off, are each named in one sentence."""

import gzip
import json

import pytest

from auditor.evidence import Evidence
from rules.audit.log_facts import read_facts
from rules.records.foreign import foreign_kind
from rules.records.problems import Refused
from tests.http.kit import hand_line, log, zipped

XLSX = b"PK\x03\x04\x14\x00\x06\x00" + bytes(22) + b"[Content_Types].xml" + bytes(60)
FOREIGN = {
    b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n": "a PDF",
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR": "an image (PNG)",
    b"\xff\xd8\xff\xe0\x00\x10JFIF": "an image (JPEG)",
    b"\x7fELF\x02\x01\x01" + bytes(60): "a program",
    b"MZ\x90\x00\x03" + bytes(60): "a program (.exe)",
    b"#!/bin/sh\necho no\n": "a program (a script)",
    XLSX: "a workbook or another Office file",
    b"PK\x03\x04" + bytes(22) + b"holiday.jpg" + bytes(60): "a ZIP archive",
    b"<!DOCTYPE html>\n<html>": "a page of the web (HTML)",
    b"\x00\x01\x02\x03" * 40: "binary data, not text",
    bytes(257) + b"ustar" + bytes(250): "a tar archive",
}


def refusal(body):
    with pytest.raises(Refused) as refused:
        read_facts(Evidence(body))
    return refused.value


@pytest.mark.parametrize(("body", "kind"), FOREIGN.items(), ids=FOREIGN.values())
def test_a_file_of_another_kind_is_named_plain_and_packed(body, kind):
    words = f"The file is {kind}. Expected is a session log: lines of JSON in cardroom-log/1, plain or packed with gzip."
    assert str(refusal(body)) == words
    assert str(refusal(gzip.compress(body))) == words
    (problem,) = refusal(body).problems
    assert (problem.line, problem.field, problem.found) == (1, "", kind)


def test_an_empty_file_is_named():
    said = "The file is empty. Expected is a session log: lines of JSON in cardroom-log/1, plain or packed with gzip."
    assert str(refusal(b"")) == said
    assert str(refusal(gzip.compress(b""))) == said


@pytest.mark.parametrize(
    "body",
    [
        log(),
        b'\xef\xbb\xbf{"event": "session"}',
        b'{"event": "\xff\xfe"}',
        b"[1, 2]\n",
        "PokerStars Hand #1: Hold'em No Limit (€1/€2)\n".encode(),
        "joueur,été,naïve\n".encode("latin-1"),
        b"\n\n",
    ],
)
def test_text_is_not_taken_for_another_kind(body):
    assert foreign_kind(body) is None


@pytest.mark.parametrize("packed", [False, True])
def test_a_log_that_breaks_off_within_a_line_is_called_cut_off(packed):
    body = log(hand_line(1), hand_line(2))[:-40]
    found = refusal(gzip.compress(body) if packed else body)
    assert str(found) == "The file ends in the middle of line 3: it was cut off. Send the whole file."
    assert [(each.line, each.found) for each in found.problems] == [
        (3, "the end of the file in the middle of this line")
    ]


def test_a_log_that_breaks_off_within_a_character_is_called_cut_off():
    body = log(hand_line(1)) + json.dumps({"event": "fee", "note": "é"}, ensure_ascii=False).encode()[:-3]
    assert str(refusal(body)).startswith("The file ends in the middle of line 3: it was cut off.")


def test_a_packed_log_that_breaks_off_is_called_cut_off():
    found = refusal(zipped(log(hand_line(1)))[:-20])
    assert str(found) == "The file ends in the middle of its gzip data: it was cut off. Send the whole file."


def test_a_line_that_is_broken_within_the_file_is_not_called_cut_off():
    broken = log(hand_line(1)) + b'{"event": "fee"\n' + log(hand_line(2)).partition(b"\n")[2]
    found = refusal(broken)
    assert str(found) == "The log was refused: 1 line cannot be read as cardroom-log/1."
    assert [(each.line, each.found) for each in found.problems] == [(3, '{"event": "fee"')]


def test_a_log_without_the_end_of_its_last_line_is_whole():
    assert read_facts(Evidence(log(hand_line(1), hand_line(2)).rstrip(b"\n"))).hands == 2


def test_a_log_that_breaks_off_and_has_other_problems_lists_both():
    body = log({**hand_line(1), "hand": "x"}, hand_line(2))[:-40]
    found = refusal(body)
    assert str(found) == "The log was refused: 2 lines cannot be read as cardroom-log/1."
    assert [(each.line, each.found) for each in found.problems] == [
        (2, '"x"'),
        (3, "the end of the file in the middle of this line"),
    ]
