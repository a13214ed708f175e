"""The redacted edition of a report: whatever a log calls people, nothing of it is anywhere in the file."""

from __future__ import annotations

import json
from functools import cache
from io import BytesIO

import pytest
from pypdf import PdfReader

from auditor.documents import write_document
from auditor.serialization import document
from reports.drawn_answers import Answered
from reports.registered import Registered
from reports.tagged.tagged_archive import Attachment
from rules.audit import audit_log, audit_summary, combine, with_day
from rules.audit.room_day import room_day
from rules.checks.catalogue import quotes_nobody
from rules.clauses import catalogue
from rules.controls.library import library
from rules.findings.written import json_text
from rules.redaction import WITHHELD, Redaction
from rules.results import Audit
from tests.reports import samples
from tests.reports.kinds import simulated
from tests.reports.named import WORD, channels, everything, named
from tests.reports.pot_session import pot_session
from tests.reports.reading import Reading
from tests.reports.structure import structure_of
from tests.rules.rooms.days import DAY, ROOM

KEY = b"k" * 32
REGISTERED = Registered(
    "wa.example/register",
    "the-key",
    1_204,
    "2026-03-15T09:30:00Z",
    "7e" * 32,
    1_300,
    "5b" * 32,
    ("r", "p"),
    "w",
    "c\n",
)
LOGS = {
    "wsgc-base": {"hands": 40, "seed": 3, "faults": 0.3},
    "wsgc-full": {"hands": 24, "seed": 7, "faults": 0.2},
    "hawaiian-gardens": {"hands": 24, "seed": 2, "faults": 0.4},
    "classic-ace-of-spades-dealer": {"hands": 24, "seed": 4, "faults": 0.4},
    "carnivale-ofc-2013": {"hands": 24, "seed": 5, "faults": 0.3, "opened_at": ""},
    "ofc-cash": {"hands": 24, "seed": 6, "faults": 0.3},
    "olympic-cash": {},  # pot games
}


@cache
def source_of(ruleset):
    return named(simulated(ruleset, **LOGS[ruleset]) if LOGS[ruleset] else pot_session())


@cache
def audit_of(ruleset) -> Audit:
    return audit_log(source_of(ruleset))


def written(audit: Audit, sources, key: bytes | None = KEY, **options) -> bytes:
    """The report of an audit with the audit as JSON: with a key, the redacted edition."""
    out, rooms = BytesIO(), {ROOM.id: ROOM} if audit.day is not None else {}
    redaction = None if key is None else Redaction(audit, key)
    shown = audit if redaction is None else redaction.audit
    attached = Attachment(
        "audit.json", json_text(document(shown, library())), "application/json", "The audit"
    )
    write_document(
        audit,
        sources,
        catalogue(),
        out,
        library(),
        rooms,
        most=None,
        attachments=[attached],
        redaction=redaction,
        **options,
    )
    return out.getvalue()


@cache
def pdf(ruleset, key: bytes | None = KEY) -> bytes:
    audit = audit_of(ruleset)
    return written(audit, {(each.room, each.session): source_of(ruleset) for each in audit.logs}, key)


@cache
def day() -> tuple[Audit, dict]:
    """Two overlapping sessions of a gaming day, with the same players."""
    both, sources = [], {}
    for number, table in enumerate(("T1", "T2"), 1):
        source = named(
            simulated("hawaiian-gardens", seed=1, table=table, number=1, room=ROOM.id, session=f"S-{number}")
        )
        body = b"".join(source.chunks()).replace(
            f'"session": "{WORD}se'.encode(), f'"session": "{WORD}S{number}'.encode()
        )
        source = type(source)(body)
        audit, sitting = audit_summary(source, room=ROOM)
        both.append((audit, sitting))
        sources[sitting.room, sitting.session] = source
    return with_day(
        combine([each for each, _ in both]), room_day(ROOM, DAY, [each for _, each in both])
    ), sources


@pytest.mark.slow
def test_the_search_finds_a_name_wherever_a_full_report_has_one():
    found = channels(pdf("wsgc-base", None))
    assert [name for name, text in found.items() if WORD not in text] == []


@pytest.mark.slow
@pytest.mark.sampled(6)
@pytest.mark.parametrize("ruleset", LOGS)
def test_no_name_is_anywhere_in_the_file(ruleset):
    assert WORD in json_text(audit_of(ruleset)).decode()
    assert WORD not in everything(pdf(ruleset)).lower()


@pytest.mark.slow
def test_no_name_of_a_gaming_day_is_anywhere_in_the_file():
    audit, sources = day()
    assert {"STK012", "LOG010"} <= {each.code for each in audit.findings}
    assert WORD in json_text(audit).decode()
    assert WORD not in everything(written(audit, sources)).lower()


@pytest.mark.slow
def test_no_name_of_a_what_if_is_anywhere_in_the_file():
    source = named(simulated("wsgc-base", hands=30))
    audit = audit_log(source, ruleset="wsgc-full", as_if=True)
    sources = {(each.room, each.session): source for each in audit.logs}
    data = written(audit, sources)
    assert WORD not in everything(data).lower()
    assert "REDACTED EDITION" in Reading(data).pages[-1]


