"""Money of a Washington jackpot that leaves it for no prize."""

from msgspec.structs import replace

from rules.audit import BytesSource
from rules.audit.event_audit import audit_ledger
from rules.controls.library import library
from tests.rules.events.asking import counted, only, reasons
from tests.rules.events.auditing import audited, found, written
from tests.rules.ledgers import build as ledgers

# --------------------------------------------------------------------------- JKP030 jackpot-money-diverted

OTHER = {"account": "promo", "kind": "other", "opening": 0}
MOVED = {"event": "diversion", "from": "olympic", "to": "promo", "amount": 5000, "approved": True}


def washington_jackpot():
    """The library whose jackpot has the rule of WAC 230-15-405 beside its own."""
    shipped = library()
    (rule,) = (each for each in shipped.revisions() if each.id == "wac-230-15-405")
    return shipped.holding(
        replace(each, params={**each.params, **rule.params}) if each.id == "olympic-jackpots" else each
        for each in shipped.revisions()
    )


def ledger(*lines, accounts=(ledgers.JACKPOT, OTHER), registry=None):
    first = ledgers.header(accounts=list(accounts))
    audit = audit_ledger(BytesSource(written(first, *lines)), library=registry or washington_jackpot())
    assert audit.failures == []
    return audit


def test_jkp030_fires_where_money_of_a_jackpot_leaves_it_for_no_prize_approved_or_not():
    moved = only(ledger(MOVED), "JKP030")
    assert (moved.line, moved.account, moved.stated, moved.expected) == (2, "olympic", 5000, 0)
    assert (moved.money, moved.severity, moved.clause) == (5000, "critical", "external:WAC-230-15-405-1")
    assert "€50.00 of the jackpot was moved to account promo, which pays no prizes" in moved.message


def test_jkp030_quiet_between_pools_of_players_and_untestable_outside_of_the_file():
    second = {**ledgers.JACKPOT, "account": "second"}
    audit = ledger({**MOVED, "to": "second"}, accounts=(ledgers.JACKPOT, second))
    assert (found(audit, "JKP030"), counted(audit, "JKP030")) == ([], (1, 0, 0, 0))
    audit = ledger({**MOVED, "to": "elsewhere"})
    assert reasons(audit, "JKP030") == ["what the account outside of the file is for is not known"]


def test_jkp030_quiet_for_a_jackpot_without_the_rule():
    audit = audited([ledgers.header(accounts=[ledgers.JACKPOT, OTHER]), MOVED])
    assert (found(audit, "JKP030"), counted(audit, "JKP030")[0]) == ([], 0)
