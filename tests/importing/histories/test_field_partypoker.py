"""The text of PartyPoker: raises to an amount, rakes, uncalled bets in what was collected, fixed zones and cash-outs."""

from tests.folding import of_every
from tests.importing.histories import field_files
from tests.importing.histories.field_files import FIELD, deviations, hands
from tests.importing.histories.originals import brought_in

_A_LINE = "a line of a hand history of PartyPoker"
CASH_OUT = (FIELD / "partypoker-cash-out.txt").read_text(encoding="utf-8")


def read(text):
    """What the importers make of a text."""
    return brought_in(text, field_files.OPTIONS)


def by_seat(hand, name):
    """A field of each seat that has it."""
    return {seat["seat"]: seat[name] for seat in hand["seats"] if name in seat}


def test_a_raise_says_to_how_much_and_what_was_collected_has_the_uncalled_bet():
    first = hands(read(CASH_OUT))[0]
    assert [act for act in first["acts"] if act["act"] in ("raise", "call", "bet")] == [
        {"act": "raise", "seat": 1, "to": 300},
        {"act": "raise", "seat": 3, "to": 900},
        {"act": "call", "seat": 1, "to": 900},
        {"act": "bet", "seat": 3, "to": 1000},
        {"act": "raise", "seat": 1, "to": 2500},
    ]
    # 38.50 was put in and called, 1.90 of it taken; 51.60 collected has the 15.00 that nobody called
    assert first["fees"] == [{"kind": "rake", "amount": 190}]
    assert first["pots"] == [{"pot": 0, "amount": 3850, "awards": [{"seat": 1, "amount": 3660}]}]
    assert by_seat(first, "net") == {1: 1760, 2: -50, 3: -1900}
    assert by_seat(first, "status") == {5: "missed"}


def test_a_table_with_cash_outs_is_read_whole_and_an_audit_finds_nothing():
    done = read(CASH_OUT)
    assert done.problems == ()
    assert [log.table for log in done.logs] == ["Table Brno", "Table Graz"]
    assert [hand["fees"] for hand in hands(done)] == [
        [{"kind": "rake", "amount": amount}] if amount else [] for amount in (190, 300, 300, 0)
    ]
    assert deviations(done) == []


def test_who_cashed_out_and_lost_has_the_net_of_the_hand_and_the_price_beside():
    second = hands(read(CASH_OUT))[1]
    assert second["pots"] == [{"pot": 0, "amount": 16100, "awards": [{"seat": 3, "amount": 15800}]}]
    assert by_seat(second, "net") == {1: 0, 2: -8000, 3: 7800, 5: -100}
    assert by_seat(second, "_cash_out") == {2: {"amount": 2893}}
    assert by_seat(second, "cards") == {2: "QcQd", 3: "AcAs"}


def test_the_share_of_who_cashed_out_and_would_have_won_is_not_on_record():
    third = hands(read(CASH_OUT))[2]
    assert "pots" not in third
    assert by_seat(third, "net") == {}
    assert by_seat(third, "_cash_out") == {1: {"amount": 17638}}
    assert {"act": "raise", "seat": 1, "to": 11760, "all_in": True} in third["acts"]


def test_of_a_blind_that_all_fold_to_the_pot_has_what_was_called():
    fourth = hands(read(CASH_OUT))[3]
    assert fourth["pots"] == [{"pot": 0, "amount": 100, "awards": [{"seat": 2, "amount": 100}]}]
    assert by_seat(fourth, "net") == {1: -50, 2: 50, 3: 0, 5: 0}


def test_a_stated_zone_is_a_fixed_one():
    """EST in July is five hours behind UTC, and New York is four."""
    first = hands(read(CASH_OUT.replace("Feb 10", "Jul 10")))[0]
    assert first["at"] == "2026-07-10T22:15:05-04:00"
    assert hands(read(CASH_OUT.replace("EST", "CEST")))[0]["at"] == "2026-02-10T14:15:05-05:00"


def test_a_number_that_ends_in_letters_is_the_time_that_it_begins_with():
    text = CASH_OUT.replace("12566995177", "17845596990673djb7na2i87").replace(
        "12566995178", "1784559729098bywbird3xlj"
    )
    assert [hand["hand"] for hand in hands(read(text))][:2] == [784559699067, 784559729098]


@of_every(
    "case",
    [
        ("Rake: $1.90", "Rake: $1.80", "a pot and a rake of 3840 together, in minor units", "3850, what was put in and called"),
        ("$117.60, bet $34", "$117.50, bet $34", '"Ann balance $117.50', "3400 put in, in minor units, and a balance"),
        ("$117.60, bet $34", "$117.60, bet $33", '"Ann balance $117.60', "3400 put in, in minor units, and a balance"),
        ("Cid balance $1,021, lost $19 (folded)\n", "", "a summary without all seats", "the pot, and a balance of each seat"),
        ("posts big blind (1)", "posts big blind + dead (1.50)", '"Cid posts big blind + dead (1.50)"', _A_LINE),
        ("Feb 10 21:15:05 EST", "Feb 10 21:15:05 AKST", '"0.50/1 Texas', _A_LINE),
        ("Cid ($1,040)", "Cid (€1,040)", '"€"', "stacks in one currency"),
        ("Main Pot: $36.60 Rake", "Main Pot: $30 Side Pot 1: $6.60 Rake", '"Main Pot: $30 Side', _A_LINE),
    ],
)  # fmt: skip
def test_what_does_not_agree_or_is_not_known_is_refused_in_words(case):
    before, after, found, expected = case
    assert before in CASH_OUT
    (only,) = read(CASH_OUT.replace(before, after, 1)).problems
    assert only.field == "hand 12566995177"
    assert only.found.startswith(found)
    assert only.expected.startswith(expected)


def test_a_text_without_a_summary_is_not_taken_for_one_of_these():
    """The form before has no rake and no end of a hand; it writes `for` in its first line."""
    assert read(CASH_OUT.replace("History For", "History for")).importer is None


def test_a_post_after_the_first_acts_is_no_fault_of_the_reader():
    """Its chips are in no balance, which says so."""
    (only, *_) = read(CASH_OUT.replace("Cid bets (10)", "Bob posts big blind (1)\nCid bets (10)")).problems
    assert only.found.startswith('"Bob balance $80, lost $0.50')
    assert only.expected.startswith("150 put in, in minor units")
