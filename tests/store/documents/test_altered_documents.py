"""Whatever is altered in a stored document is found where it is read, or reads the same."""

import random
import zlib
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.facts.salted_parts import part_digest
from auditor.store.documents.document_contents import (
    DocumentAltered,
    StatedPart,
    VerifiedContents,
    digest_of,
    root_of,
    to_contents,
)
from auditor.store.rows import FindingFilter, IncidentFilter, Page
from tests.examples import examples
from tests.store.documents.kept_parts import AUDIT, SALT, document_with, varied_findings, varied_incidents

FINDINGS, INCIDENTS = varied_findings(200), varied_incidents(100)
DOCUMENT = document_with(FINDINGS, INCIDENTS)
PLACES = sorted(DOCUMENT.parts)
READS = {
    "all findings": lambda result: list(result.findings()),
    "findings": lambda result: result.findings_page(FindingFilter(), Page(2, 50)),
    "code": lambda result: result.findings_page(FindingFilter(codes=("LOG001",)), Page(1, 20)),
    "kind": lambda result: result.findings_page(FindingFilter(kinds=("violation",)), Page(1, 20)),
    "severity": lambda result: result.findings_page(FindingFilter(severities=("note",)), Page(1, 20)),
    "hand": lambda result: result.findings_page(FindingFilter(hand=7), Page(1, 20)),
    "session": lambda result: result.findings_page(FindingFilter(session=2), Page(1, 20)),
    "player": lambda result: result.findings_page(FindingFilter(player="P1"), Page(1, 20)),
    "fingerprint": lambda result: result.findings_of(["f3", "f150"]),
    "about": lambda result: result.fingerprints_about("p", exact=False),
    "incidents": lambda result: result.incidents_page(IncidentFilter(areas=("money",), pattern=True), Page(1, 9)),
    "incidents by id": lambda result: list(result.incidents(IncidentFilter(session=1), {"i1", "i5", "i7"})),
    "incidents by severity": lambda result: list(result.incidents(IncidentFilter(severities=("note",)))),
    "corrections": lambda result: list(result.corrections()),
    "coverage": lambda result: result.coverage(),
    "summary": lambda result: result.summary(),
}  # fmt: skip
EXPECTED = {name: read(DOCUMENT.result()) for name, read in READS.items()}


def _reads_the_same_or_raises(kept):
    for name, read in READS.items():
        try:
            found = read(kept.result())
        except DocumentAltered:
            continue
        assert found == EXPECTED[name], name


