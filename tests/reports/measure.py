"""Measures the report: ``python -m tests.reports.measure 20000`` prints pages a second and memory."""

from __future__ import annotations

import re
import resource
import sys
import time
from collections.abc import Collection, Iterator

from msgspec.structs import replace

from reports.drawn_audit import write_audit_pdf
from reports.incident_entries import HandPlace
from rules.results import Finding
from rules.shown_hands import Exhibit
from tests.reports import samples


class Counted:
    """A stream that counts its bytes and the pages that go by."""

    def __init__(self) -> None:
        self.bytes = self.pages = 0

    def write(self, data: bytes) -> int:
        """Take some bytes: one object of the PDF."""
        self.bytes += len(data)
        self.pages += len(re.findall(rb"/Type /Page\b", data[:4096]))
        return len(data)


def findings(number: int) -> tuple[list[Finding], int]:
    """So many findings, one or two a hand, and how many hands they are in."""
    found: list[Finding] = []
    hand = 0
    while len(found) < number:
        hand += 1
        found.append(samples.finding(hand))
        if hand % 2:
            found.append(
                samples.finding(hand, seat=4, player="P-4474", stated=-500, expected=-700, difference=200)
            )
    return found, hand


def main(number: int) -> None:
    """Write a report with so many findings to nowhere, and say how it went."""
    found, hands = findings(number)
    dealt = [samples.exhibit(hand) for hand in range(50)]

    def give(places: Collection[HandPlace]) -> Iterator[Exhibit]:
        for _, _, line in sorted(places):
            yield replace(dealt[(line - 1) % 50], hand=line - 1, line=line)

    subject, stream = samples.audit(found), Counted()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    start = time.perf_counter()
    write_audit_pdf(subject, give, samples.CLAUSES, stream, most=None)
    took = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{len(found):,} findings in {hands:,} hands: {stream.pages:,} pages, {stream.bytes / 1e6:.1f} MB")
    print(f"{took:.1f} s, {stream.pages / took:.0f} pages/s; memory {before} MB before, {after} MB at most")


if __name__ == "__main__":
    main(int(sys.argv[1]))
