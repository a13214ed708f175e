"""Findings of tournaments and ledgers in the redacted edition."""

from rules.redaction import Redaction
from tests.rules.events import auditing
from tests.rules.ledgers.build import header, royal

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
