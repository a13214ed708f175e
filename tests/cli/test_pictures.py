"""What people see at terminals of 80, 100 and 120 columns: identifiers are whole, and nothing runs past the edge."""

import io
import re
from typing import Any

import pytest
from rich.console import Console

from auditor.cli import (
    audit_screen,
    controls_shown,
    doctor_text,
    holds_command,
    incidents_command,
    keys_command,
    people_command,
    reports_command,
    rooms_command,
    rooms_terms,
    sessions_command,
    webhooks_command,
)
from auditor.cli.audit_parts import ShownParts
from auditor.cli.named_logs import opened
from auditor.cli.terminal import WIDEST
from auditor.cli.text_tables import Column, show_table
from auditor.doctor import ExaminedCheck, StoreFault
from auditor.engine import judged
from rules.audit import audit_log
from rules.controls.library import library
from tests.cli.kit import SAMPLE
from tests.cli.terminals import WIDTHS, as_seen, at_a_terminal, is_pictured
from tests.services import empty_store

at_every_width = pytest.mark.parametrize("columns", WIDTHS)
INCIDENT = {
    "id": "0d2d3b5d41d4" + "0" * 52, "state": "returned", "due": "2026-03-28", "overdue": True, "day": "2026-03-14",
    "severity": "critical", "session": "2026-03-14-WA-0417-TABLE-03", "title": "A card appears twice in the deal",
    "removed_by": None, "code": "DCK001", "pattern": False, "hand": 205, "hands_of": 1, "seats": [2],
    "players": [{"seat": 2, "player": "p-5c21"}], "money": None, "short": "eight of clubs twice in the deal",
}  # fmt: skip
EXAMINED = [
    ExaminedCheck("database", "the file's pages, indexes and references", []),
    ExaminedCheck("evidence", "the bytes of logs, by their SHA-256", [
        StoreFault("evidence", "52e78e36749c" * 5 + "0417", "bytes with this SHA-256", "bytes with the SHA-256 9f1c02d4a6b7"),
    ]),
    ExaminedCheck("rows", "every row on record, by its seal", [
        StoreFault("incident_events", "118", "the row as it was sealed", "another value of the column by"),
    ], 12),
    ExaminedCheck("disk", "free space", [StoreFault("", "", "1 GB or more", "212 MB")]),
]  # fmt: skip
MADE = {  # by what is listed: the table, and what the service or the store says of each
    "incidents": (incidents_command._table, [
        INCIDENT,
        {**INCIDENT, "id": "5a9f7c86ffff" + "0" * 52, "state": "open", "due": None, "overdue": False, "severity": "major",
         "session": None, "pattern": True, "hands_of": 1212, "short": "the shares of pots do not follow from their division"},
    ]),
    "keys": (keys_command._table, [
        {"id": "7kq2mzt4", "state": "valid", "role": "room", "name": "Dana Reyes", "person": True, "account": None,
         "rooms": ["WA-0417", "WA-0500"], "authority": None, "expires_at": "2026-06-12T08:00:00Z", "revoked_at": None,
         "last_used_at": "2026-03-14T18:04:00Z"},
        {"id": "m3x8w2pa", "state": "revoked", "role": "automation", "name": "nightly", "person": False, "account": None,
         "rooms": None, "authority": None, "expires_at": "2026-06-12T08:00:00Z", "revoked_at": "2026-03-01T08:00:00Z",
         "last_used_at": None},
    ]),
    "people": (people_command._table, [
        {"key": "7kq2mzt4", "email": "dana.reyes@cardroom.example.org", "state": "active", "role": "compliance",
         "name": "Dana Reyes", "rooms": ["WA-0417"], "authority": None, "second_factor": True, "provider": None,
         "last_used_at": "2026-03-14T18:04:00Z"},
    ]),
    "rooms": (rooms_command._table, [
        {"id": "WA-0417", "controls": [{"ruleset": "wa-0417-thirteen", "revision": 2}, {"ruleset": "wa-0417-pot", "revision": 1}],
         "time_zone": "America/Los_Angeles", "gaming_day_begins": "06:00", "licence_class": "F", "tables": 5,
         "fees": "hand_fee", "authority": "wsgc", "fiscal_year_ends": "06-30", "log_every": 1},
    ]),
    "reports": (reports_command._table, [
        {"id": 3, "audit": 12, "room": "WA-0417", "edition": "redacted", "purged": None, "at": "2026-03-16T09:00:00Z",
         "by": "Mara Ortiz", "signer": {"subject": "CN=Card-room auditor, O=Test authority"}, "sha256": "52e78e36749c" * 5},
    ]),
    "sessions": (sessions_command._table, [
        {"id": 412, "day": "2026-03-14", "room": "WA-0417", "session": "2026-03-14-WA-0417-TABLE-03", "table": "TABLE-03",
         "state": "cannot-be-audited", "reason": "It names a ruleset that is not in the library: wsgc-ful."},
        {"id": 413, "day": "2026-03-14", "room": "WA-0417", "session": "S-20260314-T1", "table": "T1", "state": "audited",
         "reason": None},
    ]),
    "sessions-ruleset": (lambda found: sessions_command._offered_table(found, "wsgc-full"), [
        {"id": "wsgc-base", "revision": 1, "title": "Thirteen Card Poker, scoring of the base rules"},
        {"id": "wsgc-full", "revision": 1, "title": "Thirteen Card Poker with naturals, surrender and the options of section 7"},
    ]),
    "holds": (holds_command._table, [
        {"id": 3, "room": "WA-0417", "session": "S-20260314-T1", "from": None, "until": None, "at": "2026-03-16T09:00:00Z",
         "lifted": None, "reason": "case 2026-118, in which the video of the table is asked for by the commission"},
    ]),
    "webhooks": (webhooks_command._table, [
        {"id": 17, "state": "failed", "endpoint": "tracker", "event": "audit.finished", "fact": "12", "attempts": 6,
         "due_at": None, "ended_at": "2026-03-16T09:00:00Z", "error": "the endpoint answered 500"},
    ]),
    "controls": (controls_shown._table, [
        {"ruleset": "wa-0417-thirteen", "revision": 2, "state": "in force", "title": "Thirteen Card Poker of the Olympic room",
         "in_force": {"from": "2026-01-01", "until": "2026-06-30"}},
    ]),
    "controls-history": (controls_shown._table_of_steps, [
        {"at": "2026-01-02T09:00:00.000000Z", "action": "draft", "by": None, "reference": None, "note": None},
        {"at": "2026-01-12T10:30:00.000000Z", "action": "denied", "by": "Agent Mara Ortiz of the commission",
         "reference": "WSGC-2026-0118", "note": "the procedure for a foul hand names no supervisor, and no price is stated"},
        {"at": "2026-01-20T16:45:00.000000Z", "action": "approved", "by": "Agent Mara Ortiz of the commission",
         "reference": "WSGC-2026-0127", "note": None},
    ]),
    "rooms-terms": (rooms_terms._table, [
        {"id": 1, "standing": "refused", "terms": {"from": None}, "by": "Dana Reyes", "differs": {},
         "decision": {"by": "Agent Ortiz", "reference": "WSGC-2026-0118", "note": "five tables it is until the next inspection"}},
        {"id": 12, "standing": "proposed", "terms": {"from": "2026-07-01"}, "by": "Dana Reyes", "decision": None,
         "differs": {"tables": {"now": 5, "proposed": 9},
                     "logs_expected": {"now": None, "proposed": {"every_days": 1, "overdue_hours": 12}}}},
    ]),
    "doctor": (doctor_text.table_of_checks, EXAMINED),
    "doctor-faults": (doctor_text.table_of_faults, EXAMINED),
}  # fmt: skip


