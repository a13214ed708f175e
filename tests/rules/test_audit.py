"""What an audit states in addition to its findings: facts, coverage, who owes whom, which ruleset fits, where to look."""

import msgspec
import pytest

from rules.audit import BytesSource, NoRuleset, audit_log, combine, exhibits, explain_hand, read_facts
from rules.results import Audit, Gap
from tests.rules.build import A, B, C, D, audited, breaches, close, found, hand, log, replays, seat, session
from tests.rules.lines import full_hand, full_session

DUE = {"wsgc-base": (9, 3, -3, -9), "wsgc-2-4": (12, 4, -4, -12), "wsgc-1-6": (18, 6, -6, -18)}


def table(number, nets=DUE["wsgc-base"], rows=(A, B, C, D), unit=100, **fields):
    """Four players; nets in units."""
    seats = [seat(n, each, net * unit) for n, (each, net) in enumerate(zip(rows, nets, strict=True), 1)]
    return hand(number, *seats, unit=unit, **fields)


def rotated(number, system="wsgc-base", **fields):
    """The same four hands, one seat further with every hand: another deal each time, for four hands."""
    turn = number % 4
    rows, nets = ((values * 2)[turn : turn + 4] for values in ((A, B, C, D), DUE[system]))
    return table(number, nets, rows, **fields)


# ------------------------------------------------------------------------------------------- the ruleset of a log


def test_the_ruleset_is_what_is_asked_for_else_what_the_session_says():
    own = audited(session(ruleset="wsgc-2-4"), rotated(1, "wsgc-2-4"))
    assert ([used.id for used in own.rulesets], own.what_if, breaches(own)) == (["wsgc-2-4"], False, [])
    asked = audited(session(ruleset="wsgc-2-4"), rotated(1, "wsgc-2-4"), ruleset="wsgc-base")
    assert ([used.id for used in asked.rulesets], asked.what_if) == (["wsgc-base"], True)
    assert {each.code for each in breaches(asked)} == {"SCR001"}
    pinned = audited(session(ruleset="wsgc-2-4@1"), rotated(1, "wsgc-2-4"), ruleset="wsgc-2-4")
    assert not pinned.what_if


def test_a_log_that_names_none_where_none_is_asked_for():
    """ "None, or one that the library lacks: an error that lists the library." """
    with pytest.raises(NoRuleset, match=r"wsgc-base@1.*wsgc-full@1"):
        audited(session(ruleset=None), rotated(1))
    assert audited(session(ruleset=None), rotated(1), ruleset="wsgc-base").hands == 1


def test_what_an_audit_says_of_its_log():
    data = log(full_session(), full_hand(7), close(1))
    audit = audit_log(BytesSource(data))
    facts = audit.log
    assert facts == read_facts(BytesSource(data))
    assert (facts.sha256, facts.bytes) == (BytesSource(data).sha256, len(data))
    assert (facts.room, facts.session, facts.number, facts.table) == ("WA-0417", "S-1", 88, "T1")
    assert (facts.hands, facts.events, facts.first_hand, facts.last_hand, facts.hands_expected) == (
        1,
        3,
        7,
        7,
        1,
    )
    assert (facts.source, facts.recorded_by, facts.dealer, facts.supervisor) == (
        "table_system",
        "D-7",
        "D-7",
        "S-2",
    )
    assert (facts.supersedes_sha256, facts.supersedes_reason) == ("0" * 64, "a hand was left out")
    assert facts.players == 4
    assert [(used.id, used.revision, used.hands) for used in audit.rulesets] == [("wsgc-full", 1, 1)]


def test_a_session_ends_with_its_close_unless_its_first_line_says_when():
    assert audited(rotated(3), close(1)).log.closed_at == "2026-03-15T02:00:00-07:00"
    said = session(closed_at="2026-03-15T01:30:00-07:00")
    assert audited(said, rotated(3), close(1)).log.closed_at == "2026-03-15T01:30:00-07:00"
    assert audited(rotated(3)).log.closed_at is None


def test_hands_expected_are_those_of_the_close_else_those_of_the_numbers():
    assert audited(rotated(3), rotated(6), close(9)).log.hands_expected == 9
    assert audited(rotated(3), rotated(6)).log.hands_expected == 4


def test_numbers_of_a_site_say_nothing_of_how_many_hands_are_expected():
    history = {"numbering": "site", "seen_by": "player", "cards_from": "shows"}
    hands = [hand(number, seat(1, A), seat(2, B), dealer=1) for number in (3, 600)]
    for numbering, expected in (("site", 2), ("table", 598)):
        first = session(history={**history, "numbering": numbering})
        assert audited(first, *hands).log.hands_expected == expected


