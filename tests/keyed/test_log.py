"""The log that a draft becomes, and what of a draft is to be looked at."""

import json

import msgspec
import pytest

from auditor.keyed.content import hand_of, notes_of
from auditor.keyed.keyed_log import ALTERED, KeyedClosing, Recorder, closing_of, log_of, place_of
from auditor.keyed.keyed_refusals import CannotKey
from rules.records.problems import Problem, Refused
from rules.records.reader import LogReader
from tests.http.kit import NETS, ROWS
from tests.keyed.kit import hand, head

ZONE = "America/Los_Angeles"


def lines(*hands, game=None, closing=None, altered=(), **fields):
    """The lines of the log of hands numbered from 1. The service's own reader takes it."""
    contents = {number: hand_of(json.dumps(each)) for number, each in enumerate(hands, 1)}
    more = {"game": game} if game else {}
    data = log_of(
        "WA-0417", head(**more, **fields), contents, ZONE, Recorder("k1", "2026-03-15T01:00:00-07:00"), closing,
        frozenset(altered),
    )  # fmt: skip
    for _ in LogReader().blocks([data]):
        pass
    return [json.loads(line) for line in data.splitlines()]


def test_a_draft_is_a_log_with_the_source_keyed():
    first, event = lines(hand())
    assert first == {
        "event": "session", "format": "cardroom-log/1", "room": "WA-0417", "session": "S-9", "table": "T1",
        "currency": "USD", "opened_at": "2026-03-14T16:00:00-07:00", "unit": 100, "ruleset": "wsgc-base", "source": "keyed",
        "recorded_by": "k1", "recorded_at": "2026-03-15T01:00:00-07:00",
    }  # fmt: skip
    assert (event["event"], event["hand"]) == ("chinese_hand", 1)
    assert event["seats"][3] == {
        "seat": 4, "player": "P4", "front": ROWS[3][0], "middle": ROWS[3][1], "back": ROWS[3][2], "net": NETS[3],
    }  # fmt: skip


def test_what_was_not_keyed_is_not_in_the_log():
    empty = {"seats": [{"seat": 1, "player": "P1"}, {"seat": 2, "player": "P2", "net": 0}]}
    _, event = lines(empty)
    assert event["seats"] == [{"seat": 1, "player": "P1"}, {"seat": 2, "player": "P2", "net": 0}]
    assert set(event) == {"event", "hand", "seats"}


def test_marks_irregularities_and_times_are_those_of_the_format():
    given = hand(
        at="00:20", dealer=4, void=True, irregularities=[{"kind": "misdeal", "when": "deal", "seat": 2}]
    )
    given["seats"][0] = {
        "seat": 1,
        "player": "P1",
        "dealt": "".join(ROWS[0]),
        "surrendered": True,
        "net": -400,
    }
    given["seats"][1] |= {"fouled": True, "declared": "three_flushes"}
    _, event = lines(given)
    assert event["seats"][0] == {
        "seat": 1, "player": "P1", "dealt": "".join(ROWS[0]), "surrendered": True, "net": -400,
    }  # fmt: skip
    assert (event["seats"][1]["fouled"], event["seats"][1]["declared"]) == (True, "three_flushes")
    assert event["at"] == "2026-03-15T00:20:00-07:00"  # after the opening, so on the next day
    assert (event["dealer"], event["void"]) == (4, True)
    assert event["irregularities"] == [{"kind": "misdeal", "when": "deal", "seat": 2}]


def test_open_face_hands_have_final_rows_and_who_missed_them():
    given = hand()
    given["seats"] = [given["seats"][0], {"seat": 2, "player": "P2", "missed": True}]
    _, event = lines(given, game="pineapple", ruleset="ofc-pineapple")
    assert (event["event"], event["variant"]) == ("ofc_hand", "pineapple")
    assert event["seats"][1] == {"seat": 2, "player": "P2", "status": "missed"}
    assert event["seats"][0]["back"] == ROWS[0][2]