def drawn(table: Any, columns: int) -> str:
    screen = Console(file=io.StringIO(), width=columns, color_system=None)
    show_table(*table, screen)
    return as_seen(screen.file.getvalue())


@at_every_width
@pytest.mark.parametrize("listed", MADE)
def test_a_list_keeps_what_it_is_about_whole(listed, columns):
    table, found = MADE[listed]
    shown = drawn(table(found), columns)
    is_pictured(listed, columns, shown)
    assert max(map(len, shown.splitlines())) <= columns


@at_every_width
def test_the_library_shows_every_ruleset_by_its_whole_id(columns):
    status, shown = at_a_terminal("rulesets", columns=columns)
    is_pictured("rulesets", columns, shown)
    assert status == 0
    assert [line for line in as_seen(shown).splitlines() if len(line) > columns] == []
    firsts = {line.split(" ")[0] for line in as_seen(shown).splitlines()}
    assert {str(each) for each in library().listed()} <= firsts


@pytest.mark.of_the_file
def test_a_doctor_shows_its_checks_in_a_table_and_its_faults_in_another(tmp_path):
    empty_store(tmp_path / "data")
    (tmp_path / "data").chmod(0o755)
    status, shown = at_a_terminal("doctor", "--quiet", "--data", tmp_path / "data", columns=80)
    checks, faults = as_seen(shown).split("\n\n")
    assert status == 1
    assert checks.splitlines() == [
        "check        result   what is examined", "permissions  1 fault  the folder is its owner's alone",
    ]  # fmt: skip
    assert [line.split(" ")[0] for line in faults.splitlines() if line[0] != " "] == ["check", "permissions"]
    assert str(tmp_path / "data") in faults  # whole, however long it is


