"""The checks of fees against a plain auditor of them, on random logs; and that auditor by figures that are plain to see."""

import random
from datetime import datetime, timedelta
from functools import cache

import pytest

from rules.audit import BytesSource, audit_log
from rules.card_room import Room, TermsOfRoom
from tests.plain.fees import above_ten_dollars, hours_begun, of_a_hand, olympic, over_ten_a_minute, washington
from tests.rules.build import log, session

OPENED = datetime.fromisoformat("2016-12-22T22:00:00-08:00")  # two hours before the cap was lifted
ROOM = Room("WA-0417", (TermsOfRoom("America/Los_Angeles", licence_class="F"),))
SEATS = (1, 2, 3, 4)


def at(minute):
    return (OPENED + timedelta(minutes=minute)).isoformat()


def seated(chance, before, most):
    """Who plays a hand, by seat: mostly those of the hand before."""
    table = dict(before)
    for seat in SEATS[:most]:
        if chance.random() < 0.06:
            table.pop(seat, None)
            free = [name for name in "abcdef" if name not in table.values()]
            if chance.random() < 0.7:
                table[seat] = chance.choice(free)
    while len(table) < 2:
        seat = chance.choice([one for one in SEATS[:most] if one not in table])
        table[seat] = chance.choice([name for name in "abcdef" if name not in table.values()])
    return table


