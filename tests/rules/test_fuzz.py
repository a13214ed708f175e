"""Whatever a file holds, it is audited or refused: never an error, never a check that breaks down."""

import json
import random

import msgspec
import pytest

from rules.audit import BytesSource, audit_log, explain_hand, read_facts, replay_log
from rules.controls.library import UnknownRuleset
from rules.records.problems import MOST_SHOWN, Refused
from tests.rules.build import log, seat, session
from tests.rules.lines import CASES, every_line, full_close, full_hand, full_session, open_face_hand
from tests.rules.mangle import damaged, mistyped, odd
from tests.rules.open_face import QUEENS, X, Y, clocked, missed, placed
from tests.rules.test_open_face_cases import HANDS as OPEN_FACE_CASES

LINES, OPEN_FACE_LINES = 20_000, 8_000
AT_ONCE = 400
RULESETS = ("wsgc-base", "wsgc-2-4-bonuses", "wsgc-full")
OPEN_FACE = ("carnivale-ofc-2013", "ofc-event", "ofc-cash", "ofc-pineapple")


def every_closed_line():
    """Every line of the format, closed hands above all."""
    hands = [event for case in CASES for event in case["log"][1:]]
    return [*every_line(), full_session(), *(full_hand() for _ in range(6)), *hands]


def every_open_face_line():
    """Open-face hands: the cases', and some with placements and a clock."""
    penalty = [{"kind": "exposed_card", "when": "play", "seat": 2, "ruling": "penalty", "units": 1}]
    seats = seat(1, X, 50, stack=15_000), seat(2, Y, -50, stack=15_000)
    full = placed(1, *seats, dealer=2, unit=50, level=1, eliminated=[2], irregularities=penalty)
    land = placed(2, seat(1, QUEENS, fantasyland=13), seat(2, Y), missed(3), dealer=1)
    thrown = {"discards": "2h3h5c6s"}, {"discards": "4h5s7s8c"}
    pineapple = placed(3, seat(1, X, **thrown[0]), seat(2, Y, **thrown[1]), dealer=2, variant="pineapple")
    made = [
        clocked(full, 11, after=30),
        clocked(full, 18, after=5, took=31),
        land,
        pineapple,
        open_face_hand(),
    ]
    return [event for case in OPEN_FACE_CASES for event in case["log"][1:]] + 5 * made


def mangled(events, count, seed):
    """Mutated lines: damaged bytes, mistyped values, odd JSON."""
    chance = random.Random(seed)
    for _ in range(count):
        event = chance.choice(events)
        way = chance.choice([damaged, damaged, mistyped, odd, odd])
        yield odd(event, chance) if way is odd else way(json.dumps(event).encode(), chance)


def taken(line):
    """A log with this line (as its session line, or after one) and its hands; None and 0 if it is refused, in good order."""
    first = b'"format"' in line
    data = line + b"\n" + log(full_close())[len(log()) :] if first else log() + line + b"\n"
    try:
        facts = read_facts(BytesSource(data))
    except Refused as refused:
        assert_told(refused, data)
        return None, 0
    return data, facts.hands


def assert_told(refused, data):
    reported = {problem.line for problem in refused.problems}
    assert len(reported) == min(refused.count, MOST_SHOWN)
    lines = data.count(b"\n") + 1
    for problem in refused.problems:
        assert 1 <= problem.line <= lines
        assert problem.found
        assert problem.expected
        assert len(problem.found) <= 200
        assert problem.found.isprintable(), problem
    msgspec.json.encode(list(refused.problems))


def assert_audited(data, ruleset):
    """The audit is complete, accounts for every hand, and can be written out."""
    audit = audit_log(BytesSource(data), ruleset=ruleset)
    assert audit.complete, audit.failures
    for row in audit.coverage:
        assert row.tested + row.untestable + row.inapplicable == audit.hands, row
        assert row.agreeing + row.differing == row.tested, row
        assert min(row.tested, row.agreeing, row.differing, row.untestable) >= 0, row
    for finding in audit.findings:
        assert finding.message.strip()
        assert finding.clause
        finding.message.encode()
    prints = [finding.fingerprint for finding in audit.findings]
    assert len(set(prints)) == len(prints)
    msgspec.json.encode(audit, enc_hook=list)
    return audit


