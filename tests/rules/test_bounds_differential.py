"""What is said of partial records is true whatever was left out: against plain scorers, and against the full record."""

from __future__ import annotations

import copy
import random

import numpy as np
import pytest

from rules.controls.library import library
from rules.replay.at_most.pair_facts import pair_facts
from rules.replay.at_most.pair_spans import spans_of
from rules.replay.at_most.possible import possible
from rules.replay.row_replay import replay
from rules.replay.scoring import compiled
from rules.replay.table_stakes import payment_groups
from tests.plain.closed.score import score
from tests.plain.closed.systems import SYSTEMS
from tests.plain.closed_deals import deals
from tests.plain.open_face.systems import SYSTEMS as OPEN_FACE
from tests.plain.open_face_deals import deals as open_face_deals
from tests.rules.build import blocks, log, session
from tests.rules.partial_records import bounds_of, due_of, in_part, with_nets
from tests.rules.test_closed_differential import recorded

COUNT = 400
DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
EXACT = [
    name
    for name in SYSTEMS
    if not (SYSTEMS[name].naturals or SYSTEMS[name].table_sweep)
    and compiled(library().get(name)).topology in ("all_pairs", "banker")
]


def astray(nets, due):
    return sum(max(net - each, 0) for net, each in zip(nets, due, strict=True))


def wrong_by(nets, unit, chance):
    """Nets of which some money went from one seat to another, or of which none did."""
    changed = list(nets)
    if len(nets) > 1 and chance.random() < 0.5:
        loser, winner = chance.sample(range(len(nets)), 2)
        amount = chance.choice([1, 3, 10, 50]) * unit
        changed[loser] -= amount
        changed[winner] += amount
    return changed


def completions(deal, seat, row, place):
    """The deal with each card that may have stood in a place."""
    cards = getattr(deal.seats[seat], row)
    taken = {card for each in deal.seats for card in each.cards} - {cards[place]}
    for card in DECK:
        if card not in taken:
            made = copy.deepcopy(deal)
            getattr(made.seats[seat], row)[place] = card
            yield made


@pytest.mark.sampled(20)
@pytest.mark.parametrize("system", [name for name in SYSTEMS if compiled(library().get(name)).chips is None])
def test_no_completion_of_a_blank_card_is_beyond_its_bounds(system):
    """Each hand records what the plain scorer gives for one card in the place of the blank one: none has too much."""
    chance, first = random.Random(system), session(ruleset=system)
    for number, deal in enumerate(deals(system, 12, seed=3), 1):
        deal.seats[seat := chance.randrange(len(deal.seats))].declared = None
        row, place = chance.choice([("front", 0), ("middle", 2), ("back", 4)])
        events = []
        for made in completions(deal, seat, row, place):
            plain = score(made, system)
            if None in plain.units or plain.unpriced:
                continue
            line = recorded(number, deal)
            cards = list(getattr(deal.seats[seat], row))
            cards[place] = "??"
            line["seats"][seat][row] = "".join(cards)
            nets = [int(units * deal.unit) for units in plain.units]
            if sum(nets) == 0:
                events.append(with_nets({**line, "hand": len(events) + 1}, nets))
        beyond = {at: found for at, found in bounds_of(first, events).items() if found[0]}
        assert beyond == {}, (system, number, deal)


@pytest.mark.sampled(20)
@pytest.mark.parametrize("system", [*SYSTEMS, *OPEN_FACE])
def test_what_went_astray_lies_between_the_excess_and_the_bound(system, share):
    chance = random.Random(system)
    if system in SYSTEMS:
        first = session(ruleset=system)
        full = [recorded(number, deal) for number, deal in enumerate(deals(system, share(COUNT), seed=4), 1)]
    else:
        first = session(ruleset=system, opened_at="2013-07-13T17:00:00-07:00", unit=None)
        full = open_face_deals(system, share(COUNT), seed=4)
    lines, sums = [], []
    for event, due in zip(full, due_of(first, full), strict=True):
        if due is not None:
            nets = wrong_by(due, event.get("unit", 100), chance)
            lines.append(with_nets(in_part(event, chance), nets))
            sums.append(astray(nets, due))
    found = bounds_of(first, lines)
    assert found
    for at, (excess, rest) in found.items():
        assert excess <= sums[at] <= excess + rest, (system, lines[at])


@pytest.mark.sampled(10)
@pytest.mark.parametrize("system", EXACT)
def test_pairs_that_are_on_record_come_to_what_replay_gives(system, share):
    scoring = compiled(library().get(system))
    lines = [recorded(number, deal) for number, deal in enumerate(deals(system, share(COUNT), seed=5), 1)]
    for hands in blocks(log(session(ruleset=system), *lines)):
        replayed = replay(hands, scoring)
        hand, pair = np.nonzero(replayed.pairs & replayed.known)
        none = np.zeros(len(hands), np.bool_)
        facts = pair_facts(replayed.compared, possible(replayed.compared, none), none, hand, pair)
        spans = spans_of(facts, scoring, payment_groups(scoring.chips))
        assert spans.low.tolist() == spans.high.tolist() == replayed.pair_units[hand, pair].tolist()