def hand_fees(chance, table):
    """The fees of a hand, near the limits and at times beyond them."""
    style = chance.random()
    fees = []
    if style < 0.4:
        of = chance.choice([1000, 4000, 5000, 8000])
        fees.append({"kind": "rake", "amount": of // 10 + chance.choice([-50, 0, 0, 1]), "of": of})
    elif style < 0.8:
        fees = [
            {
                "kind": "hand_fee",
                "amount": chance.choice([50, 100, 100, 100, 101]),
                "seat": seat,
                "before_deal": chance.random() > 0.02,
            }
            for seat in table
        ]
    if chance.random() < 0.05:
        fees.append({"kind": "hand_fee", "amount": chance.choice([50, 300])})
    if chance.random() < 0.03:
        fees.append({"kind": "hand_fee", "amount": chance.choice([50, 150]), "seat": 9})
    if chance.random() < 0.05:
        fees.append({"kind": "jackpot", "amount": 100})
    return fees


def hands(chance, count, most):
    """(minute, table) of hands; now and then the table rests."""
    minute, table, listed = 0.0, {}, []
    for _ in range(count):
        table = seated(chance, table, most)
        listed.append((minute, table))
        minute += chance.choice([2, 3, 5]) if chance.random() > 0.02 else chance.choice([45, 61, 90])
    return listed


def closed(number, minute, table, fees, ended):
    line = {
        "event": "chinese_hand", "hand": number, "at": at(minute), "fees": fees,
        "seats": [{"seat": seat, "player": player} for seat, player in sorted(table.items())],
    }  # fmt: skip
    return line | ({"ended_at": at(minute + 1)} if ended else {})


def collection(seat, player, amount, when, begins, ends):
    return {
        "event": "fee", "kind": "time", "at": at(when), "seat": seat, "player": player, "amount": amount,
        "covers_from": at(begins), "covers_to": at(ends),
    }  # fmt: skip


def washington_log(seed):
    chance = random.Random(seed)
    events = [session(ruleset="wac-230-15-080", opened_at=OPENED.isoformat())]
    for_time = chance.random() < 0.6
    length, due = chance.choice([30, 45, 60, 61]), 0.0
    ended = chance.random() < 0.7
    late = []
    for number, (minute, table) in enumerate(hands(chance, 60, 4), 1):
        if for_time and minute >= due:
            fees = [
                collection(seat, player, chance.choice([400, 500, 500, 501, 1000]), minute, due, due + length)
                for seat, player in table.items()
                if chance.random() < 0.9
            ]
            due = max(due + length, minute - 10) if chance.random() < 0.9 else minute + 2 * length
            due -= chance.choice([0, 0, 0, 0, 0, 1, 7, 20])  # minutes that are paid for twice
            now = chance.random() < 0.9
            events += fees if now else []
            late += [] if now else fees
        fees = [] if for_time and chance.random() < 0.95 else hand_fees(chance, table)
        events.append(closed(number, minute, table, fees, ended))
        if late and chance.random() < 0.5:
            events += late
            late = []
    return events


def olympic_log(seed):
    chance = random.Random(seed)
    events = [session(ruleset="olympic-time", currency="EUR", opened_at=OPENED.isoformat())]
    due = 0.0
    for number, (minute, table) in enumerate(hands(chance, 50, 3), 1):
        if minute >= due:
            total = chance.choice([24_000, 25_000, 25_000, 25_001, 26_000])
            share, odd = divmod(total, len(table))
            most = 0.93 if chance.random() < 0.9 else 0  # for some periods nobody pays
            for place, (seat, player) in enumerate(sorted(table.items())):
                amount = share + (place < odd) + (chance.choice([1, 2, 100]) if chance.random() < 0.05 else 0)
                when = minute if chance.random() < 0.9 else minute + chance.choice([-3, 4])
                if chance.random() < most:
                    events.append(collection(seat, player, amount, when, minute, minute + 30))
            due = minute + chance.choice([30, 30, 30, 35])
        line = closed(number, minute + 0.5, table, [], True)
        events.append(line | {"event": "ofc_hand", "variant": "pineapple"})
    return events


@cache
def random_log(kind, seed):
    """The events of one of the random logs, and its audit."""
    events = kind(seed)
    audit = audit_log(BytesSource(log(*events)), room=ROOM)
    assert audit.complete, audit.failures
    return events, audit


@pytest.mark.sampled(60)
@pytest.mark.parametrize("seed", range(120))
def test_the_law_of_washington_on_random_logs(seed):
    events, audit = random_log(washington_log, seed)
    codes = ("FEE004", "FEE005", "FEE006", "FEE007", "FEE008", "FEE012", "FEE013", "FEE029")
    reported = {
        (each.code, each.hand, each.line, each.seat, each.kind)
        for each in audit.findings
        if each.code in codes
    }
    assert reported | hours(audit) == washington(events)


def hours(audit):
    """Who paid too much an hour: surely, or else as a person may decide."""
    kinds = {}
    for each in audit.findings:
        if each.code == "FEE011":
            kinds.setdefault(each.player, set()).add(each.kind)
    sure = {player: "violation" if "violation" in kind else "undetermined" for player, kind in kinds.items()}
    return {("FEE011", None, None, None, f"{player} {kind}") for player, kind in sure.items()}


@pytest.mark.sampled(16)
@pytest.mark.parametrize("seed", range(120))
def test_the_charge_of_a_table_on_random_logs(seed):
    events, audit = random_log(olympic_log, seed)
    reported = {
        (each.code, each.hand, None if each.hand else each.line, each.seat, each.kind)
        for each in audit.findings
        if each.code in ("FEE014", "FEE015", "FEE016", "FEE017")
    }
    assert reported == olympic(events)


@pytest.mark.night
@pytest.mark.slow
def test_the_random_logs_break_every_rule_and_keep_it_too():
    broken = [{each[0] for each in washington(washington_log(seed))} for seed in range(120)]
    broken += [{each[0] for each in olympic(olympic_log(seed))} for seed in range(120)]
    codes = {f"FEE{number:03d}" for number in (4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, 29)}
    assert set().union(*broken) == codes
    for code in codes:
        assert any(code not in each for each in broken)


@pytest.mark.slow
@pytest.mark.night
def test_the_random_logs_have_periods_that_nobody_paid_of_either_kind():
    audits = [random_log(olympic_log, seed)[1] for seed in range(120)]
    kinds = {each.kind for audit in audits for each in audit.findings if "nobody paid" in each.message}
    assert kinds == {"discrepancy", "undetermined"}


@pytest.mark.slow
@pytest.mark.night
def test_the_random_logs_have_too_much_by_the_minute_alone_and_what_only_a_part_of_an_hour_explains():
    kinds = set()
    for seed in range(120):
        _, audit = random_log(washington_log, seed)
        for each in audit.findings:
            if each.code == "FEE011" and "by the minute" in each.message:
                kinds.add(each.kind)
    assert kinds == {"violation", "undetermined"}


def test_the_plain_auditor_by_figures_that_are_plain_to_see():
    assert [hours_begun(timedelta(minutes=minutes)) for minutes in (0, 1, 60, 61, 120, 121)] == [
        1,
        1,
        1,
        2,
        2,
        3,
    ]
    halves = [collection(1, "a", 600, 0, 0, 30), collection(1, "a", 600, 30, 30, 60)]
    assert above_ten_dollars(halves)
    assert not above_ten_dollars(halves[:1])
    twice = [collection(1, "a", 1000, 0, 0, 60), collection(1, "a", 1000, 1, 1, 61)]
    assert not above_ten_dollars(twice)  # 61 minutes are two hours that have begun
    assert over_ten_a_minute(twice, parts_cost_an_hour=True)
    assert not over_ten_a_minute([twice[0], collection(1, "a", 1000, 60, 60, 120)], parts_cost_an_hour=False)
    late = [collection(1, "a", 1000, 45, 45, 60), collection(1, "a", 1000, 60, 60, 120)]
    assert not over_ten_a_minute(late, parts_cost_an_hour=True)
    assert over_ten_a_minute(late, parts_cost_an_hour=False)
    raked = closed(1, 0, {1: "a", 2: "b"}, [{"kind": "rake", "amount": 501, "of": 5000}], True)
    assert of_a_hand(raked) == {("FEE005", None), ("FEE006", None)}
    assert of_a_hand(raked | {"at": "2016-12-23T00:00:00-08:00"}) == {("FEE005", None)}