@pytest.mark.night
@pytest.mark.slow
@pytest.mark.sampled(20)
def test_twenty_thousand_mutated_lines_are_taken_or_refused(share):
    hands, others, refused = [], [], 0
    for line in mangled(every_closed_line(), share(LINES), seed=417):
        data, count = taken(line)
        if data is None:
            refused += 1
        elif data.startswith(log()) and count:
            hands.append(line)
        else:
            others.append(data)
    assert refused > share(LINES) // 4
    assert len(hands) > share(LINES) // 6
    for start in range(0, len(hands), AT_ONCE):  # one by one they would take a minute
        data = log(session()) + b"\n".join(hands[start : start + AT_ONCE])
        for ruleset in RULESETS:
            assert_audited(data, ruleset)
        for reported in replay_log(BytesSource(data), ruleset="wsgc-full"):
            msgspec.json.encode(reported)
    for data in random.Random(1).sample(others, min(share(200), len(others))):
        assert_audited(data, "wsgc-full")


@pytest.mark.slow
@pytest.mark.sampled(20)
def test_eight_thousand_mutated_open_face_lines_are_taken_or_refused(share):
    hands = []
    for line in mangled(every_open_face_line(), share(OPEN_FACE_LINES), seed=52):
        data, count = taken(line)
        if data is not None and data.startswith(log()) and count:
            hands.append(line)
    assert len(hands) > share(OPEN_FACE_LINES) // 6
    for start in range(0, len(hands), AT_ONCE):
        data = log(session(opened_at="2013-07-13T17:00:00-07:00")) + b"\n".join(
            hands[start : start + AT_ONCE]
        )
        for ruleset in OPEN_FACE:
            assert_audited(data, ruleset)
            for reported in replay_log(BytesSource(data), ruleset=ruleset):
                msgspec.json.encode(reported)


@pytest.mark.slow
@pytest.mark.sampled(20, within=True)
@pytest.mark.parametrize(
    ("events", "rulesets"), [(every_closed_line(), RULESETS), (every_open_face_line(), OPEN_FACE)],
    ids=["closed", "open-face"],
)  # fmt: skip
def test_an_odd_hand_alone_is_audited_as_in_company(events, rulesets, share):
    """A block of one hand has other shapes than a block of thousands."""
    chance = random.Random(26)
    hands = [event for event in events if event["event"].endswith("_hand")]
    count = 0
    while count < share(300):
        data, _ = taken(odd(chance.choice(hands), chance))
        if data is None:
            continue
        count += 1
        audit = assert_audited(data, chance.choice(rulesets))
        for number in {audit.log.first_hand} - {None}:
            for exhibit in explain_hand(BytesSource(data), number, ruleset=rulesets[-1]):
                msgspec.json.encode(exhibit)


def test_a_session_line_that_names_no_ruleset_of_the_library_is_taken():
    """ "A ruleset that the library does not have does not refuse a log; its audit says which there are." """
    data = log(full_session() | {"ruleset": "wsgc-7-9"})
    assert read_facts(BytesSource(data)).ruleset == "wsgc-7-9"
    with pytest.raises(UnknownRuleset, match="wsgc-base@1"):
        audit_log(BytesSource(data))


@pytest.mark.parametrize("seed", range(6))
def test_any_bytes_at_all(seed):
    chance = random.Random(seed)
    data = bytes(chance.choice([chance.randrange(256), 10, 34, 123, 125]) for _ in range(3000))
    with pytest.raises(Refused) as refused:
        read_facts(BytesSource(data))
    assert_told(refused.value, data)
