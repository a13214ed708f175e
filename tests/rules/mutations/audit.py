"""Thousands of versions of one hand in one log, audited at once."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator

from rules.audit import BytesSource, audit_log
from tests.plain.closed.systems import SYSTEMS
from tests.rules.build import Event
from tests.rules.mutations import cards, marks, payments, table
from tests.rules.mutations.change import Change, put, with_
from tests.rules.mutations.due import thirteen
from tests.rules.mutations.expected import HELD_THE_ACE
from tests.rules.mutations.hands import Hand

Found = tuple[str, int | None]  # code, seat

# Every how many of the other cards, of the exchanges of two cards and of the other dealt cards is tried: by whether the
# ruleset is one of the commission's, and whether the hand is in full.
STEPS = {
    (True, False): cards.Steps(cards=1, exchanges=1, dealt=1),
    (True, True): cards.Steps(cards=10, exchanges=1, dealt=7),
    (False, False): cards.Steps(cards=13, exchanges=3, dealt=1),
    (False, True): cards.Steps(cards=31, exchanges=4, dealt=41),
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
    before = [decides_who_deals(hand.bare)] if SYSTEMS[hand.ruleset].dealer_compensation else []
    hands = [each for version in versions for each in (*before, version)]
    lines = [hand.session, *({**each, "hand": number} for number, each in enumerate(hands))]
    audit = audit_log(BytesSource("\n".join(map(json.dumps, lines)).encode()))
    assert audit.complete, audit.failures
    expected = defaultdict(list)
    for finding in audit.findings:
        if finding.kind in ("violation", "discrepancy") and finding.code not in OF_THE_LOG:
            expected[finding.hand].append((finding.code, finding.seat))
    apart = len(before) + 1
    return [expected[place * apart + len(before)] for place in range(len(versions))]


def decides_who_deals(hand: Event) -> Event:
    """The hand again, with the ace of spades at the player who then has to deal."""
    seats = hand["seats"]
    deals = next(place for place, seat in enumerate(seats) if seat["player"] == HELD_THE_ACE)
    holds = next(place for place, seat in enumerate(seats) if "As" in thirteen(seat))
    mine, other = cards.rows_of(seats[deals]), cards.rows_of(seats[holds])
    return with_(put(put(hand, holds, **mine), deals, **other), forced_dealer=None)
