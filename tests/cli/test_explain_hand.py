"""`auditor explain LOG --hand N`: a hand of a log as text, or as the exhibit that a report shows."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from auditor.cli.hand_text import lines
from tests.cli import kit
from tests.cli.kit import call, run
from tests.cli.test_replay_tournament import written_to
from tests.reports import open_face, samples
from tests.rules.ledgers import build as ledgers
from tests.rules.tournaments import build as tournaments


def reported(exhibit, currency="USD"):
    return list(lines(exhibit, currency))


def street_by_street(exhibit):
    found = reported(exhibit)
    first = next(at for at, line in enumerate(found) if line.startswith("Street by street"))
    return found[first : found.index("", first) if "" in found[first:] else len(found)]


def test_recorded_and_due_amounts_are_shown_side_by_side(folder):
    done = call("explain", folder / "wrong.ndjson", "--hand", "2")
    assert (done.status, done.err) == (0, "")
    assert done.lines[0] == "Hand 2  time not recorded  line 3  wsgc-base@1"
    rows = [line.split() for line in done.lines]
    assert ["Seat", "Player", "Front", "Middle", "Back", "Recorded", "Due", "Difference"] in rows
    first = next(line for line in done.lines if line.startswith("   1  p-1 "))
    assert first.endswith("+$1.00    +$3.00      −$2.00")
    assert ["pair", "trips", "full", "house", "+3", "units"] in rows
    assert ["1", "–", "2", "+", "+", "+", "+3", "+3", "+$3.00"] in rows


def test_another_ruleset_gives_other_amounts(folder):
    done = call("explain", folder / "right.ndjson", "--hand", "1", "--ruleset", "wsgc-1-6")
    assert "wsgc-1-6@1" in done.lines[0]
    assert "+$6.00" in done.out


def test_the_json_is_the_exhibit(folder):
    found = call("explain", folder / "wrong.ndjson", "--hand", "2", "--format", "json").json
    assert (found["hand"], found["line"], found["game"]) == (2, 3, "chinese")
    assert [seat["net"] for seat in found["seats"]] == [100, -100]
    assert [seat["net"] for seat in found["replay"]["seats"]] == [300, -300]
    assert found["placements"] is None


def test_every_hand_with_the_number_is_shown(tmp_path):
    log = tmp_path / "twice.ndjson"
    log.write_bytes(kit.log(kit.hand(4), kit.hand(4)))
    assert [line for line in call("explain", log, "--hand", "4").lines if line.startswith("Hand ")] == [
        "Hand 4  time not recorded  line 2  wsgc-base@1",
        "Hand 4  time not recorded  line 3  wsgc-base@1",
    ]
    assert len(call("explain", log, "--hand", "4", "--format", "json").lines) == 2


def test_standard_input_is_a_log_too():
    done = run("explain", "-", "--hand", "3", stdin=kit.right())
    assert done.lines[0].startswith("Hand 3 ")


def test_an_unknown_hand(folder):
    log = folder / "right.ndjson"
    done = call("explain", log, "--hand", "9")
    assert (done.status, done.out) == (2, "")
    assert "has no hand 9; its hands are numbered 1 to 3." in done.err
    assert call("explain", log, "--hand", "9", "--format", "json").json["error"] == "no-such-hand"


def test_a_refused_log_and_an_unknown_ruleset(folder):
    refused = call("explain", folder / "refused.ndjson", "--hand", "1")
    assert (refused.status, refused.out) == (2, "")
    assert "refused.ndjson:2: hand: found" in refused.err
    as_json = call("explain", folder / "refused.ndjson", "--hand", "1", "--format", "json")
    assert as_json.json["error"] == "log-refused"
    assert call("explain", folder / "right.ndjson", "--hand", "1", "--ruleset", "none").status == 2


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--hand", "1"), "--hand needs the LOG"),
        (("nowhere.ndjson", "--hand", "1"), "does not exist"),
        (("SCR001", "--format", "json"), "need --hand"),
        (("SCR001", "--ruleset", "wsgc-base"), "need --hand"),
    ],
)
def test_wrong_usage(args, said):
    done = call("explain", *args)
    assert (done.status, done.out) == (2, "")
    assert said in done.err


def test_a_log_without_a_hand_asks_for_one(folder):
    assert "say with --hand" in call("explain", folder / "right.ndjson").err


# ---------------------------------------------------------------- open-face hands


def test_an_open_face_hand_is_shown_street_by_street():
    table = street_by_street(open_face.carnivale())
    assert table[0] == "Street by street (seats from the left of the button, times of 2013-07-13 −07:00)"
    assert table[1].split() == ["Street", "Seat", "Front", "Middle", "Back", "Time"]
    assert len(table) == 2 + 4 * 9
    assert table[2] == "     1     3  Th Ad  4h      9d 9h        17:20:05"
    assert table[6] == "     2     3         Kc                   17:21:25"
    assert [line.split()[:2] for line in table[2::4]] == [[str(street), "3"] for street in range(1, 10)]
    assert table[11] == "           4  Tc                          17:22:49  on the clock"


def test_a_card_is_shown_under_the_row_that_it_went_into():
    table = street_by_street(open_face.carnivale())
    places = {row: table[1].index(row) for row in ("Front", "Middle", "Back")}
    exhibit = open_face.carnivale()
    singles = {act.at[11:19]: act for act in exhibit.placements if len(act.dealt) == 2}
    for line in table[6:]:
        act = singles[line.removesuffix("  on the clock").rstrip()[-8:]]
        for row, place in places.items():
            assert line[place : place + 2].strip() == getattr(act, row.lower())


def test_the_clock_and_what_does_not_fit_stand_below():
    found = reported(open_face.event())
    assert "     7     1                                     on the clock" in found
    calls = found.index("Clock called on  By      Called at  Acted at  After")
    assert (
        found[calls + 1]
        == "Seat 1           Seat 2  17:23:45   –         did not act, or when was not recorded"
    )
    assert found[-1] == "In the rows of seat 1, but set by no recorded act: As 5d 4h."
    assert "      MISSED, DEALER" in found
    assert "Ruled fouled, as recorded: seat 1." in found


def test_discards_and_fantasyland():
    found = reported(open_face.pineapple())
    assert "Open-face, Pineapple. A point (one unit) is $1.00." in found
    assert "      FANTASYLAND 14; discarded Ts" in found
    table = street_by_street(open_face.pineapple())
    assert table[1].split() == ["Street", "Seat", "Front", "Middle", "Back", "Discard", "Time"]
    once = next(line for line in table if line.startswith("           3 "))
    assert once.split() == [
        *("3", "7c", "7d", "Th", "Jc", "Js", "4c", "4s", "8h", "3c", "3d", "3h", "Qc", "Qd", "Ts"), "17:20:28",
    ]  # fmt: skip


def test_a_log_with_such_a_hand(tmp_path):
    log = tmp_path / "event.ndjson"
    made = open_face.event()
    log.write_bytes(open_face.log(made, "ofc-event"))
    done = call("explain", log, "--hand", "17")
    assert (done.status, done.err) == (0, "")
    streets = next(at for at, line in enumerate(done.lines) if line.startswith("Street by street"))
    money = next(at for at, line in enumerate(done.lines) if line.startswith("Money"))
    shown = done.lines[streets : money - 1]
    assert shown == reported(made)[-len(shown) :]
    assert {line.split()[0] for line in done.lines[money + 1 :]} == {"recorded", "due"}
    found = call("explain", log, "--hand", "17", "--format", "json").json
    recorded = msgspec.to_builtins(made)
    for name in ("seats", "placements", "clock_calls", "eliminated", "game", "variant", "level"):
        assert found[name] == recorded[name]


def test_cards_that_do_not_fit_have_a_star():
    exhibit = open_face.carnivale()
    acts = [replace(exhibit.placements[0], dealt="Th4h9d9h2d"), *exhibit.placements[1:]]
    found = reported(replace(exhibit, placements=acts))
    assert any("Th Ad*" in line for line in found)
    assert "With a *: set without being dealt, or in a row that finally lacks it." in found
    assert "Dealt and not set, seat 3 in street 1: 2d." in found


def test_chips_are_said_once():
    found = reported(open_face.carnivale(), "CHIPS")
    assert found[1] == "Open-face. Level 2, a point (one unit) is 100 chips. Amounts in chips."
    assert "   3  P-4473  Ad Th 3h   Ks Kc 7s 4h 2s  6h 6d 6s 9h 9d    +1,100       +900        +200" in found
    assert "Pair   Front  Middle  Back  Rows  Sweep  Royalties  Units   Chips" in found
    assert not any("$" in line for line in found)


@pytest.mark.parametrize("give", [open_face.carnivale, open_face.event, open_face.pineapple, samples.exhibit])
def test_it_fits_a_terminal(give):
    assert max(map(len, reported(give(), "CHIPS"))) <= 100


def test_a_player_is_only_text_and_a_long_one_is_cut_in_the_middle():
    exhibit = samples.exhibit(seats=2)
    seats = [
        replace(exhibit.seats[0], player="\x1b[31mred"),
        replace(exhibit.seats[1], player="a" * 30 + "z"),
    ]
    text = "\n".join(reported(replace(exhibit, seats=seats)))
    assert "\x1b" not in text
    assert "aaaaaa…aaaaz" in text


def test_hands_that_were_not_set_say_what_there_is():
    exhibit = samples.exhibit(seats=2, void=True)
    bare = {"front": None, "middle": None, "back": None}
    seats = [replace(exhibit.seats[0], **bare, dealt="AsKs"), replace(exhibit.seats[1], **bare, net=None)]
    found = reported(replace(exhibit, seats=seats))
    assert "The deal was declared void: nothing is won or lost in it." in found
    assert any("dealt As Ks, not set" in line for line in found)
    assert any("no cards recorded" in line for line in found)


def test_a_tournament_and_a_ledger_have_no_hands_of_their_own(tmp_path):
    for name, first, what in (
        ("monday", tournaments.header(), "the file of a tournament"),
        ("march", ledgers.header(), "a ledger"),
    ):
        file = written_to(tmp_path, f"{name}.ndjson", first)
        done = call("explain", file, "--hand", "1")
        assert (done.status, done.out) == (2, "")
        assert done.err.startswith(f"auditor: {file} is {what}: its hands are in the logs of its tables")
        assert "`auditor replay` prints what was due in it." in done.err
        as_json = call("explain", file, "--hand", "1", "--format", "json")
        assert (as_json.status, as_json.json["error"]) == (2, "no-such-hand")
        assert as_json.json["detail"].startswith(f"{file} is {what}")


GOLDEN = Path(__file__).parent.parent / "golden" / "inputs"


def test_a_closed_hand_is_told_step_by_step():
    done = call("explain", GOLDEN / "classic-surrender.ndjson", "--hand", "1", "--steps")
    assert (done.status, done.err) == (0, "")
    at = done.lines.index("7. Seat 2 against seat 4")
    assert done.lines[at + 1 : at + 9] == [
        "   Front: seat 4 wins with the better high card.",
        "   Middle: seat 4 wins with the better two pairs.",
        "   Back: seat 2 wins with the better flush.",
        "   Units for seat 2: rows −1.",
        "   Seat 2 owes 1 unit, $1.00, to seat 4.",
        "   * seat 2  p-c6e7",
        "       front     9♦ 6♠ 2♣  high card, loses",
        "       middle    A♦ 5♠ 5♦ 3♠ 3♦  two pairs, loses",
    ]
    assert done.lines[-4].split() == ["1", "p-4f1a", "−$2.50", "−$3.00", "+$0.50"]


def test_a_pot_hand_is_told_step_by_step_within_80_columns():
    done = call("explain", GOLDEN / "olympic-cash-holdem.ndjson", "--hand", "1", "--steps")
    at = done.lines.index("12. Turn: seat 1")
    assert done.lines[at + 1 : at + 4] == [
        "   Seat 1 bet €2.00.",
        "   Board: J♠ 6♣ Q♥ 5♣   Pot: €12.00",
        "   * seat 1  p-bf05  9♥ 8♣  €2.00 in front  €164.00 left",
    ]
    assert "   Board: J♠ 6♣ Q♥ [5♣]   Pot: €10.00" in done.lines  # the card that came is in brackets
    assert [line for line in done.lines[1:] if len(line) > 80] == []


def test_steps_are_text_and_need_a_hand():
    log = GOLDEN / "classic-surrender.ndjson"
    in_json = call("explain", log, "--hand", "1", "--steps", "--format", "json")
    assert in_json.status == 2
    assert "--steps is text." in in_json.err
    without = call("explain", "SCR001", "--steps")
    assert without.status == 2
    assert "--ruleset, --steps and --format need --hand." in without.err
