"""Payments in open-face events: in order, limited by chips or in full. See pay.toml and pay_in_other_games.toml."""

from rules.controls.library import Library, library
from tests.rules.build import audited, coverage, found, seat
from tests.rules.open_face import CARNIVALE, CASH, EVENT, X, Y, Z, ofc

STACKS = (15_000, 15_000, 15_000)


def paid(payer, payee, units, amount=None):
    return {
        "payer": payer,
        "payee": payee,
        "units": units,
        "amount": 50 * units if amount is None else amount,
    }


# Seat 3 has the button, so that seat 1 is first: it settles with 2 and 3, and then 2 with 3.
RIGHT = [paid(2, 1, 1), paid(3, 1, 6), paid(3, 2, 6)]


def three(transfers=None, nets=(350, 250, -600), stacks=STACKS, **fields):
    """Seats 1, 2 and 3 win 7, 5 and -12 points at 50 chips each."""
    parts = zip((X, Y, Z), nets, stacks, strict=True)
    seats = [seat(n, rows, net, stack=stack) for n, (rows, net, stack) in enumerate(parts, 1)]
    return ofc(1, *seats, **{"unit": 50, "level": 1, "dealer": 3, "transfers": transfers} | fields)


# ------------------------------------------------------------------------------- PAY001 transfers-differ


def test_pay001_quiet_where_what_is_due_was_paid():
    for ruleset in (CARNIVALE, EVENT, CASH):
        assert found(audited(ruleset, three(RIGHT)), "PAY001") == []
    short = three([*RIGHT[:2], paid(3, 2, 6, 100)], (350, 50, -400), (15_000, 15_000, 400))
    for ruleset in (CARNIVALE, EVENT):
        assert found(audited(ruleset, short), "PAY001") == []


# ------------------------------------------------------------------------------- PAY009 transfers-out-of-order


def test_pay009_quiet_where_pairs_follow_the_seats():
    for ruleset in (CARNIVALE, EVENT):
        audit = audited(ruleset, three(RIGHT))
        assert found(audit, "PAY009") == []
        assert coverage(audit, "PAY009").agreeing == 1
    assert found(audited(EVENT, three([RIGHT[2], *RIGHT[:2]], dealer=1)), "PAY009") == []


def test_pay009_fires_by_the_sequence_that_the_controls_settle():
    """Seat 1 has the button. Seat 2 is first and pays all it owes, before seat 3 pays all it owes."""
    own = Library([library().get("carnivale-ofc-2013").under({"AMB-CARN-pay-sequence": "payer_rounds"})])
    by_payers, by_pairs = [RIGHT[0], RIGHT[2], RIGHT[1]], [RIGHT[2], *RIGHT[:2]]
    audit = audited(CARNIVALE, three(by_payers, dealer=1), library=own)
    assert (found(audit, "PAY009"), coverage(audit, "PAY009").agreeing) == ([], 1)
    (turned,) = found(audited(CARNIVALE, three(by_pairs, dealer=1), library=own), "PAY009")
    assert (turned.stated, turned.expected) == ("3 to 2, 2 to 1, 3 to 1", "2 to 1, 3 to 2, 3 to 1")
    (pairs,) = found(audited(CARNIVALE, three(by_payers, dealer=1)), "PAY009")
    assert (pairs.stated, pairs.expected) == (turned.expected, turned.stated)
