"""A page of a filter, read from a document, is that of a plain list."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from auditor.store.documents.document_making import BYTES_OF_CHUNK, ROWS_OF_CHUNK
from auditor.store.rows import FindingFilter, IncidentFilter, Page
from tests.examples import examples
from tests.store.documents.kept_parts import (
    CODES,
    FINDING,
    PLAYERS,
    SESSIONS,
    document_with,
    varied_findings,
    varied_incidents,
)

FINDINGS, INCIDENTS = varied_findings(300), varied_incidents(200)
DOCUMENT = document_with(FINDINGS, INCIDENTS)


def _some(values):
    return st.lists(st.sampled_from([*values, "x' OR 1=1 --"]), max_size=2, unique=True).map(tuple)


def _or_none(values):
    return st.one_of(st.none(), st.sampled_from(values))


pages = st.builds(Page, st.integers(1, 8), st.sampled_from([1, 50, 64, 100, 1000]))
finding_filters = st.builds(
    FindingFilter,
    _some([code for code, _, _ in CODES]),
    _some([kind for _, kind, _ in CODES]),
    _some([severity for _, _, severity in CODES]),
    _or_none([3, 7, 5, 299, 10**12, 4000]),
    _or_none([1, 2, 9]),
    _or_none(["P1", "Äneas", "P", ""]),
)
incident_filters = st.builds(
    IncidentFilter,
    _some(["money", "cards"]),
    _some(["major", "note"]),
    _or_none([True, False]),
    _or_none([1, 2, 9]),
)


def _fits(row, wanted):
    session, found = row
    several = ((wanted.codes, found.code), (wanted.kinds, found.kind), (wanted.severities, found.severity))
    one = ((wanted.session, session), (wanted.player, found.player))
    return (
        all(not among or value in among for among, value in several)
        and all(asked is None or asked == value for asked, value in one)
        and (wanted.hand is None or wanted.hand in (found.hand, *(found.hands or ())))
    )


def _is_wanted(row, wanted):
    session, found = row
    return (
        (not wanted.areas or found.area in wanted.areas)
        and (not wanted.severities or found.severity in wanted.severities)
        and wanted.pattern in (None, found.pattern)
        and wanted.session in (None, session)
    )


@examples(300)
@given(finding_filters, pages)
def test_a_page_of_findings_is_that_of_a_list(wanted, page):
    fitting = [row for row in FINDINGS if _fits(row, wanted)]
    result = DOCUMENT.result()
    assert result.findings_page(wanted, page) == (
        fitting[page.offset : page.offset + page.size],
        len(fitting),
    )
    assert list(result.findings(wanted)) == fitting


@examples(200)
@given(incident_filters, pages, st.one_of(st.none(), st.sets(st.integers(0, 220), max_size=60)))
def test_a_page_of_incidents_is_that_of_a_list(wanted, page, numbers):
    ids = None if numbers is None else {f"i{number}" for number in numbers}
    fitting = [row for row in INCIDENTS if _is_wanted(row, wanted) and (ids is None or row[1].id in ids)]
    result = DOCUMENT.result()
    assert result.incidents_page(wanted, page, ids) == (
        fitting[page.offset : page.offset + page.size],
        len(fitting),
    )
    assert list(result.incidents(wanted, ids)) == fitting


@examples(20)
@given(st.integers(0, 3 * ROWS_OF_CHUNK), st.integers(0, 9))
def test_findings_of_any_number_come_back_in_order(count, seed):
    findings = varied_findings(count, seed)
    result = document_with(findings).result()
    assert list(result.findings()) == findings
    assert result.findings_page(FindingFilter(), Page(1, 50)) == (findings[:50], count)


def test_values_come_back_as_they_were_stated():
    kinds = {(type(each.stated), type(each.expected)) for _, each in DOCUMENT.result().findings()}
    none = type(None)
    assert kinds == {(int, int), (str, none), (bool, bool), (none, int)}


def test_findings_are_found_by_their_fingerprints_in_the_order_asked_for():
    found = DOCUMENT.result().findings_of(["f299", "f0", "of nobody", "f64"])
    assert found == [FINDINGS[number][1] for number in (299, 0, 64)]


def test_fingerprints_that_share_a_checksum_are_told_apart():
    alike = ["plumless", "buckeroo"]  # of one CRC-32
    rows = [(1, msgspec.structs.replace(FINDING, fingerprint=each)) for each in alike]
    result = document_with(rows).result()
    assert [[each.fingerprint for each in result.findings_of([name])] for name in alike] == [
        ["plumless"],
        ["buckeroo"],
    ]


@pytest.mark.parametrize(
    ("player", "exact", "named"),
    [("P1", True, {"P1"}), ("p1", True, set()), (" p ", False, {"P1", "P2"}), ("äne", False, {"Äneas"}), ("P3", False, set())],
)  # fmt: skip
def test_findings_are_found_by_a_player_or_a_part_of_a_name(player, exact, named):
    assert DOCUMENT.result().fingerprints_about(player, exact=exact) == {
        each.fingerprint for _, each in FINDINGS if each.player in named
    }


def test_a_page_reads_only_the_chunks_that_have_it():
    read = []
    result = DOCUMENT.result()
    stored = result._parts._stored
    result._parts._stored = lambda name, number: read.append((name, number)) or stored(name, number)
    result.findings_page(FindingFilter(), Page(2, 64))
    assert read == [("findings", 1)]
    del read[:]
    ((_, found),), total = result.findings_page(FindingFilter(hand=299), Page())
    assert (found, total) == (FINDINGS[299][1], 1)
    assert read == [("findings.hand", 0), ("findings", 4)]


def test_a_finding_about_many_hands_ends_its_chunk():
    many = list(range(BYTES_OF_CHUNK // 4))
    rows = [
        (1, msgspec.structs.replace(FINDING, hands=many if number == 3 else None, fingerprint=f"f{number}"))
        for number in range(6)
    ]
    kept = document_with(rows)
    assert [place for place in sorted(kept.parts) if place[0] == "findings"] == [
        ("findings", 0),
        ("findings", 1),
    ]
    assert list(kept.result().findings()) == rows
    ((_, found),), total = kept.result().findings_page(FindingFilter(hand=4321), Page())
    assert (found.fingerprint, total) == ("f3", 1)


def test_an_empty_result_has_no_rows_and_every_filter_finds_none():
    result = document_with().result()
    assert result.findings_page(FindingFilter(), Page()) == ([], 0)
    assert result.findings_page(FindingFilter(codes=("SCR001",), hand=3), Page()) == ([], 0)
    assert result.incidents_page(IncidentFilter(pattern=True), Page(), {"i0"}) == ([], 0)
    assert (list(result.findings()), list(result.corrections()), result.findings_of(["f0"])) == ([], [], [])
    assert result.faults() == []


def test_names_and_sessions_of_the_drawn_rows_are_all_there():
    assert {each.player for _, each in FINDINGS} == set(PLAYERS)
    assert {session for session, _ in FINDINGS} == set(SESSIONS)
