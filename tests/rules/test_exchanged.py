"""Cards that a seat set and was not dealt: put back before the hand is scored, where that can be done in one way."""

from tests.rules.build import A, B, audited, found, hand, seat

DEALT = A.replace(" ", "")
RIGHT = ((2, 1, 300),)  # A beats B in every row, at $1.00 a unit


def two(rows, *, net=300, dealt=DEALT, **fields):
    """A hand of seat 1, which was dealt A and set `rows`, and seat 2 with B."""
    transfers = [{"payer": 2, "payee": 1, "amount": net}]
    return hand(1, seat(1, rows, net, dealt=dealt), seat(2, B, -net), transfers=transfers, fees=[], **fields)


def amounts(audit):
    [total] = audit.money
    return total.misallocated, total.not_known["misallocated"].hands


def test_a_hand_is_scored_by_the_card_that_was_dealt():
    """With the deuce of clubs for the ace of hearts seat 1 loses the front: $1.00 as set, and $3.00 by the deal."""
    set_rows = A.replace("Ah", "2c")
    assert amounts(audited(two(set_rows))) == (0, 0)
    assert amounts(audited(two(set_rows, net=100))) == (200, 0)
    [strange] = found(audited(two(set_rows)), "DCK004")
    assert (strange.seat, strange.stated, strange.expected) == (1, "2c", "Ah")


def test_two_strange_cards_of_one_row_are_put_back():
    assert amounts(audited(two(A.replace("AhAd", "2c2d")))) == (0, 0)


def test_what_was_due_is_not_known_where_strange_cards_are_in_two_rows():
    """Which of the two dealt cards belongs to which row is not on record."""
    audit = audited(two(A.replace("Ah", "2c").replace("Kh", "2d")))
    assert amounts(audit) == (None, 1)


def test_a_ruling_may_have_changed_cards():
    ruled = [{"kind": "exposed_card", "seat": 1, "ruling": "play_on"}]
    assert amounts(audited(two(A.replace("Ah", "2c"), irregularities=ruled))) == (200, 0)


def test_a_foul_by_the_cards_that_were_dealt_names_them():
    """Seat 1 was dealt the deuce of clubs in place of the ten that completes its back: its middle is higher."""
    rows = "4h4d2c QhJhTh9h8h KsQsJsTsAs"
    dealt = rows.replace("Ts", "2d").replace(" ", "")
    audit = audited(hand(1, seat(1, rows, 600, dealt=dealt), seat(2, B, -600)))
    [foul] = found(audit, "SET002")
    assert "is higher than its back KsQsJs2dAs, high card, by the cards that it was dealt" in foul.message