def test_an_audit_can_be_written_and_read_again():
    audit = audited(rotated(1), table(2, (9, 3, -3, -8)))
    assert msgspec.json.decode(msgspec.json.encode(audit, enc_hook=list), type=Audit) == audit


def test_the_same_log_twice_gives_the_same_audit():
    events = [rotated(1), table(2, (9, 3, -3, -8)), rotated(3)]
    assert audited(*events) == audited(*events)


# ------------------------------------------------------------------------------------------- fingerprints


def prints(audit):
    return {(each.hand, each.seat, each.code): each.fingerprint for each in audit.findings}


def test_a_fingerprint_is_of_the_fact_not_of_the_line():
    """Made from room, session, hand, seat, code and the fact itself, "not from line, wording or engine"."""
    wrong = table(3, (9, 3, -3, -8))
    first = audited(rotated(1), rotated(2), wrong)
    assert found(first, "SCR001")
    later = audited(session(_note="again", recorded_by="D-9"), rotated(1), {"event": "toke", "at": "2026-03-14T20:00:00-07:00",
                    "seat": 1, "player": "P1", "amount": 5}, rotated(2), wrong, close(3))  # fmt: skip
    assert prints(later) == prints(first)


@pytest.mark.parametrize(
    "other",
    [
        (session(room="WA-0418"), table(1, (9, 3, -3, -8))),
        (session(session="S-2"), table(1, (9, 3, -3, -8))),
        (session(), table(2, (9, 3, -3, -8))),
        (session(), table(1, (9, 3, -2, -9))),
        (session(), table(1, (9, 3, -3, -7))),
    ],
)
def test_another_fact_has_another_fingerprint(other):
    one, two = audited(session(), table(1, (9, 3, -3, -8))), audited(*other)
    assert {each.fingerprint for each in found(one, "SCR001")}.isdisjoint(
        each.fingerprint for each in found(two, "SCR001")
    )


def test_no_two_findings_share_a_fingerprint():
    """Not even those of two hands of one number with the same fault."""
    audit = audited(table(1, (9, 3, -3, -8)), table(1, (9, 3, -3, -8)), table(1, (9, 3, -3, -8)))
    every = [each.fingerprint for each in audit.findings]
    assert len(set(every)) == len(every) > 6


# ------------------------------------------------------------------------------------------- money


def test_who_owes_whom():
    """Seat 1 was paid two dollars too much in hand 1, at the cost of 3 and 4; one dollar of hand 2 is nobody's.

    What is nobody's in hand 2 is in no repayment: its nets do not balance.
    """
    audit = audited(table(1, (11, 3, -4, -10)), table(2, (9, 3, -3, -8)))
    owed = {each.player: (each.hands, each.recorded, each.due, each.owed) for each in audit.restitution}
    assert owed == {
        "P1": (2, 2000, 1800, -200), "P2": (2, 600, 600, 0), "P3": (2, -700, -600, 100), "P4": (2, -1800, -1800, 0),
    }  # fmt: skip
    assert {(each.debtor, each.creditor, each.amount, each.hands) for each in audit.repayments} == {
        ("P1", "P3", 100, 1), ("P1", "P4", 100, 1),
    }  # fmt: skip
    [total] = audit.money
    assert (total.misallocated, total.misrecorded) == (200, None)
    assert (total.not_known["to_nobody"].hands, total.not_known["to_nobody"].bound) == (1, 100)


def test_repayments_set_right_what_is_owed():
    audit = audited(*(table(n, (9 - n, 3 + n, -3, -9)) for n in range(5)), table(6, (-9, 9, 3, -3)))
    balance = {each.player: each.owed for each in audit.restitution}
    for each in audit.repayments:
        balance[each.debtor] += each.amount
        balance[each.creditor] -= each.amount
    assert set(balance.values()) == {0}


def test_no_money_is_named_where_none_could_be_tested():
    assert audited(hand(1, seat(1), seat(2))).money_misallocated is None
    assert audited(rotated(1)).money_misallocated == 0


# ------------------------------------------------------------------------------------------- which ruleset fits


def test_results_that_fit_a_different_ruleset_are_reported():
    """The sentence is "the results of 212 of 212 hands fit wsgc-1-6"."""
    audit = audited(session(ruleset="wsgc-2-4"), *(rotated(n, "wsgc-1-6") for n in range(1, 5)))
    first = audit.diagnosis[0]
    assert (first.ruleset, first.fitting, first.of) == ("wsgc-1-6", 4, 4)
    assert "4 of 4 hands fit wsgc-1-6" in audit.diagnosis[0].message
    assert "wsgc-2-4" in audit.diagnosis[0].message


def test_no_ruleset_is_named_where_results_fit_their_own_or_none():
    assert audited(*(rotated(n) for n in range(1, 5))).diagnosis == []
    assert audited(*(table(n, (1, 0, 0, -1)) for n in range(1, 5))).diagnosis == []


