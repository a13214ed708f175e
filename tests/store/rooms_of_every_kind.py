"""Two rooms in a store, with a change of every action, and revisions of every standing."""

from auditor.approval import Approval
from auditor.filing import Filing
from auditor.registry import Registry
from auditor.room_terms import RoomTerms
from auditor.rooms import Rooms
from auditor.store.caller import Caller
from auditor.store.rows import NewFile
from auditor.store.stored_keys import KeyRecord
from rules.checks.day.session_summary import DayTotals
from rules.controls.library import library
from tests.rules.filed import controls

ROOM, OTHER = "WA-0417", "WA-0500"
RULESET = "wa-0417-thirteen"
TERMS = {
    "from": None, "licence_class": "F", "tables": 5, "time_zone": "America/Los_Angeles", "gaming_day_begins": "06:00",
    "fees": "hand_fee", "fiscal_year_ends": "06-30", "authority": "wsgc",
}  # fmt: skip
AT = "2026-01-02T03:04:05.000000Z"
_KEY = KeyRecord(
    "rrrrrrrr", "d" * 64, "compliance", "Dana", True, (ROOM,), None, AT, "ops", "2999-01-01T00:00:00Z"
)


def fill(store):
    """Revision 1 is approved, 2 denied, 3 submitted, 4 a draft with a document, 5 was discarded; proposal 1 is approved, 2
    refused, 3 withdrawn, 4 waits.
    """
    store.keys.add(_KEY)
    store = store.seen_by(Caller(_KEY.id))
    registry = Registry(store, library())
    rooms = Rooms(store, registry)
    rooms.put(ROOM, TERMS, "Dana")
    rooms.put(OTHER, TERMS, None)
    filing, approval = Filing(store, registry, rooms), Approval(store, registry)
    _controls(filing, approval)
    totals = DayTotals(room=ROOM, day="2026-03-14", currency="USD", fees={"hand_fee": 500})
    store.days.put_totals(totals, AT, "Dana")
    _terms(RoomTerms(store, rooms))


def _draft(filing, revision):
    text = controls(revision, f"2026-0{revision}-01")
    return filing.draft(ROOM, text.encode(), f"controls-{revision}.toml", "Dana").record


def _controls(filing, approval):
    first = filing.attach(_draft(filing, 1), NewFile(b"%PDF 1", "application/pdf", "one.pdf"), "Dana")
    approval.withdraw(approval.submit(first, "Dana", None), "Dana", "too soon")
    approval.approve(approval.submit(first, "Dana", "now"), "Agent 12", "letter 1", None, {})
    approval.deny(approval.submit(_draft(filing, 2), "Dana", None), "Agent 12", "letter 2", "no clause")
    approval.submit(_draft(filing, 3), "Dana", None)
    filing.attach(_draft(filing, 4), NewFile(b"%PDF 4", "application/pdf", None), "Dana")
    filing.discard(_draft(filing, 5), "Dana", "by mistake")


def _terms(terms):
    proposals = []
    for tables in (7, 8, 9, 10):
        proposals.append(terms.put(ROOM, {**TERMS, "from": "2026-09-01", "tables": tables}, "Dana"))
    terms.approve(proposals[0], "Agent 12", "letter 3")
    terms.refuse(proposals[1], "Agent 12", "letter 4", "too many")
    terms.withdraw(proposals[2], "Dana")
