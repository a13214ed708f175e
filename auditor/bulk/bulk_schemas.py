"""Columns of the files, with units. Null: not recorded, unknown, or not applicable."""

from __future__ import annotations

import pyarrow as pa

MINOR = "minor units of `currency`"
MICROSECONDS = "microseconds since 1970-01-01T00:00Z"


def _column(name: str, kind: pa.DataType, unit: str | None = None, means: str | None = None) -> pa.Field:
    stated = {key: value for key, value in (("unit", unit), ("means", means)) if value is not None}
    return pa.field(name, kind, metadata=stated or None)


SEAT = pa.struct(
    [
        _column("seat", pa.int8()),
        _column("player", pa.string()),
        _column("stack", pa.int64(), MINOR, "chips before the deal"),
        _column("net", pa.int64(), MINOR, "the recorded result"),
    ]
)
_OF_A_LOG = [
    _column("room_id", pa.string(), means="the room as the log names it"),
    _column("log_sha256", pa.string(), means="the SHA-256 of the file as it was received"),
    _column("session", pa.string()),
]
_SCOPE = [
    _column("room_id", pa.string(), means="the room as the file names it"),
    _column("scope", pa.string(), means="session, sessions, day, tournament or ledger: what was audited"),
    _column("subject", pa.string(), means="the session, gaming day, tournament or ledger"),
    _column(
        "file_sha256",
        pa.string(),
        means="the SHA-256 of the file as it was received; null of a day and of several",
    ),
    _column("audit", pa.int64(), means="the audit of the record that it was exported from; null elsewhere"),
]

HANDS = pa.schema(
    [
        *_OF_A_LOG,
        _column("table_name", pa.string()),
        _column("hand", pa.int64(), means="the number that the room gave it"),
        _column("line", pa.int64(), means="the line of the log, from 1"),
        _column("dealt_at", pa.timestamp("us", "UTC"), MICROSECONDS, "when it was dealt"),
        _column("ended_at", pa.timestamp("us", "UTC"), MICROSECONDS),
        _column(
            "day", pa.date32(), means="the gaming day; of a room that is not on record, the date as written"
        ),
        _column("game", pa.string(), means="chinese, ofc or pot"),
        _column("void", pa.bool_()),
        _column("currency", pa.string(), means="what the session's amounts are in"),
        _column("unit", pa.int64(), MINOR, "what one unit was worth"),
        _column("seats", pa.list_(SEAT), means="who sat in the hand, by seat"),
    ]
)
FINDINGS = pa.schema(
    [
        *_SCOPE,
        _column("fingerprint", pa.string()),
        _column("code", pa.string()),
        _column("name", pa.string()),
        _column("kind", pa.string()),
        _column("severity", pa.string()),
        _column("session", pa.string()),
        _column("hand", pa.int64()),
        _column("seat", pa.int64()),
        _column("player", pa.string()),
        _column("line", pa.int64()),
        _column("stated", pa.string(), means="what was stated, as text"),
        _column("expected", pa.string(), means="what was expected, as text"),
        _column("stated_number", pa.int64(), "`counted_in`", "what was stated, where that is a number"),
        _column("expected_number", pa.int64(), "`counted_in`", "what was expected, where that is a number"),
        _column("difference", pa.int64(), "`counted_in`", "stated minus expected"),
        _column("counted_in", pa.string(), means="what stated and expected are counted in; money: " + MINOR),
        _column("money", pa.int64(), MINOR, "how much money the finding is about"),
        _column("currency", pa.string(), means="what amounts are in"),
        _column("clause", pa.string()),
        _column("message", pa.string()),
        _column("hands", pa.list_(pa.int64()), means="where one finding is about many hands"),
        _column("readings", pa.string(), means="the readings of an undetermined point, as JSON"),
        _column("entry", pa.int64()),
        _column("table_name", pa.string()),
        _column("total", pa.string()),
        _column("account", pa.string()),
    ]
)
INCIDENTS = pa.schema(
    [
        *_SCOPE,
        _column("incident", pa.string(), means="its id, the same in every later audit"),
        _column("title", pa.string()),
        _column("severity", pa.string()),
        _column("area", pa.string()),
        _column("pattern", pa.bool_(), means="one fault that repeats over many hands"),
        _column("root", pa.string(), means="the fingerprint of the finding that the others follow from"),
        _column("hands", pa.list_(pa.struct([("session", pa.string()), ("hand", pa.int64())]))),
        _column("day", pa.string()),
        _column("seats", pa.list_(pa.int64())),
        _column("dealt_at", pa.string(), means="when its first hand was dealt, as the log writes it"),
        _column("clause", pa.string()),
        _column("findings", pa.list_(pa.string()), means="fingerprints, the root's first"),
        _column("misallocated", pa.int64(), MINOR, "money that went to the wrong player"),
        _column("misrecorded", pa.int64(), MINOR, "money that was only written down wrong"),
        _column("currency", pa.string(), means="what amounts are in"),
        _column(
            "owes",
            pa.list_(pa.struct([("debtor", pa.string()), ("creditor", pa.string()), ("amount", pa.int64())])),
            MINOR,
            "who owes whom; null as a party: nobody at the table",
        ),
    ]
)
COVERAGE = pa.schema(
    [
        *_SCOPE,
        _column("code", pa.string()),
        _column("name", pa.string()),
        _column(
            "counts", pa.string(), means="what the figures count: hands, sessions, or what a check looks at"
        ),
        *(
            _column(name, pa.int64(), "`counts`")
            for name in ("tested", "agreeing", "differing", "open", "untestable", "inapplicable")
        ),
        _column("because", pa.list_(pa.struct([("reason", pa.string()), ("hands", pa.int64())]))),
    ]
)
LOGS = pa.schema(
    [
        *_OF_A_LOG,
        _column("address", pa.string(), means="where it was read from last"),
        _column("bytes", pa.int64(), "bytes"),
        _column("day", pa.string(), means="the gaming day on which it was opened"),
        _column(
            "current", pa.bool_(), means="audited with these controls, and no other log of its session is"
        ),
        _column("status", pa.string(), means="audited, refused or failed"),
        _column("complete", pa.bool_(), means="every check ran"),
        _column("hands", pa.int64(), "hands"),
        _column("testable", pa.int64(), "hands"),
        _column("misallocated", pa.int64(), MINOR),
        _column("misrecorded", pa.int64(), MINOR),
        _column("over_collected", pa.int64(), MINOR),
        _column("under_collected", pa.int64(), MINOR),
        _column("to_nobody", pa.int64(), MINOR),
        _column("unaccounted", pa.int64(), MINOR),
        _column("currency", pa.string(), means="what amounts are in"),
        _column("findings", pa.int64(), "findings"),
    ]
)
TABLES = {"hands": HANDS, "findings": FINDINGS, "incidents": INCIDENTS, "coverage": COVERAGE}
