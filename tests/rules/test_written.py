"""An audit written piece by piece is the same JSON as one written at once."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from rules.audit import BytesSource, audit_log
from rules.controls.library import library
from rules.findings.written import AT_ONCE, json_pieces, json_text
from rules.narrow import LazyNumbers
from simulation import simulate


def paid_under_another_scoring(hands: int) -> bytes:
    log = simulate(library().get("wsgc-full"), hands=hands, seed=3, evidence="rows").log()
    return log.replace(b'"wsgc-full@1"', b'"wsgc-1-6"', 1)


def test_a_pattern_with_many_findings_is_written_as_at_once() -> None:
    audit = audit_log(BytesSource(paid_under_another_scoring(hands=300)))
    assert audit.incidents is not None
    largest = max(audit.incidents, key=lambda each: len(each.findings))
    assert len(largest.findings) > AT_ONCE
    assert len(largest.hands) > AT_ONCE
    assert b"".join(json_pieces(audit)) == json_text(audit)


@pytest.mark.parametrize("hands", [1, 20])
def test_a_short_audit_is_written_as_at_once(hands: int) -> None:
    audit = audit_log(BytesSource(paid_under_another_scoring(hands)))
    assert b"".join(json_pieces(audit)) == json_text(audit)


def test_no_findings_and_no_incidents_are_empty_lists() -> None:
    found = audit_log(BytesSource(paid_under_another_scoring(hands=1)))
    audit = msgspec.structs.replace(found, findings=[], incidents=[])
    written = b"".join(json_pieces(audit))
    assert b'"findings":[]' in written
    assert b'"incidents":[]' in written
    assert written == json_text(audit)


@pytest.mark.parametrize("size", [0, 1, 1 << 16, (1 << 16) + 1, (1 << 17) + 7])
def test_the_hands_of_a_finding_are_written_as_a_list_of_them(size: int) -> None:
    listed = range(-3, size - 3)
    written = json_text({"hands": LazyNumbers(np.array(listed, np.int64))})
    assert written == msgspec.json.encode({"hands": list(listed)})
