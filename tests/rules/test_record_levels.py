"""How much a hand has on record, what controls may demand of it, and hands that have less than those around them."""

from __future__ import annotations

import numpy as np
import pytest

from rules.audit.audit_evidence import evidence_of, with_less
from rules.controls.library import load
from rules.hands import Ints
from rules.record_levels import VOID_RANK, word_of
from tests.rules.build import Event, blocks, log, seat
from tests.rules.open_face import X, Y, ofc
from tests.rules.pot_logs import hands_of, pot_hand, pot_seat
from tests.rules.rulesets import BASE


def levels(*lines: Event) -> list[str]:
    (block,) = blocks(log(*lines))
    return [word_of(block.game, each) for each in evidence_of(block).tolist()]


@pytest.mark.parametrize(
    ("records", "problem"),
    [
        ('level = "acts"', "'acts' is no level of these games, which have fees, totals, rows, full"),
        ('level = { holdem = "acts" }', "records.level.holdem: these controls have no such game"),
        ('level = { bridge = "rows" }', "'bridge' is no game"),
        ('level = "cards"', "must be one of: fees, totals, rows, full, showdown, acts"),
        (
            'level = "totals"\nleast_level = ["rows"]\ncite = "WSGC-1a"',
            "'totals' is less than the 'rows' of records.least_level that WSGC-1a demands",
        ),
    ],
)
def test_a_level_that_the_game_lacks_or_that_is_too_low_does_not_load(records, problem):
    with pytest.raises(ValueError, match="records") as refused:
        load({"base.toml": BASE + f"[records]\n{records}\n"})
    assert problem in str(refused.value)


def test_levels_of_open_face_hands():
    placed = [{"seat": 1, "dealt": X.replace(" ", "")[:10], "front": "Kh9d4c", "middle": "8s8h", "back": ""}]
    shown = ofc(1, seat(1, X, 100), seat(2, Y, -100), dealer=2)
    assert levels(shown, shown | {"hand": 2, "placements": placed}) == ["rows", "rows"]
    whole = shown | {"placements": placed, "transfers": [{"payer": 2, "payee": 1, "amount": 100}]}
    whole["seats"] = [each | {"stack": 5000} for each in whole["seats"]]
    assert levels(whole) == ["full"]


def test_levels_of_pot_hands():
    acts = [{"act": "post", "seat": 1, "kind": "small_blind", "amount": 100}]
    put = [pot_seat(at, None, live_in=500, folded=at == 3, net=0) for at in (1, 2, 3)]
    shown = [each | ({} if each["folded"] else {"cards": "AhAd"}) for each in put]
    netted = [pot_seat(at, net=0) for at in (1, 2, 3)]
    lines = [
        pot_hand(1, *[pot_seat(at, None) for at in (1, 2, 3)], fees=[]),
        pot_hand(2, *put),
        pot_hand(3, *shown, boards=["2h3h4h5h6h"]),
        pot_hand(4, *netted, acts=acts),
        pot_hand(5, *[pot_seat(at, None, net=0) for at in (1, 2, 3)], acts=acts),
    ]
    hands = hands_of(lines)
    found_ = [word_of("pot", each) for each in evidence_of(hands).tolist()]
    assert found_ == ["fees", "totals", "showdown", "acts", "showdown"]


def of(*ranks: int) -> Ints:
    return np.array(ranks)


def test_a_hand_with_less_than_most_hands_around_it():
    ranks = [2] * 10 + [1, 1] + [2] * 10
    assert [at for at, less in enumerate(with_less(of(*ranks), of(*[0] * 22))) if less] == [10, 11]


def test_a_session_that_goes_over_to_more_has_no_hand_with_less():
    assert not with_less(of(*[1] * 20, *[2] * 20), of(*[0] * 40)).any()


def test_void_deals_and_other_games_are_not_neighbours():
    assert not with_less(of(1, VOID_RANK, VOID_RANK, VOID_RANK, 2, 2, 2), of(0, 0, 0, 0, 2, 2, 2)).any()
