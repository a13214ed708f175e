"""Would-have-been results: the replay without void, rulings and surrender."""

import json

import numpy as np
import pytest

from rules.replay.scoring import SHARES
from tests.rules.screening.screened import FOLDER, lines_of, screened, screened_lines

LOGS = [
    path
    for path in sorted((FOLDER / "logs").iterdir())
    if any(word in path.name for word in ("void", "dead"))
]


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name.partition(".")[0])
def test_the_result_is_the_one_that_an_independent_replay_found(path):
    hands = screened(path).hands
    found, wanted = {}, {}
    for event in lines_of(path):
        for seat in event.get("seats", ()):
            if "_due" in seat:
                at = int(np.flatnonzero(hands.number == event["hand"])[0])
                column = int(np.flatnonzero(hands.seat[at] == seat["seat"])[0])
                place = event["hand"], seat["seat"]
                wanted[place] = seat["_due"]
                found[place] = int(hands.units[at, column]) * int(hands.unit[at]) // SHARES
                assert hands.known[at, column]
    assert wanted
    assert found == wanted


def test_a_hand_without_rulings_keeps_its_result():
    path = FOLDER / "logs" / "cards-fair-0.ndjson.gz"
    hands = screened(path).hands
    assert hands.known[hands.seated].all()
    assert (hands.units * hands.unit[:, None] == hands.net.astype(np.int64) * SHARES).all()


def test_a_surrender_is_left_out():
    events = lines_of(FOLDER / "logs" / "cards-fair-0.ndjson.gz")
    hand = next(event for event in events if event["event"] == "chinese_hand")
    before = screened_lines(events).hands.units[0].tolist()
    given_up = json.loads(json.dumps(hand))
    given_up["seats"][0]["surrendered"] = True
    after = screened_lines([given_up if event is hand else event for event in events]).hands
    assert after.units[0].tolist() == before
    assert after.surrendered[0].tolist() == [True, False, False, False]


def test_a_void_hand_without_its_rows_has_no_result():
    events = lines_of(FOLDER / "logs" / "cards-fair-0.ndjson.gz")
    hand = next(event for event in events if event["event"] == "chinese_hand")
    hand["void"] = True
    for seat in hand["seats"]:
        del seat["front"], seat["middle"], seat["back"]
    hands = screened_lines(events).hands
    assert hands.known[0].tolist() == [False] * 4
    assert hands.known[1].tolist() == [True] * 4
