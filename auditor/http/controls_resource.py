"""A revision of a room's controls as the API shows it."""

from __future__ import annotations

from typing import Any

from auditor.http.context import service
from auditor.http.room_api import controls_url, room_url
from auditor.store.rows import ControlsRecord
from rules.controls.examined_filing import Examined
from rules.controls.library import APPROVED


def controls_resource(record: ControlsRecord, examined: Examined | None = None) -> dict[str, Any]:
    """A revision with what an examination of it says now."""
    found = examined or service().approval.examined(record)
    days = service().approval.days(record, found)
    return {
        "room": record.room,
        "ruleset": record.ruleset,
        "revision": record.revision,
        "title": record.title,
        "standing": record.standing,
        "in_force": dict(zip(("from", "until"), days, strict=True)),
        "state": service().approval.state(record, days),
        "digest": record.digest,
        "extends": list(found.ruleset.extends) if found.ruleset else [],
        "source": _file(record.source),
        "document": _file(record.document),
        "approvable": found.approvable,
        "problems": [] if record.standing == APPROVED else list(found.problems),
        "warnings": service().approval.warnings(record, found),
        "asked": found.asked,
        "links": _links(record),
    }


def _file(sha256: str | None) -> dict[str, Any] | None:
    if not sha256:
        return None
    found = service().filing.file_record(sha256)
    return {
        "sha256": found.sha256,
        "bytes": found.size,
        "media_type": found.media_type,
        "filename": found.filename,
        "received_at": found.received_at,
    }


def _links(record: ControlsRecord) -> dict[str, str]:
    url = controls_url(record.room, record.ruleset, record.revision)
    ruleset = f"/v1/rulesets/{record.ruleset}/{record.revision}"
    links = {
        "self": url,
        "room": room_url(record.room),
        "history": f"{url}/history",
        "source": f"{url}/source.toml",
        "ruleset": ruleset,
        "canonical": f"{ruleset}/canonical.toml",
        "gaps_json": f"{ruleset}/gaps.json",
        "gaps_pdf": f"{ruleset}/gaps.pdf",
    }
    if record.document is not None:
        links["document"] = f"{url}/document"
    if record.revision > 1:
        before = f"/v1/rulesets/{record.ruleset}/{record.revision - 1}"
        links["changes"] = f"{before}/diff/{record.ruleset}/{record.revision}"
    return links