@pytest.mark.slow
def test_the_logs_have_findings_that_quote_people():
    codes = {each.code for ruleset in LOGS for each in audit_of(ruleset).findings}
    quoting = {code for code in codes if not quotes_nobody(code)}
    assert {"PAY012", "SET005", "STK004", "STK015"} <= quoting


@pytest.mark.slow
def test_the_attached_audit_has_the_same_keys_and_the_same_amounts():
    full, redacted = (
        json.loads(PdfReader(BytesIO(pdf("wsgc-base", key))).attachments["audit.json"][0])
        for key in (None, KEY)
    )
    assert _keys(full) == _keys(redacted)
    for name in (
        "money_misallocated",
        "money_misrecorded",
        "hands",
        "testable",
        "coverage",
        "rulesets",
        "timeline",
        "reconciliation",
    ):
        assert redacted[name] == full[name]
    for one, other in zip(redacted["findings"], full["findings"], strict=True):
        for name in ("code", "severity", "hand", "seat", "line", "money", "difference", "clause"):
            assert one[name] == other[name]
    for one, other in zip(redacted["incidents"], full["incidents"], strict=True):
        assert [each["amount"] for each in one["owes"]] == sorted(
            (each["amount"] for each in other["owes"]), reverse=True
        )
    assert redacted["log"]["recorded_by"] == WITHHELD


def _keys(value):
    """The keys of JSON, and those of what it holds."""
    if isinstance(value, dict):
        return {key: _keys(each) for key, each in value.items() if key != "readings"}
    return [_keys(each) for each in value[:1]] if isinstance(value, list) else None


@pytest.mark.slow
def test_cards_and_figures_are_those_of_the_full_report():
    full, redacted = (Reading(pdf("wsgc-base", key)).pages[0] for key in (None, KEY))
    figures = full[full.index("hands expected") - 40 : full.index("misrecorded")]
    assert figures in redacted
    whole, public = (structure_of(pdf("wsgc-base", key)).heard() for key in (None, KEY))
    for suit in ("spades", "hearts", "diamonds", "clubs"):
        assert whole.count(suit) == public.count(suit) > 50


@pytest.mark.slow
def test_the_same_audit_and_key_give_the_same_bytes_and_another_key_other_ids():
    audit, source = audit_of("wsgc-base"), source_of("wsgc-base")
    sources = {(each.room, each.session): source for each in audit.logs}
    assert written(audit, sources) == pdf("wsgc-base")
    ids = [Redaction(audit, key).audit.incidents[0].id[:12] for key in (KEY, b"o" * 32)]
    assert ids[0] != ids[1]
    text = Reading(pdf("wsgc-base")).text
    assert ids[0] in text
    assert ids[1] not in text


def test_every_page_says_that_it_is_redacted_and_the_first_says_what_that_means():
    reading = Reading(pdf("wsgc-base"))
    assert all("REDACTED EDITION" in page for page in reading.pages)
    for words in (
        "Players are letters",
        "Names of staff, free text and the licensee’s words are left out",
        "keyed",
    ):
        assert words in reading.pages[0]
    assert "REDACTED" not in Reading(pdf("wsgc-base", None)).text


def test_it_has_no_response_no_declaration_and_no_answers():
    found = [samples.finding()]
    incident = samples.incident(found)
    audit = samples.audit(found, incidents=[incident])
    answer = Answered(
        incident=incident.id, state="answered", due=None, cause=f"{WORD} misread a row.", corrective_action=f"{WORD} is trained.",
        at="2026-03-20T10:00:00Z", by=f"{WORD} Brown", files=[], decisions=[], changed_since_answer=False, recurrence_of=[],
        purged=False,
    )  # fmt: skip
    answers, rest = {incident.id: answer}, {"authority": "wsgc", "registered": REGISTERED}
    full = Reading(_drawn(audit, None, answers, **rest))
    assert WORD in full.text
    assert "Response of the licensee" in full.text
    assert "Declaration of the custodian" in full.text
    redacted = Reading(_drawn(audit, KEY, answers, **rest))
    for words in (
        WORD,
        "Response of the licensee",
        "Declaration",
        "Licensee to state",
        "digest (SHA-256) is",
    ):
        assert words not in redacted.text
    assert "recorded by withheld" in redacted.text.lower()


def _drawn(audit: Audit, key, answers, **options) -> bytes:
    return written(audit, _Made(), key, answers=answers, **options)


class _Made(dict):
    """No log at all: nothing is drawn."""

    def __missing__(self, key):
        return simulated(hands=20, faults=0.0)


def test_the_entry_is_named_without_what_guesses_could_be_tested_with():
    audit = samples.audit()
    hidden = REGISTERED._replace(result=None, files=None, whole=None)
    text = Reading(written(audit, _Made(), registered=hidden)).text
    for words in (
        "Entry 1,204",
        "covers 1,300 entries",
        "5b" * 32,
        "wa.example/register",
        "The full report of this audit has the record",
    ):
        assert words.replace(" ", "") in text.replace(" ", "")
    assert "Digest of the result" not in text
    assert "are attached to this document" not in text
    assert audit.logs[0].sha256 not in text.replace(" ", "")
