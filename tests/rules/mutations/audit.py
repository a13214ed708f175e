"""Thousands of versions of one hand in one log, audited at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from msgspec import json

from rules.audit import BytesSource, audit_log
from rules.results import Finding
from tests.plain.closed.systems import SYSTEMS
from tests.rules.build import Event
from tests.rules.checked import checks_of
from tests.rules.mutations import cards, marks, payments, table
from tests.rules.mutations.change import Change, put, with_
from tests.rules.mutations.due import thirteen
from tests.rules.mutations.expected import HELD_THE_ACE
from tests.rules.mutations.hands import Hand

Found = tuple[str, int | None]  # code, seat

# Every how many are tried: by whether the ruleset is one of the commission's, and whether the hand is in full.
STEPS = {
    (True, False): cards.Steps(cards=1, twice=5, gone=1, exchanges=1, dealt=1),
    (True, True): cards.Steps(cards=10, twice=11, gone=1, exchanges=1, dealt=11),
    (False, False): cards.Steps(cards=13, twice=29, gone=3, exchanges=3, dealt=1),
    (False, True): cards.Steps(cards=31, twice=43, gone=4, exchanges=4, dealt=47),
}

# What only says that the versions stand in one log.
OF_THE_LOG = {"DCK005", "DCK006", "STK002", "STK005", "STK010", "STK011"}


def changes(hand: Event, system: str) -> Iterator[Change]:
    yield from cards.changes(hand, system, STEPS[system.startswith("wsgc-"), "transfers" in hand])
    yield from marks.changes(hand, system)
    yield from table.changes(hand, system)
    yield from payments.changes(hand, system)


def breaches(hand: Hand, versions: list[Event]) -> list[list[Found]]:
    """The findings of each version. A hand with a forced dealer comes after the one that decided who had to deal."""
    return of_each(hand, versions, checks_of(log_of(hand, versions)).findings)


def breaches_of_an_audit(hand: Hand, versions: list[Event]) -> list[list[Found]]:
    """The same by a whole audit, with what it makes of its findings."""
    audit = audit_log(BytesSource(log_of(hand, versions)))
    assert audit.complete, audit.failures
    return of_each(hand, versions, audit.findings)


def log_of(hand: Hand, versions: list[Event]) -> bytes:
    hands = [each for version in versions for each in (*before(hand), version)]
    lines = [hand.session, *({**each, "hand": number} for number, each in enumerate(hands))]
    return b"\n".join(map(json.encode, lines))


def before(hand: Hand) -> list[Event]:
    """The hands that stand before each version."""
    return [decides_who_deals(hand.bare)] if SYSTEMS[hand.ruleset].dealer_compensation else []


def of_each(hand: Hand, versions: list[Event], findings: Iterable[Finding]) -> list[list[Found]]:
    expected = defaultdict(list)
    for finding in findings:
        if finding.kind in ("violation", "discrepancy") and finding.code not in OF_THE_LOG:
            expected[finding.hand].append((finding.code, finding.seat))
    first = len(before(hand))
    return [expected[place * (first + 1) + first] for place in range(len(versions))]


def decides_who_deals(hand: Event) -> Event:
    """The hand again, with the ace of spades at the player who then has to deal."""
    seats = hand["seats"]
    deals = next(place for place, seat in enumerate(seats) if seat["player"] == HELD_THE_ACE)
    holds = next(place for place, seat in enumerate(seats) if "As" in thirteen(seat))
    mine, other = cards.rows_of(seats[deals]), cards.rows_of(seats[holds])
    return with_(put(put(hand, holds, **mine), deals, **other), forced_dealer=None)
