"""The hands of an incident read like a list of them."""

import numpy as np

from rules.audit.incidents.hands_of_incident import IncidentHands
from rules.findings.written import json_text
from rules.narrow import LazyNumbers
from rules.results import IncidentHand

HANDS = IncidentHands("S-1", LazyNumbers(np.array([3, 41, 10**12])))
LISTED = [IncidentHand("S-1", 3), IncidentHand("S-1", 41), IncidentHand("S-1", 10**12)]


def test_hands_are_equal_to_a_list_of_the_same():
    assert HANDS == LISTED
    assert list(HANDS) == LISTED
    assert LISTED[:2] != HANDS
    assert IncidentHands("S-2", LazyNumbers(np.array([3, 41, 10**12]))) != LISTED


def test_hands_are_read_by_position():
    assert HANDS[0] == LISTED[0]
    assert HANDS[-1] == LISTED[-1]
    assert HANDS[1:] == LISTED[1:]
    assert not IncidentHands("S-1", LazyNumbers(np.zeros(0, np.int64)))


def test_hands_are_written_as_a_list():
    assert json_text(HANDS) == json_text(LISTED)
