"""Tournaments and ledgers under the approved controls of their room: CTL003."""

from rules.audit import BytesSource
from rules.audit.event_audit import audit_ledger, audit_tournament
from rules.card_room import Room, TermsOfRoom
from rules.controls.library import APPROVED, library, load
from tests.rules.events.auditing import found, row, written
from tests.rules.ledgers.build import JACKPOT
from tests.rules.ledgers.build import header as book
from tests.rules.tournaments.build import busts, entries, header

OWN = """
[ruleset]
id = "{id}"
revision = 1
title = "Own"
authority = "Room"
family = "{family}"
extends = ["{base}"]
in_force = {{ from = 2026-01-01 }}
"""
TOURNAMENTS = OWN.format(id="own-tournaments", family="tournament", base="olympic-tournament@1")
JACKPOTS = OWN.format(id="own-jackpots", family="ledger", base="olympic-jackpots@1")
SHELF = load({"t": TOURNAMENTS, "j": JACKPOTS}, library(), APPROVED)
ROOM = Room("TEST-2", (TermsOfRoom("Europe/Tallinn", authority="none"),), ("own-tournaments", "own-jackpots"))
STARTS = {"starts_at": "2026-03-14T19:00:00+02:00"}


def played(room=ROOM, **stated):
    lines = [header(**stated), *entries(3), *busts(3, 2)]
    return audit_tournament(BytesSource(written(*lines)), library=SHELF, room=room)


def kept(account, **options):
    return audit_ledger(BytesSource(written(book(account))), library=SHELF, room=ROOM, **options)


def under(audit):
    return [each.id for each in audit.played]


def test_ctl003_fires_for_a_tournament_that_names_other_rules_than_the_approved_ones():
    audit = played(ruleset="standard-tournament", **STARTS)
    (other,) = found(audit, "CTL003")
    assert (other.stated, other.expected, other.line) == ("standard-tournament", "own-tournaments", 1)
    assert (under(audit), audit.controls_decided) == (["own-tournaments"], "approved")


def test_ctl003_fires_for_an_account_that_names_other_rules_than_the_approved_ones():
    audit = kept(JACKPOT)
    (other,) = found(audit, "CTL003")
    assert (other.stated, other.expected, other.account) == (
        "olympic-jackpots@1",
        "own-jackpots",
        "olympic",
    )
    assert (under(audit), audit.controls_decided) == (["own-jackpots"], "approved")


def test_ctl003_quiet_for_files_that_name_the_approved_controls_or_nothing():
    for named in ({"ruleset": "own-tournaments"}, {"ruleset": "own-tournaments@1"}):
        audit = played(**named, **STARTS)
        assert (found(audit, "CTL003"), row(audit, "CTL003").agreeing) == ([], 1)
    audit = kept(JACKPOT | {"ruleset": "own-jackpots"})
    assert (found(audit, "CTL003"), row(audit, "CTL003").agreeing) == ([], 1)


def test_ctl003_quiet_before_the_first_approval_for_other_rooms_and_for_what_is_asked_for():
    before = played(ruleset="olympic-tournament", starts_at="2025-12-31T19:00:00+02:00")
    assert (found(before, "CTL003"), under(before)) == ([], ["olympic-tournament"])
    assert before.controls_decided == "named"
    elsewhere = played(room=None, ruleset="olympic-tournament", **STARTS)
    assert (found(elsewhere, "CTL003"), under(elsewhere)) == ([], ["olympic-tournament"])
    tried = kept(JACKPOT, ruleset="olympic-jackpots@1")
    assert (found(tried, "CTL003"), under(tried)) == ([], ["olympic-jackpots"])