# ------------------------------------------------------------------------------------------- where to look


def test_findings_come_in_the_order_of_the_log():
    audit = audited(
        table(1, (9, 3, -3, -8)), table(2, (8, 4, -3, -9), dealer=9), rotated(3), table(5, (0, 0, 0, 0))
    )
    lines = [each.line for each in audit.findings if each.line is not None]
    assert lines == sorted(lines)


def test_gaps_and_slices_of_the_session():
    times = [f"2026-03-14T{hour}:00:00-07:00" for hour in (19, 20, 21, 22)]
    events = [rotated(n, at=time) for n, time in zip((1, 2, 3, 8), times, strict=True)]
    audit = audited(*events)
    assert [(each.after, each.before) for each in audit.gaps] == [(3, 8)]
    assert sum(each.hands for each in audit.timeline) == 4
    assert audited(rotated(1)).timeline == []


def test_a_hand_by_its_number_with_its_record_beside_its_replay():
    data = log(rotated(1), table(2, (9, 3, -3, -8)), rotated(2), rotated(4))
    both = explain_hand(BytesSource(data), 2)
    assert [each.line for each in both] == [3, 4]
    assert [each.net for each in both[0].seats] == [900, 300, -300, -800]
    assert both[0].replay == replays(table(2, (9, 3, -3, -8)))[0]
    assert explain_hand(BytesSource(data), 3) == []


def test_the_hands_in_evidence_are_those_at_the_places_that_are_asked_for():
    data = log(rotated(1), table(2, (9, 3, -3, -8)), rotated(3), table(4, (9, 3, -2, -9)))
    audit = audit_log(BytesSource(data))
    source = {("WA-0417", "S-1"): BytesSource(data)}
    places = {(each.room, each.session, each.line) for each in audit.findings if each.kind == "discrepancy"}
    assert [each.hand for each in exhibits(source, audit, places)] == [2, 4]
    assert list(exhibits(source, audit, ())) == []
    assert list(exhibits(source, audit, {("WA-0417", "S-2", 3)})) == []


def test_a_hand_in_evidence_has_what_the_room_recorded_of_its_irregularities():
    said = {"kind": "misdeal", "when": "deal", "ruling": "misdeal", "by": "s-83", "note": "a card flew off"}
    data = log(rotated(1, irregularities=[said], void=True), rotated(2))
    shown = explain_hand(BytesSource(data), 1) + explain_hand(BytesSource(data), 2)
    [first] = shown[0].irregularities
    assert (first.kind, first.when, first.seat, first.ruling, first.by, first.note) == (
        "misdeal", "deal", None, "misdeal", "s-83", "a card flew off",
    )  # fmt: skip
    assert shown[1].irregularities is None


# ------------------------------------------------------------------------------------------- several logs


def test_missing_numbers_are_of_their_session_and_a_sessions_time_of_one_session():
    one, two = (
        audited(session(session=name), *(rotated(n, at=f"2026-03-14T{19 + n}:00:00-07:00") for n in numbers))
        for name, numbers in (("S-1", (1, 3)), ("S-2", (0, 4)))
    )
    assert [bool(each.timeline) for each in (one, two)] == [True, True]
    both = combine([one, two])
    assert [(each.session, each.after, each.before) for each in both.gaps] == [("S-1", 1, 3), ("S-2", 0, 4)]
    assert both.timeline == []


def test_stored_gaps_without_a_session_are_read():
    reported = msgspec.json.decode(b'{"after": 3, "before": 8, "at": null}', type=Gap)
    assert (reported.after, reported.before, reported.session) == (3, 8, "")


def test_several_audits_as_one():
    one = audited(session(session="S-1"), rotated(1), table(2, (11, 3, -4, -10)))
    two = audited(session(session="S-2", ruleset="wsgc-2-4"), rotated(1, "wsgc-2-4"))
    both = combine([one, two])
    assert both.log is None
    assert [each.session for each in both.logs] == ["S-1", "S-2"]
    assert (both.hands, both.testable, both.money_misallocated) == (3, 3, 200)
    assert [(each.id, each.hands) for each in both.rulesets] == [("wsgc-base", 2), ("wsgc-2-4", 1)]
    assert both.findings == one.findings + two.findings
    for row, a, b in zip(both.coverage, one.coverage, two.coverage, strict=True):
        assert row.code == a.code == b.code
        assert (row.tested, row.untestable) == (a.tested + b.tested, a.untestable + b.untestable)
    assert {each.player: each.owed for each in both.restitution} == {
        "P1": -200,
        "P2": 0,
        "P3": 100,
        "P4": 100,
    }
    assert combine([one]) is one
    with pytest.raises(ValueError, match="no audit"):
        combine([])