def test_words_go_below_a_row_whose_ids_leave_them_no_room():
    table = (Column("session"), Column("why", "words")), [("s" * 60, "the room is not on record")]
    assert drawn(table, 80) == f"session\n{'s' * 60}\n    the room is not on record\n"


def test_a_column_that_is_left_out_is_named():
    table = (Column("session"), Column("digest", leaves=1)), [("s" * 70, "52e78e36749c")]
    assert drawn(table, 80) == f"session\n{'s' * 70}\nLeft out at 80 columns: digest.\n"


def test_an_id_wider_than_the_terminal_is_not_cut():
    assert "s" * 90 in drawn(((Column("session"),), [("s" * 90,)]), 80)


@pytest.fixture(scope="module")
def audit():
    """The audit of the sample log."""
    with opened(str(SAMPLE)) as source:
        return judged(audit_log(source))


PARTS = {
    "audit": ShownParts(),
    "audit-findings": ShownParts(findings=True),
    "audit-coverage": ShownParts(coverage=True),
}


@at_every_width
@pytest.mark.parametrize("name", PARTS)
def test_an_audit_is_a_verdict_its_incidents_and_a_line_of_coverage(audit, name, columns):
    screen = Console(file=io.StringIO(), width=min(columns, WIDEST), color_system=None)
    audit_screen.show(audit, screen, shown=PARTS[name])
    seen = without_the_engine(screen.file.getvalue())
    is_pictured(name, columns, seen)
    rows = seen.splitlines()
    assert [line for line in rows if len(line) > columns] == []
    listed = {line.split(" ")[0] for line in rows}
    codes = {row.code for row in audit.coverage}
    assert codes & listed == (codes if name == "audit-coverage" else set())


def test_a_terminal_shows_the_picture_of_an_audit():
    status, shown = at_a_terminal("audit", SAMPLE, columns=80)
    is_pictured("audit", 80, without_the_engine(shown))
    assert status == 1


def without_the_engine(shown):
    """What is seen, but for the engine, which is another one in each version."""
    return re.sub(r"(?m)^(Engine +).*$", r"\1this one", as_seen(shown))
