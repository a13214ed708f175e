"""How a record says that it was made, in words."""

from __future__ import annotations

SOURCES = {
    "table_system": "the table’s own system",
    "keyed": "keyed in during the session or afterwards",
    "video_review": "video review",
    "paper": "paper records",
}
UNSAID = "not recorded"
