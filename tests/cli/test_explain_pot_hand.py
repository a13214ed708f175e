"""`auditor explain LOG --hand N` of a pot game: seats, acts with the pot after each, and what was against the rules."""

from __future__ import annotations

import pytest

from auditor.cli.hand_text import lines
from tests.cli.kit import call
from tests.rules.pot_exhibits import log_of, shown


@pytest.fixture
def shown_lines(tmp_path):
    """The lines that the command prints of a worked hand."""

    def print_hand(case: str, number: int = 1) -> list[str]:
        log = tmp_path / f"{case}.ndjson"
        log.write_bytes(log_of(case))
        done = call("explain", log, "--hand", str(number))
        assert (done.status, done.err) == (0, "")
        return done.lines

    return print_hand


def test_an_illegal_act_is_marked_below_its_line_with_what_was_due(shown_lines):
    found = shown_lines("POT-BET-03")
    at = next(place for place, line in enumerate(found) if "raised to €3.99" in line)
    assert found[at].split() == ["2", "3", "raised", "to", "€3.99", "€3.99", "€6.99"]
    assert found[at + 1] == "      >> Against the rules: a raise comes to €4.00 at least (BET003, OLY-1.17-a)"
    assert sum(">>" in line for line in found) == 1


def test_what_the_hand_was_played_for_comes_first(shown_lines):
    found = shown_lines("POT-BET-03")
    assert found[1] == "Hold’em; no limit; small blind €1.00, big blind €2.00; button at seat 6."


def test_boards_of_both_runs_and_who_gets_what(shown_lines):
    text = "\n".join(shown_lines("POT-RIT-01"))
    assert "Board of run 1: 2♣ 7♦ J♥ 4♠ 9♣." in text
    assert "Board of run 2: 2♣ 7♦ J♥ K♥ 3♦." in text
    assert "seat 2 €201.00 (run 1); seat 6 €200.00 (run 2)" in text
    assert "Rake: due €10.00, recorded €10.00." in text


def test_a_hand_without_acts_says_so(shown_lines):
    found = shown_lines("POT-SIDE-03")
    assert "The acts of the hand were not recorded." in found
    assert any(line.startswith("Side pot 1  €300.00") for line in found)
    assert not any(line.startswith("Street") for line in found)


def test_a_void_hand_and_what_was_wrong_with_it(shown_lines):
    text = "\n".join(shown_lines("POT-MIS-02"))
    assert "The deal was declared void: nothing is won or lost in it." in text
    assert "Against the rules: the hand is void, and too many players had acted for a misdeal" in text


def test_json_is_one_exhibit_a_line(tmp_path):
    log = tmp_path / "log.ndjson"
    log.write_bytes(log_of("POT-BET-03"))
    found = call("explain", log, "--hand", "1", "--format", "json").json
    assert found["game"] == "pot"
    assert found["pot"]["acts"][2]["marks"][0]["due"] == {"to": 400}


def test_no_line_of_a_pipe_has_a_character_that_it_cannot_write():
    exhibit = shown("POT-RIT-01")
    assert not any("\u00a0" in line or "\ufffd" in line for line in lines(exhibit, "EUR"))
