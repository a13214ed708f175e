"""What a report and the command line say of a log's record: levels of evidence, void deals, tokes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from reports.cover_facts import facts
from reports.custody import made
from reports.dates import UNDATED
from reports.record_origin_words import derived
from reports.record_words import evidence, tokes, voids
from reports.story import Story
from rules.audit.combine import combine
from rules.results import Audit, HistoryFacts
from tests.cases.money import EVASIONS, audited, evasion
from tests.cli import kit
from tests.reports import samples
from tests.rules.build import A, B, Event, hand, log, seat, session
from tests.rules.build import audited as audit_of

FILED = ("--authority", "wsgc", "--controls", str(EVASIONS / "controls.toml"))


def played(number: int, *, rows: bool = True, **fields: Any) -> Event:
    cards = (A, B) if rows else (None, None)
    return hand(number, seat(1, cards[0], net=900), seat(2, cards[1], net=-900), **fields)


def ruled(by: str | None, ruling: str = "misdeal") -> Event:
    found = {"kind": "misdeal", "ruling": ruling} | ({"by": by} if by else {})
    return {"void": True, "irregularities": [found]}


def void(number: int, **fields: Any) -> Event:
    return hand(number, seat(1), seat(2), **fields)


def toke(amount: int, seat_number: int = 1) -> Event:
    return {
        "event": "toke", "at": "2026-03-14T17:00:00-07:00", "seat": seat_number, "player": f"P{seat_number}", "amount": amount,
    }  # fmt: skip


def test_levels_of_record_and_hands_with_less_than_those_around_them():
    hands = [played(number, rows=number not in (4, 5)) for number in range(1, 21)]
    audit = audit_of(*hands, void(21, void=True))
    assert audit.evidence == {"rows": 18, "totals": 2, "void": 1}
    assert evidence(audit) == (
        "Of 20 hands that were not void, 18 have rows and 2 have totals alone on record. "
        "2 hands have less on record than most hands around them: 4–5."
    )


@pytest.mark.parametrize(
    ("hands", "says"),
    [
        ([played(1), played(2)], "All 2 hands have rows on record."),
        ([played(1, rows=False)], "The hand has totals alone on record."),
        ([played(1), void(2, void=True)], "The hand that was not void has rows on record."),
        ([void(1, void=True)], ""),
    ],
)
def test_a_record_of_one_level(hands, says):
    assert evidence(audit_of(*hands)) == says


def test_void_deals_with_who_declared_them():
    hands = [
        void(1, **ruled("s-2")), void(2, **ruled("s-1")), void(3, **ruled("s-1")), void(4, **ruled(None)),
        void(5, void=True),
        void(6, void=True, irregularities=[{"kind": "exposed_card", "ruling": "play_on", "by": "d-9"},
                                           {"kind": "misdeal", "ruling": "misdeal", "by": "s-1"}]),
    ]  # fmt: skip
    audit = audit_of(*hands)
    assert audit.record is not None
    assert [(each.by, each.hands) for each in audit.record.voided] == [("s-1", 3), ("s-2", 1), (None, 2)]
    assert voids(audit) == (
        "6 deals were declared void: 3 by s-1, 1 by s-2 and of 2 the record does not say by whom."
    )


def test_tokes_are_a_total_beside_the_fees_and_never_in_them():
    taken = [{"kind": "hand_fee", "amount": 100, "seat": at, "before_deal": True} for at in (1, 2)]
    line = session(ruleset="wsgc-2-4")
    audit = audit_of(line, played(1, fees=taken), toke(500), toke(250, 2))
    assert tokes(audit) == "$7.50 in 2 tokes, beside $2.00 of fees."
    assert [each.recorded for each in audit.parties or () if each.party == "house"] == [200]


def test_nothing_is_said_of_what_there_is_none_of():
    audit = audit_of(played(1))
    assert (voids(audit), tokes(audit)) == ("", "")


def test_several_logs_together_and_an_earlier_engine():
    one = audit_of(played(1), toke(500), void(2, **ruled("s-1")))
    two = audit_of(session(session="S-2"), played(1, rows=False), void(2, **ruled("s-1")), toke(100))
    both = combine([one, two])
    assert both.evidence == {"rows": 1, "void": 2, "totals": 1}
    assert voids(both) == "2 deals were declared void: 2 by s-1."
    assert tokes(both).startswith("$6.00 in 2 tokes")
    earlier = combine([one, replace(two, record=None, evidence=None)])
    assert (earlier.record, earlier.evidence) == (None, None)


EVASIONS_SAY = [
    ("blank-cards", "Evidence", "5 hands have less on record than most hands around them: 6–10."),
    ("rows-left-out", "Evidence", "35 have rows and 5 have totals alone on record."),
    ("voids-of-losses", "Void deals", "12 deals were declared void: 12 by s-29."),
    ("tokes", "Tokes", "$320.00 in 160 tokes, beside $160.00 of fees."),
]


@pytest.mark.parametrize(("name", "label", "says"), EVASIONS_SAY, ids=[each[0] for each in EVASIONS_SAY])
def test_evasions_are_on_the_cover_and_at_the_command_line(name, label, says, tmp_path: Path):
    path = evasion(name, tmp_path)
    text = kit.call("audit", path, *FILED).out
    assert any(line.startswith(label) and says in line for line in text.splitlines())
    audit = audited(path, *FILED)
    assert audit["record"]["below_level"] == 0
    assert sum(audit["evidence"].values()) == audit["hands"]


def test_a_session_that_was_cut_is_an_open_point(tmp_path: Path):
    audit = audited(evasion("session-cut", tmp_path), *FILED)
    (only,) = [each for each in audit["findings"] if each["code"] == "LOG016"]
    assert (only["kind"], only["stated"], only["expected"]) == ("undetermined", 16, 1)


def test_the_cover_has_a_fact_for_each():
    audit: Audit = audit_of(played(1), void(2, **ruled("s-1")), toke(500))
    shown = dict(facts(Story(audit), UNDATED))
    assert shown["Evidence"] == evidence(audit)
    assert shown["Void deals"] == voids(audit)
    assert shown["Tokes"] == tokes(audit)


ONE_PLAYER = HistoryFacts(numbering="site", seen_by="player", cards_from="shows", left_out=0)
SHOWS = (
    "the hands of one player, and not every hand of the table; hands with the numbers of a site; cards of other players only as "
    "they were shown"
)


def test_a_log_of_a_hand_history_says_what_that_does_not_show_and_how_many_hands_could_not_be_read():
    assert derived([samples.log()]) == ""
    assert derived([samples.log(history=ONE_PLAYER)]) == f"The log was derived from a hand history: {SHOWS}."
    for left_out, says in ((1, "1 hand of the hand history could not be read and is in no log (LOG021)."),
                           (1200, "1,200 hands of the hand history could not be read and are in no log (LOG021).")):  # fmt: skip
        one = samples.log(history=replace(ONE_PLAYER, left_out=left_out))
        assert derived([one]) == f"The log was derived from a hand history: {SHOWS}. {says}"
    whole = replace(ONE_PLAYER, numbering="table", seen_by="table", cards_from="deal")
    assert derived([samples.log(history=whole)]) == "The log was derived from a hand history."


def test_of_several_logs_it_is_said_how_many_are_of_hand_histories():
    one, part, keyed = (
        samples.log(history=ONE_PLAYER),
        samples.log(history=replace(ONE_PLAYER, numbering="table", left_out=2)),
        samples.log(),
    )
    assert derived([one, one]) == f"All 2 logs were derived from hand histories: {SHOWS}."
    assert derived([keyed, one]).startswith(
        "1 of 2 logs was derived from hand histories: the hands of one player"
    )
    assert derived([one, part, keyed]) == (
        "2 of 3 logs were derived from hand histories: "
        f"{SHOWS.replace('a site', 'a site (in 1 of 2)')}. "
        "Hands of the histories of 1 of them could not be read and are in no log (LOG021)."
    )


def test_a_hand_history_is_on_the_cover_at_the_command_line_and_in_the_facts_of_its_log_alone(tmp_path: Path):
    history = {"numbering": "site", "seen_by": "player", "cards_from": "shows", "left_out": 2}
    events = session(history=history), played(1)
    audit, path = audit_of(*events), tmp_path / "derived.ndjson"
    says = derived(audit.logs)
    assert says.endswith("2 hands of the hand history could not be read and are in no log (LOG021).")
    assert ("Record", says) in list(facts(Story(audit), UNDATED))
    assert made(audit.logs[0]) == "not recorded; not recorded; not recorded; derived from a hand history"
    path.write_bytes(log(*events))
    assert says in " ".join(kit.call("audit", path).out.split())
    assert msgspec.to_builtins(audit.logs[0])["history"] == history
    assert "history" not in msgspec.to_builtins(audit_of(played(1)).logs[0])
