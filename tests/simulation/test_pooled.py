"""Cards of pot hands that are twice in a deal, beside a plain judge: DCK001."""

from __future__ import annotations

import json
from random import Random

import pytest

from rules.audit.audit_of_log import audit_log
from rules.audit.source import BytesSource
from tests.rules.pot_logs import pot_log
from tests.simulation.pooled.hands import DECK, DRAWS, OWN, Pooled
from tests.simulation.pooled.judge import twice

pytestmark = pytest.mark.slow
HANDS = 60


def found(events):
    """The seat (None: the table) and the card of each finding, by hand."""
    audit = audit_log(BytesSource(pot_log(*events)), ruleset="standard-cash")
    assert audit.complete, audit.failures
    rows = [(each.hand, (each.seat, each.stated)) for each in audit.findings if each.code == "DCK001"]
    return {event["hand"]: {what for number, what in rows if number == event["hand"]} for event in events}


def at_times(events):
    """The hands with times, one a minute."""
    return [each | {"at": f"2026-03-14T20:{number:02}:00+02:00"} for number, each in enumerate(events)]


@pytest.mark.parametrize("game", OWN)
def test_an_honest_deal_has_no_card_twice_whatever_of_it_is_on_record(game):
    seed = 0
    random = Random(f"{game} {seed}")
    events = at_times([Pooled(game, random).event(number) for number in range(1, HANDS)])
    assert {hand: what for hand, what in found(events).items() if what} == {}, seed


@pytest.mark.parametrize("game", [each for each in OWN if each not in DRAWS])
def test_a_card_that_was_shown_and_is_elsewhere_is_found_where_a_plain_judge_finds_it(game):
    """A card of a show is changed for any card of the deck, at seats whose own cards are not on record."""
    seed = 0
    random = Random(f"changed {game} {seed}")
    events = []
    for number in range(1, HANDS):
        played = Pooled(game, random)
        event = played.event(number)
        named = [act for act in event["acts"] if act["act"] in ("show", "muck") and act["seat"] in played.off]
        for act in named:
            at = 2 * random.randrange(len(act["cards"]) // 2)
            act["cards"] = act["cards"][:at] + random.choice(DECK) + act["cards"][at + 2 :]
        events.append(event)
    events = at_times(events)
    due = {event["hand"]: twice(event) for event in events}
    assert any(due.values())
    assert found(events) == due, (seed, json.dumps(events[:1]))
