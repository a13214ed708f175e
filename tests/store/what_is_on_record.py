"""Tables and columns of a store that are on record, of which the doctor names what is altered, and those that are not."""

from auditor.store.stored_fact_tables import MADE_BY_FACTS

EXAMINED = {
    "register",
    "register_tiles",
    "checkpoints",
    "cosignatures",
    "fact_parts",
    *MADE_BY_FACTS,
    "result_documents",
    "result_chunks",
    "incidents",
    "corrections",
}
ALL = None
# What nobody has to be able to prove, with the reason. Columns; ALL: those of the whole table.
NOT_ON_RECORD: dict[str, tuple[set[str] | None, str]] = {
    "_sqlite_migrations": ({"id", "applied_at"}, "when a migration was made; which ones were made is examined"),
    "sqlite_sequence": ({"name", "seq"}, "the last number of a table: a new row has a greater one than each that is there"),
    "gap_reports": (ALL, "a cache: each use compares a report with its code, and one that is not the service's is made again"),
    "cosignatures": ({"at"}, "when a signature came; the signature states its own time"),
    "attempts": (ALL, "failed sign-ins of the last minutes"),
    "damage": (ALL, "what readers noticed: it is looked at anew"),
    "importer_looks": (ALL, "which version of an importer looked at an original last: it looks again"),
    "keyed_drafts": (ALL, "what is being keyed; it is on record once it is submitted"),
    "keyed_hands": (ALL, "the same"),
    "keyed_removed": (ALL, "the same"),
    "leases": (ALL, "who is at a piece of work now; what came of it is on record"),
    "uploads": (ALL, "how much a key may still upload"),
    "webhooks": (ALL, "messages that are sent to other programs; facts they name are on record"),
    "sign_ins": (ALL, "who is signed in; each use compares the row with its code"),
    "reminders": ({"code", "sent_on"}, "the code that each use of a calendar compares, and when mail was sent"),
    "keys": ({"last_used_at"}, "changes with each use"),
    "audits": (
        {"owner", "started_at", "hands_done", "begun", "begun_code"},
        "who has an audit in hand, since when and how far; its end is on record",
    ),
    "credentials": ({"step"}, "changes with each use"),
}  # fmt: skip


OF_A_DATABASE = {
    "shared_keys"
}  # digests of keys, which a file does not have: a data folder with other keys is refused


def is_off_record(table: str, column: str) -> bool:
    """Whether a cell is in the list above."""
    columns, _ = NOT_ON_RECORD.get(table, (set(), ""))
    return columns is ALL or column in columns or table in OF_A_DATABASE
