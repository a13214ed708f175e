"""Large audits: memory stays flat, since every page leaves as it is done."""

from __future__ import annotations

import tracemalloc
from io import BytesIO

import pytest
from pypdf import PdfReader

from reports.drawn_audit import write_audit_pdf
from tests.reports import samples


class Counted:
    """A stream that keeps nothing but how much went by, and when."""

    def __init__(self) -> None:
        self.bytes = 0
        self.writes = 0

    def write(self, data: bytes) -> int:
        self.bytes += len(data)
        self.writes += 1
        return len(data)


def most_memory(hands: int) -> int:
    """The most that writing a report of so many hands has held, the findings aside."""
    found = [samples.finding(hand) for hand in range(1, hands + 1)]
    subject = samples.audit(found)
    stream = Counted()
    tracemalloc.start()
    write_audit_pdf(subject, samples.exhibits_of(found, 2), samples.CLAUSES, stream, most=None)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert stream.bytes > hands * 300
    return peak


@pytest.mark.night
@pytest.mark.slow
def test_pages_leave_while_later_ones_are_drawn():
    stream = Counted()
    before = []

    def give(places):
        before.append(stream.bytes)
        for _, _, line in sorted(places):
            yield samples.exhibit(line - 1)

    found = [samples.finding(hand) for hand in range(1, 201)]
    write_audit_pdf(samples.audit(found), give, samples.CLAUSES, stream, most=None)
    assert len(before) == 4  # a few hands at a time
    assert before == sorted(set(before))


def test_small_objects_are_packed_some_hundred_at_a_time():
    """Readers look through the places of a whole pack for each object: verifying a report would take much longer."""
    out = BytesIO()
    write_audit_pdf(samples.audit(), samples.nothing, samples.CLAUSES, out)
    reader = PdfReader(out)
    packs = {pack: reader.get_object(pack)["/N"] for pack, _ in reader.xref_objStm.values()}
    *full, last = (packs[number] for number in sorted(packs))
    assert full
    assert set(full) == {200}
    assert last <= 200


@pytest.mark.slow
@pytest.mark.night
def test_memory_is_flat_however_many_findings():
    most_memory(200)  # fills the caches
    small, large = most_memory(400), most_memory(2_400)
    assert large - small < 6_000_000
