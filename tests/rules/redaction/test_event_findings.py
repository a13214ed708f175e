"""Findings of tournaments and ledgers in the redacted edition."""

from msgspec.structs import replace

from rules.redaction import Redaction
from rules.results import Cause
from tests.rules.events import auditing
from tests.rules.ledgers.build import header, royal
from tests.rules.tournaments import build as tournament

KEY = b"k" * 32


def test_what_was_approved_or_not_is_said_in_words():
    moved = {"event": "diversion", "from": "olympic", "to": "promo", "amount": 5_000, "approved": False}
    shown = Redaction(auditing.audited([header(), moved]), KEY).audit
    (only,) = auditing.found(shown, "JKP016")
    assert (only.stated, only.expected) == (False, True)
    assert only.message == (
        "Room TEST-2: diversion without approval; on record: no; expected: yes (external:RECORD-attributable)."
    )


def test_nobody_who_was_paid_is_named():
    lines = [
        header(),
        royal(3),
        {"event": "payout", "account": "olympic", "hit": "R1", "player": "S3", "amount": 1},
    ]
    (only,) = auditing.found(Redaction(auditing.audited(lines), KEY).audit, "JKP025")
    assert (only.stated, only.expected, only.line) == (1, 50_000, 2)
    assert "S3" not in only.message
    assert only.player not in (None, "S3")


def test_the_fact_that_findings_come_from_names_nobody():
    lines = [tournament.header(buy_in=4900), *tournament.entries(4, paid=5000)]
    (only,) = Redaction(auditing.audited(lines), KEY).audit.incidents or ()
    assert only.cause is not None
    assert (only.cause.line, only.cause.field) == (1, "buy_in")
    assert only.cause.message == "Line 1: buy_in; on record: 4,900; by the rest of the record: 5,000."


def test_the_name_of_an_account_in_such_a_fact_is_withheld():
    cause = Cause(line=16, field="account", stated="p-17", implied="jackpot", message="p-17 and jackpot")
    audit = auditing.audited([tournament.header(buy_in=4900), *tournament.entries(4, paid=5000)])
    (only,) = audit.incidents or ()
    (shown,) = Redaction(replace(audit, incidents=[replace(only, cause=cause)]), KEY).audit.incidents or ()
    assert shown.cause is not None
    assert (shown.cause.stated, shown.cause.implied) == ("withheld", "withheld")
    assert shown.cause.message == "Line 16: account."