def _flipped(body, bit):
    bit %= 8 * len(body)
    altered = bytearray(body)
    altered[bit // 8] ^= 1 << bit % 8
    return bytes(altered)


@examples(400)
@given(st.sampled_from(PLACES), st.integers(0, 1 << 20))
def test_an_altered_bit_of_a_part_is_found_or_reads_the_same(place, bit):
    kept = DOCUMENT.but(*place, _flipped(DOCUMENT.parts[place], bit))
    _reads_the_same_or_raises(kept)
    same = zlib.decompressobj()
    try:
        unaltered = same.decompress(kept.parts[place]) == zlib.decompress(DOCUMENT.parts[place])
        unaltered = unaltered and same.eof and not same.unused_data
    except zlib.error:
        unaltered = False
    assert bool(kept.result().faults()) is not unaltered


@examples(60)
@given(st.integers(0, 1 << 20))
def test_an_altered_bit_of_the_contents_the_salt_or_the_root_is_found(bit):
    with pytest.raises(DocumentAltered, match="The contents have the root"):
        replace(DOCUMENT, contents=_flipped(DOCUMENT.contents, bit)).result()
    with pytest.raises(DocumentAltered, match="is stated"):
        replace(DOCUMENT, root=f"{bit:064x}").result()
    another_salt = replace(DOCUMENT, salt=_flipped(SALT, bit))
    with pytest.raises(DocumentAltered, match="Part 0 of findings has another digest"):
        list(another_salt.result().findings())


@examples(60)
@given(st.sampled_from(PLACES), st.integers(0, 1 << 20))
def test_a_part_that_is_cut_or_has_more_or_is_missing_is_found(place, length):
    body = DOCUMENT.parts[place]
    for altered in (body[: length % len(body)], body + b"\x00", None, b"", body + body):
        kept = DOCUMENT.but(*place, altered)
        assert kept.result().faults() != []
        _reads_the_same_or_raises(kept)


def test_parts_that_are_exchanged_are_found_and_others_are_read():
    first, second = ("findings", 0), ("findings", 1)
    kept = DOCUMENT.but(*first, DOCUMENT.parts[second]).but(*second, DOCUMENT.parts[first])
    with pytest.raises(DocumentAltered, match="Part 0 of findings has"):
        kept.result().findings_page(FindingFilter(), Page(1, 50))
    rows, total = kept.result().findings_page(FindingFilter(), Page(3, 64))
    assert (rows, total) == (FINDINGS[128:192], 200)
    assert [each[: len("Part 0 of findings")] for each in kept.result().faults()] == [
        "Part 0 of findings",
        "Part 1 of findings",
    ]


def test_a_chunk_made_anew_with_another_amount_is_found():
    rows = msgspec.json.decode(zlib.decompress(DOCUMENT.parts["findings", 2]))
    rows[5][1]["stated"] = rows[5][1]["stated"] or 1
    rows[5][1]["money"] = 1
    kept = DOCUMENT.but("findings", 2, zlib.compress(msgspec.json.encode(rows)))
    with pytest.raises(DocumentAltered, match="Part 2 of findings has"):
        list(kept.result().findings())
    rows, _ = kept.result().findings_page(FindingFilter(), Page(1, 100))
    assert rows == FINDINGS[:100]


def test_the_same_bytes_compressed_otherwise_are_the_same_part():
    body = zlib.compress(zlib.decompress(DOCUMENT.parts["findings", 0]), 9)
    assert body != DOCUMENT.parts["findings", 0]
    kept = DOCUMENT.but("findings", 0, body)
    assert kept.result().faults() == []
    assert list(kept.result().findings()) == FINDINGS


def test_a_part_that_would_become_huge_is_not_decompressed_whole():
    huge = zlib.compress(bytes(1 << 24))
    with pytest.raises(DocumentAltered, match="Part 0 of findings has other bytes than the"):
        list(DOCUMENT.but("findings", 0, huge).result().findings())


def test_an_index_that_does_not_fit_its_rows_is_named_although_the_root_states_it():
    other = document_with(varied_findings(200, seed=2), INCIDENTS)
    there = VerifiedContents(DOCUMENT.contents, DOCUMENT.root)
    stated = {name: [there.part(name, each) for each in range(there.parts(name))] for name in there.names()}
    body = zlib.decompress(other.parts["findings.severity", 0])
    stated["findings.severity"] = [StatedPart(1, len(body), digest_of("findings.severity", SALT, body))]
    contents = to_contents(stated)
    kept = replace(DOCUMENT, contents=contents, root=root_of(contents))
    kept = kept.but("findings.severity", 0, other.parts["findings.severity", 0])
    assert kept.result().faults() == ["The column findings.severity of the index does not fit the findings."]


def test_contents_of_another_format_are_refused_with_its_number():
    contents = msgspec.msgpack.encode([2, {}])
    with pytest.raises(DocumentAltered, match="format 2"):
        VerifiedContents(contents, root_of(contents))


class TestPurged:
    """A document whose salt and erasable parts are gone."""

    kept = replace(
        DOCUMENT,
        salt=None,
        parts={place: body for place, body in DOCUMENT.parts.items() if place[0] in ("summary", "coverage")},
    )

    def test_what_stays_is_read_and_sound(self):
        result = self.kept.result()
        assert result.coverage() == AUDIT.coverage
        assert result.summary() == EXPECTED["summary"]
        assert result.faults() == []

    def test_an_altered_part_that_stays_is_found(self):
        kept = self.kept.but("coverage", 0, zlib.compress(b"[]"))
        assert kept.result().faults() == [
            f"Part 0 of coverage has other bytes than the {_size('coverage')} that are stated."
        ]

    def test_what_is_gone_is_not_read(self):
        with pytest.raises(DocumentAltered, match="salt of findings is missing"):
            list(self.kept.result().findings())

    def test_a_chunk_cannot_be_guessed_by_its_digest(self):
        stated = VerifiedContents(self.kept.contents, self.kept.root).part("findings", 0)
        body = zlib.decompress(DOCUMENT.parts["findings", 0])
        drawn = random.Random(3)
        guesses = {
            part_digest(drawn.randbytes(32), body),
            part_digest(bytes(32), body),
            digest_of("coverage", b"", body).hex(),
        }
        assert stated.digest.hex() not in guesses
        assert stated.digest.hex() == part_digest(SALT, body)


def _size(name):
    return VerifiedContents(DOCUMENT.contents, DOCUMENT.root).part(name, 0).size
