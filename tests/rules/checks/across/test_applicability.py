"""Where checks of hands, cards, money and surrender do not apply: their hands are inapplicable, and never agree."""

from pathlib import Path

import auditor
from rules.audit import BytesSource, audit_log
from rules.checks.catalogue import checks
from rules.controls.library import library
from rules.results import Coverage
from tests.folding import of_every
from tests.rules.build import A, B, audited, coverage, hand, seat, session
from tests.rules.open_face import CARNIVALE, CASH, X, Y, ofc, placed

DEMO = Path(auditor.__file__).parent / "samples" / "wa-0417-2026-03-14.ndjson"
FAMILIES = {
    "LOG": 7,
    "DCK": 5,
    "SET": 18,
    "STK": 11,
    "SCR": 6,
    "PAY": 10,
    "POT": 4,
    "SUR": 4,
}  # up to this number

PLACING = {
    "SET009",
    "SET010",
    "SET011",
    "SET012",
    "SET013",
    "SET014",
    "SET015",
    "SET016",
    "SET017",
    "SET018",
    "STK009",
}
POOL, WINNER = {"POT001", "POT002", "POT003", "POT004"}, {"SCR005", "SCR006"}
BANKER, FORCED = {"STK006", "PAY007"}, {"STK007"}
TABLE_STAKES = {"PAY008", "PAY009", "PAY010"}
PRICED_SURRENDER = {"SUR002", "SUR003", "SUR004"}
CLOSED_ONLY = {"DCK004", "SET005", "SET006", "SET008", "SUR001"} | PRICED_SURRENDER

WITHOUT = {
    "wsgc-base": PLACING | POOL | WINNER | BANKER | FORCED | TABLE_STAKES | PRICED_SURRENDER
    | {"SET006", "SET008", "SCR003"},
    "wsgc-full": PLACING | POOL | WINNER | BANKER | FORCED | TABLE_STAKES | {"SET008", "SUR001", "SUR004"},
    "hawaiian-gardens": PLACING | POOL | WINNER | BANKER | FORCED
    | {"STK001", "SET008", "SUR001", "SUR003", "SUR004", "PAY003", "PAY005"},
    "classic-house": PLACING | POOL | WINNER | FORCED | TABLE_STAKES | PRICED_SURRENDER
    | {"STK001", "SET006", "SET008", "SCR003"},
    "classic-pool": PLACING | WINNER | BANKER | FORCED | TABLE_STAKES | PRICED_SURRENDER
    | {"STK001", "SET006", "SET008", "SCR003", "PAY001", "PAY003"},
    "classic-single-winner": PLACING | POOL | BANKER | FORCED | TABLE_STAKES | PRICED_SURRENDER
    | {"STK001", "SET006", "SET008", "SCR003"},
    "classic-ace-of-spades-dealer": PLACING | POOL | WINNER | BANKER | TABLE_STAKES | PRICED_SURRENDER
    | {"STK001", "SET006", "SET008", "SCR003"},
    "carnivale-ofc-2013": CLOSED_ONLY | POOL | WINNER | BANKER | FORCED
    | {"STK001", "STK010", "STK011", "SET007", "SET015", "SET016", "SCR003", "PAY003", "PAY005", "PAY010"},
    "ofc-cash": CLOSED_ONLY | POOL | WINNER | BANKER | FORCED | TABLE_STAKES
    | {"STK001", "SET007", "SCR003", "PAY005"},
}  # fmt: skip


def of_these(code):
    return int(code[3:]) <= FAMILIES.get(code[:3], 0)


@of_every("ruleset", WITHOUT)
def test_a_ruleset_without_the_rule_does_not_have_the_check(ruleset):
    own = library().get(ruleset)
    without = {entry.code for entry in checks() if of_these(entry.code) and not entry.check.applies_to(own)}
    assert without == WITHOUT[ruleset]


def test_the_demo_claims_agreement_with_nothing_that_its_game_does_not_have():
    """A closed game at one unit a row, with naturals, bonuses and a surrender; no pool, no banker and no table stakes."""
    audit = audit_log(BytesSource(DEMO.read_bytes()))
    rows = {row.code: row for row in audit.coverage if of_these(row.code)}
    without = {code for code, row in rows.items() if row.inapplicable}
    assert without == WITHOUT["wsgc-full"]
    for code in without:
        assert (rows[code].tested, rows[code].agreeing, rows[code].inapplicable) == (0, 0, 212), code


