"""A log read in batches of lines says what the same log says that is read a line at a time."""

import pytest

from rules.audit import BytesSource, audit_summary, read_facts
from rules.records import reader
from rules.records.problems import Problem
from tests.rules.build import A, B, C, blocks, close, hand, log, problems, seat, session
from tests.rules.open_face import X, Y, ofc
from tests.rules.refused import lines

ANN_BOB = (seat(1, A, 300, player="ann"), seat(2, B, -300, player="bob"))
CAT_ANN = (seat(1, B, 300, player="cat"), seat(2, C, -300, player="ann"))
HANDS = [hand(1, *ANN_BOB), hand(2, *CAT_ANN), hand(3, *ANN_BOB)]
OPEN_FACE = ofc(4, seat(1, X, player="dan"), seat(2, Y, player="cat"))


def a_line_at_a_time(work):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(reader, "LINES_AT_ONCE", 1)
        return work()


def test_the_first_batch_and_the_last_one_hold_their_hands_on_their_lines():
    data = log(session(), *HANDS, close(3))
    (block,) = blocks(data)
    assert block.number.tolist() == [1, 2, 3]
    assert block.line.tolist() == [2, 3, 4]
    assert list(block.players) == ["ann", "bob", "cat"]


@pytest.mark.parametrize(
    "events",
    [
        (session(), *HANDS, close(3)),
        (session(), *HANDS),
        (session(), close(0)),
        (session(),),
        (session(), OPEN_FACE, *HANDS, close(4)),
        (session(), *HANDS, OPEN_FACE, hand(5, *CAT_ANN), close(5)),
    ],
)
def test_an_audit_is_the_same(events):
    source = BytesSource(log(*events))
    assert audit_summary(source) == a_line_at_a_time(lambda: audit_summary(source))
    assert read_facts(source) == a_line_at_a_time(lambda: read_facts(source))
    assert read_facts(source).events == len(events)


AFTER_THE_CLOSE = ("event", "an event after the close")


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ((session(), *HANDS, close(3), hand(4, *ANN_BOB)), [(6, *AFTER_THE_CLOSE)]),
        ((session(), HANDS[0], close(1), HANDS[1], close(2)), [(4, *AFTER_THE_CLOSE), (5, *AFTER_THE_CLOSE)]),
        ((session(), HANDS[0], session(), HANDS[1]), [(3, "event", 'a second "session" event')]),
        ((session(), session(), close(0)), [(2, "event", 'a second "session" event')]),
        ((session(format="cardroom-log/2"), *HANDS, close(3)), [(1, "format", '"cardroom-log/2"')]),
        ((HANDS[0], session(), HANDS[1], close(2)), [(1, "event", 'an event "chinese_hand"')]),
        ((close(0),), [(1, "event", 'an event "close"')]),
    ],
)
def test_a_line_out_of_its_place_is_a_problem_of_that_line(events, expected):
    data = lines(*events)
    found = problems(data)
    assert [(each.line, each.field, each.found) for each in found] == expected
    assert all(isinstance(each, Problem) for each in found)
    assert a_line_at_a_time(lambda: problems(data)) == found
