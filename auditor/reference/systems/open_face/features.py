"""Features of an open-face hand."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.reference.systems.open_face.after import earned
from auditor.reference.systems.open_face.described_open_face_payments import steps
from auditor.reference.systems.worked import Worked

_KINDS = {"exposed_card": "penalty", "clock_expired": "clock", "left_table": "away"}


def features(one: Worked) -> set[str]:
    """Parts of its pairs that are not nothing, how it was dealt, and what came of it."""
    return set(_of_the_pairs(one)) | set(_of_the_seats(one)) | set(_of_the_play(one))


def _of_the_pairs(one: Worked) -> Iterator[str]:
    for pair in one.reported["pairs"]:
        parts = pair["parts"] or {}
        yield from (name for name in ("rows", "sweep", "royalties") if parts.get(name))


def _of_the_seats(one: Worked) -> Iterator[str]:
    reported = [each for _, each in one.seats]
    fouled = sum(bool(each["fouled"]) for each in reported)
    yield from ("foul", "fouls")[:fouled]
    if any(each["status"] == "missed" for each in reported):
        yield "missed"
    if any("fantasyland" in seat for seat, _ in one.seats):
        yield "at_once"
    elif any(earned(one).values()):
        yield "earned"


def _of_the_play(one: Worked) -> Iterator[str]:
    if one.hand.get("placements"):
        yield "streets"
    if one.hand.get("clock_calls"):
        yield "clock"
    yield from (_KINDS[each["kind"]] for each in one.hand.get("irregularities", []) if each["kind"] in _KINDS)
    yield from ("chips" for step in steps(one) if step.short == step.payer)
    yield from ("winner" for step in steps(one) if step.short == step.payee)
    if one.reported["eliminated"]:
        yield "out"
    last = [step for step in steps(one) if step.last_chip]
    if any(one.seat_of(step.payer) not in one.reported["eliminated"] for step in last):
        yield "zero"
