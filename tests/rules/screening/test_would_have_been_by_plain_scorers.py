"""Would-have-been results of random hands against the plain scorers, which get the hands without rulings."""

import random
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction

import pytest

from rules.replay.scoring import SHARES
from tests.plain.closed.score import score as closed_score
from tests.plain.closed_deals import deals as closed_deals
from tests.plain.open_face.score import score as open_face_score
from tests.plain.open_face_deals import deals as open_face_deals
from tests.rules.build import session
from tests.rules.screening.screened import screened_lines
from tests.rules.test_closed_differential import recorded

COUNT = 60
LEFT_OUT = ("hand_dead", "hand_fouled", "misdeal")


def results(ruleset, hands):
    """Units of each hand's seats by number; None where not known."""
    found = screened_lines([session(ruleset=ruleset), *hands]).hands
    units = [
        {
            seat: Fraction(units, SHARES) if known else None
            for seat, units, known, there in zip(*columns, strict=True)
            if there
        }
        for columns in zip(
            found.seat.tolist(),
            found.units.tolist(),
            found.known.tolist(),
            found.seated.tolist(),
            strict=True,
        )
    ]
    return dict(zip(found.number.tolist(), units, strict=True))


def without(hand):
    """An open-face hand without its rulings, as the contract says, and nothing else changed."""
    clean = deepcopy(hand)
    clean.pop("void", None)
    if "irregularities" in clean:
        clean["irregularities"] = [
            each for each in clean["irregularities"] if each.get("ruling") not in LEFT_OUT
        ]
    return clean


@pytest.mark.parametrize("system", ["ofc-cash", "carnivale-ofc-2013", "ofc-pineapple"])
def test_open_face_hands_come_to_what_a_plain_scorer_gives_without_their_rulings(system):
    chance, hands = random.Random(system), open_face_deals(system, COUNT, seed=40)
    for each in hands:
        if chance.random() < 0.4:
            each["void"] = True
        if chance.random() < 0.4:
            seat = chance.choice(each["seats"])
            seat["fouled"] = True
            each.setdefault("irregularities", []).append(
                {"kind": "other", "seat": seat["seat"], "ruling": "hand_dead"}
            )
    found = results(system, hands)
    for each in hands:
        plain = open_face_score(without(each), system)["seats"]
        wanted = {seat["seat"]: seat["units"] for seat in plain if seat["status"] == "played"}
        assert found[each["hand"]] == wanted, each


@pytest.mark.parametrize("system", ["wsgc-2-4", "classic-surrender"])
def test_closed_hands_come_to_what_a_plain_scorer_gives_without_rulings_and_surrenders(system):
    chance, dealt = random.Random(system), closed_deals(system, COUNT, seed=41)
    for each in dealt:
        one = chance.choice(each.seats)
        one.surrendered, one.ruled_fouled = chance.random() < 0.3, chance.random() < 0.3
    hands = [recorded(number, deal) for number, deal in enumerate(dealt, 1)]
    for each in chance.sample(hands, COUNT // 2):
        each["void"] = True
    found = results(system, hands)
    for number, deal in enumerate(dealt, 1):
        seats = [replace(each, surrendered=False, ruled_fouled=False) for each in deal.seats]
        units = closed_score(replace(deal, seats=seats), system).units
        assert list(found[number].values()) == units, (number, deal)
