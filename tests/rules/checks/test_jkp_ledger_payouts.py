"""Who was paid of the jackpots of a ledger, and of the royal flush pools of its tournaments."""

from tests.rules.events.auditing import audited, found
from tests.rules.ledgers.build import header, payout
from tests.rules.tournaments import build as event

POOL = {
    "account": "royal",
    "kind": "tournament_royal",
    "ruleset": "olympic-tournament@1",
    "opening": 100_000,
}


def royal_payout(player, amount, tournament="T-1"):
    return payout(player, amount, tournament=tournament) | {"account": "royal"}


def with_hit(**pool):
    """A tournament of four with 20.00 in its pool, of which entry 2 holds a straight flush: 4.00."""
    hit = {"event": "royal_hit", "entry": 2, "kind": "straight_flush", "board": "5h6h7h8h2c", "hole": "9hKd"}
    first = event.header(royal={"share": 500, "opening": 0} | pool)
    return [first, *event.entries(4), hit | {"amount": 400}]


# ---------------------------------------------------------------- what was paid: JKP025


def test_jkp025_fires_at_the_last_line_of_a_tournament_on_what_its_royal_hits_owe():
    lines = [header(POOL), royal_payout("P02", 300), royal_payout("P03", 5), royal_payout("P02", 50)]
    one, other = found(audited(lines, with_hit()), "JKP025")
    assert (one.line, one.player, one.stated, one.expected) == (3, "P03", 5, 0)
    assert (other.line, other.player, other.stated, other.expected) == (4, "P02", 350, 400)
    assert "P02 was paid €3.50 of tournament T-1; €4.00 is due" in other.message
    (missing,) = found(audited([header(POOL), royal_payout("P02", 400), royal_payout("P04", 0)], [
        *with_hit(), {"event": "royal_hit", "entry": 1, "kind": "royal_flush", "amount": 1_280},
    ]), "JKP025")  # fmt: skip
    assert (missing.line, missing.player, missing.stated, missing.expected) == (3, "P01", 0, 1_280)
