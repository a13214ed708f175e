"""What was bought and paid back in a tournament."""

import json

import msgspec

from rules.results import Finding
from tests.rules.events.asking import only, said
from tests.rules.events.auditing import audited
from tests.rules.tournaments.build import entries, header


def unregister(entry, **stated):
    return {"event": "unregister", "entry": entry} | stated


# ---------------------------------------------- TRN020 refund-without-approval, TRN021 refund-differs


def test_trn020_fires_where_a_refund_was_not_approved():
    audit = audited([header(), *entries(2), unregister(1, refund=5000, approved=False)])
    paid = only(audit, "TRN020")
    assert said(paid)[:3] == (4, 1, "P01")
    assert (paid.stated, paid.expected, paid.difference) == (False, True, None)
    assert (paid.severity, paid.clause) == ("minor", "OLY-3.3-09")
    assert "the entry was paid back without the approval of the director" in paid.message
    written = msgspec.json.encode(paid)
    assert json.loads(written)["stated"] is False
    assert msgspec.json.decode(written, type=Finding) == paid
