"""`auditor explain LOG --hand N` beside the record: the hand without its rulings, surrenders and the void deal."""

import json

import pytest

from tests.cli.kit import call
from tests.rules.build import hand, seat, session
from tests.rules.screening import open_face_logs, pot_screening_logs
from tests.rules.screening.pot_screening_logs import RIVER, header, played, ruled, showdown

TRIPS, PAIR = "2c3d5h TcTdTs6c8d AhKh9h7h3h", "9c7s4d KsJd8s6d5c QcQd2s3s4c"


@pytest.fixture
def explained(tmp_path):
    """Explains hand 1 of a log of some events."""

    def explain(*events, shape="text"):
        log = tmp_path / "log.ndjson"
        log.write_text("".join(json.dumps(each) + "\n" for each in events), encoding="utf-8")
        return call("explain", log, "--hand", "1", "--format", shape)

    return explain


def results(done):
    """Cells of the table of results, by seat."""
    lines = done.lines
    first = next(at for at, line in enumerate(lines) if line.startswith("Without rulings"))
    assert lines[first + 1].split() == ["Seat", "Player", "Recorded", "Would", "have", "been"]
    return [line.split() for line in lines[first + 2 :] if line.strip()[:1].isdigit()]


def test_a_dead_hand_of_a_closed_game(explained):
    dead = hand(
        1, seat(1, TRIPS, -600, fouled=True), seat(2, PAIR, 600),
        irregularities=[{"kind": "other", "seat": 1, "ruling": "hand_dead"}],
    )  # fmt: skip
    done = explained(session(ruleset="classic-simple"), dead)
    assert results(done) == [
        ["1", "P1", "−$6.00", "+1", "unit", "+$1.00"],
        ["2", "P2", "+$6.00", "−1", "unit", "−$1.00"],
    ]
    assert "Without rulings, surrenders and the void deal. A unit is $1.00." in done.lines


def test_a_void_open_face_hand(explained):
    done = explained(open_face_logs.SESSION, open_face_logs.ann_and_ben(1, void=True))
    assert [row[3:] for row in results(done)] == [["+5", "units", "+$5.00"], ["−5", "units", "−$5.00"]]


def test_a_killed_hand_of_a_pot_game(explained):
    killed = {"act": "fold", "seat": 2, "by": "floor"}
    acts = (*RIVER, "2 checks", "3 checks", killed)
    done = explained(header(), played(1, *acts, nets={1: -100, 2: -600, 3: 700}, irregularities=ruled(2)))
    assert results(done) == [
        ["1", "P1", "−€1.00", "−0.5", "units", "−€1.00"],
        ["2", "P2", "−€6.00", "+3.5", "units", "+€7.00"],
        ["3", "P3", "+€7.00", "−3", "units", "−€6.00"],
    ]
    assert "Without rulings, surrenders and the void deal. A unit is €2.00." in done.lines


def test_a_hand_that_was_not_played_out_is_not_known(explained):
    done = explained(header(), played(1, *RIVER[:6], void=True))
    assert [row[3:] for row in results(done)] == [["not", "known", "–"]] * 3
    assert done.lines[-1] == "Not known: the cards, or the acts, on record do not say who would have won."


@pytest.mark.parametrize(
    "events",
    [(header(), showdown(1)), (open_face_logs.SESSION, open_face_logs.ann_and_ben(1))],
    ids=["pot", "open-face"],
)
def test_a_hand_without_rulings_is_shown_as_before(explained, events):
    assert "Without rulings" not in explained(*events).out
    assert explained(*events, shape="json").json["would_have_been"] is None


def test_the_json_has_the_results(explained):
    found = explained(header(), showdown(1, void=True), shape="json").json["would_have_been"]
    assert (found["line"], found["unit"]) == (2, 200)
    assert found["seats"][2] == {"seat": 3, "player": "P3", "recorded": -600, "units": "-3", "money": -600}
    assert pot_screening_logs.NETS[3] == -600