def test_the_end_of_the_session_is_as_staff_typed_it():
    closing = closing_of(head(), "01:10", "1", ZONE)
    assert closing == KeyedClosing("2026-03-15T01:10:00-07:00", 1)
    first, _, close = lines(hand(), closing=closing)
    assert first["closed_at"] == "2026-03-15T01:10:00-07:00"
    assert close == {"event": "close", "at": "2026-03-15T01:10:00-07:00", "hands": 1}


@pytest.mark.parametrize(
    ("closed_at", "counted", "words"),
    [
        ("soon", "", "Expected"),
        ("2026-03-14 15:00", "", "before it opened"),
        ("", "12", "needs the time at which the table closed"),
        ("23:00", "twelve", "a whole number"),
    ],
)
def test_an_end_that_cannot_be_is_refused(closed_at, counted, words):
    with pytest.raises(CannotKey, match=words):
        closing_of(head(), closed_at, counted, ZONE)


def test_a_net_that_changed_after_due_was_shown_is_marked():
    _, first, second = lines(hand(), hand(), altered=(2,))
    assert ALTERED not in first
    assert second[ALTERED] is True


def notes(given, game="chinese"):
    return [(each.seat, each.text) for each in notes_of(game, 1, hand_of(json.dumps(given)))]


def test_a_whole_hand_has_nothing_to_be_looked_at():
    assert notes(hand()) == []


def test_what_a_hand_lacks_and_what_may_be_a_slip_is_named_by_seat():
    given = hand((300, 100, 300, None))
    given["seats"][0]["front"] = "9s8s"
    given["seats"][1]["front"] = "9s7h6s"
    assert notes(given) == [
        (1, "2 cards in front, and 3 are expected"),
        (2, "the nine of spades is in this hand twice"),
        (4, "no net"),
    ]
    assert notes(hand((300, 100, 300, 700))) == [(None, "the nets do not add up to zero")]
    assert notes(hand((None,) * 4, void=True)) == []


def test_a_problem_of_the_log_is_shown_at_its_hand_and_seat():
    contents = {7: hand_of(json.dumps(hand())), 9: hand_of(json.dumps(hand()))}
    found = place_of(Problem(3, "seats[1].net", "x", "y"), head(), contents)
    assert (found.hand, found.seat, found.text) == (9, 2, "seats[1].net: found x; expected y")
    assert (place_of(Problem(1, "table", "x", "y"), head(), contents).hand) == -1


@pytest.mark.parametrize(
    "content",
    [
        b"{", b"[]", b"{}", b'{"seats":[]}', b'{"seats":[{"seat":11,"player":"P"}]}',
        b'{"seats":[{"seat":1,"player":"P"},{"seat":1,"player":"Q"}]}', b'{"seats":[{"seat":1,"player":"P","front":"Xx"}]}',
        b'{"seats":[{"seat":1,"player":"P","net":1.5}]}', b'{"seats":[{"seat":1,"player":"P\\u0007"}]}',
        b'{"seats":[{"seat":1,"player":"P","due":3}]}', b'{"seats":[{"seat":1,"player":"P"}],"at":"25:00"}', b"\xff",
    ],
)  # fmt: skip
def test_what_is_no_hand_is_refused_in_words(content):
    with pytest.raises(CannotKey, match=r"This hand cannot be kept|printed"):
        hand_of(content)


def test_what_a_draft_holds_never_makes_a_log_that_is_refused():
    """The bounds of a draft are those of the format."""
    given = hand(irregularities=[{"kind": "other", "note": "n" * 4000, "by": "f1", "units": 3, "cards": 2}])
    given["seats"][0] |= {"front": "??JK9s", "stack": 10**12, "net": -(10**12)}
    try:
        lines(given)
    except Refused as refused:
        pytest.fail(str(refused.problems))
    assert (
        msgspec.json.decode(msgspec.json.encode(hand_of(json.dumps(given))))["seats"][0]["front"] == "??JK9s"
    )