def counted(row: Coverage) -> tuple[int, int, int]:
    return row.tested, row.untestable, row.inapplicable or 0


def test_pay005_is_untestable_without_the_chips_in_front():
    """What a player lost beyond his chips cannot be seen where his chips are not on record."""
    audit = audited(
        hand(1, seat(1, A, stack=500), seat(2, B, stack=500)), hand(2, seat(1, A, stack=500), seat(2, B))
    )
    assert counted(coverage(audit, "PAY005")) == (1, 1, 0)
    assert counted(coverage(audited(hand(1, seat(1, A), seat(2, B))), "PAY005")) == (0, 1, 0)


def test_scr004_is_untestable_without_the_cards():
    audit = audited(hand(1, seat(1, A), seat(2, B)), hand(2, seat(1), seat(2)))
    assert counted(coverage(audit, "SCR004")) == (1, 1, 0)


def test_log004_is_untestable_where_the_totals_say_nothing():
    close = {"event": "close", "at": "2026-03-15T02:00:00-07:00", "hands": 1}
    dealt = hand(1, seat(1, A), seat(2, B))
    assert counted(coverage(audited(dealt, close | {"totals": {}}), "LOG004")) == (0, 1, 0)


def test_log004_leaves_a_total_of_time_without_collections_open():
    close = {"event": "close", "at": "2026-03-15T02:00:00-07:00", "hands": 1, "totals": {"time": 6000}}
    found = [
        each for each in audited(hand(1, seat(1, A), seat(2, B)), close).findings if each.code == "LOG004"
    ]
    assert [(each.kind, each.stated) for each in found] == [("undetermined", 6000)]


def test_stk010_and_stk011_do_not_apply_to_the_chips_of_a_tournament():
    dealt = ofc(1, seat(1, X, stack=15_000), seat(2, Y, stack=15_000), level=1, dealer=2, unit=50)
    audit = audited(CARNIVALE, dealt)
    for code in ("STK010", "STK011"):
        assert counted(coverage(audit, code)) == (0, 0, 1), code


def test_hands_on_a_day_without_a_ruleset_are_untestable_and_do_not_agree():
    """The Carnivale was played in July 2013."""
    early = session(ruleset="carnivale-ofc-2013", opened_at="2012-07-13T17:00:00-07:00", unit=None)
    dealt = ofc(1, seat(1, X), seat(2, Y), at="2012-07-13T17:10:00-07:00")
    audit = audited(early, dealt)
    for code in ("STK010", "STK011", "SCR004", "SET014", "PAY005"):
        assert counted(coverage(audit, code)) == (0, 1, 0), code


def test_set014_applies_where_open_face_controls_have_no_fantasyland():
    """One card at a time is the rule then, and fourteen at once break it."""
    event = placed(1, seat(1, X), seat(2, Y), dealer=2)
    audit = audited(CARNIVALE, event)
    assert counted(coverage(audit, "SET014")) == (1, 0, 0)
    assert counted(coverage(audited(CARNIVALE, event), "SET015")) == (0, 0, 1)
    after = placed(2, seat(1, X), seat(2, Y), dealer=1)
    assert counted(coverage(audited(CASH, event, after), "SET015")) == (1, 1, 0)  # the first follows no hand


def test_sur001_applies_where_no_hand_may_be_surrendered_and_only_there():
    dealt = hand(1, seat(1, A), seat(2, B))
    assert counted(coverage(audited(session(ruleset="wsgc-base"), dealt), "SUR001")) == (1, 0, 0)
    assert counted(coverage(audited(session(ruleset="wsgc-full"), dealt), "SUR001")) == (0, 0, 1)
    assert counted(coverage(audited(CASH, ofc(1, seat(1, X), seat(2, Y))), "SUR001")) == (0, 0, 1)


def test_scr001_leaves_a_deal_that_nobody_won_to_scr005():
    """The first has the better front, the second the better back, and the middles are level."""
    level = hand(1, seat(1, "AcKh7h 9h9c5c4s3s TcThTd4c4h", 0), seat(2, "KsQs7c 9s9d5h4d3d QdQcQh8c8d", 0))
    audit = audited(session(ruleset="classic-single-winner"), level)
    assert counted(coverage(audit, "SCR005"))[0] == 1
    assert counted(coverage(audit, "SCR001")) == (0, 0, 1)
