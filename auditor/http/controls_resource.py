"""A revision of a room's controls as the API shows it."""

from __future__ import annotations

from typing import Annotated, Any

from auditor.http.answer_structs import Links, Resource, means, shown
from auditor.http.context import service
from auditor.http.room_resource import controls_url, room_url
from auditor.store.rows import ControlsRecord
from rules.controls.examined_filing import Examined
from rules.controls.library import APPROVED


class AskedResource(Resource, frozen=True):
    """An approval that needs a reference."""

    parameter: str
    message: str
    clause: str


class RoomControlsResource(Resource, frozen=True):
    """A revision of a room's controls, with its standing and a present examination."""

    room: str
    ruleset: str
    revision: int
    title: str
    standing: Annotated[str, means("draft, submitted, denied, approved")]
    in_force: Annotated[dict[str, Any], means("from, until: days, both included; until follows a successor")]
    state: Annotated[
        str,
        means(
            "the standing; of what was approved: to come, in force, superseded, or ended where nothing follows"
        ),
    ]
    digest: str | None
    extends: list[str]
    source: dict[str, Any] | None
    document: dict[str, Any] | None
    approvable: bool
    problems: Annotated[list[str], means("all that is wrong with it")]
    warnings: Annotated[
        list[str],
        means("what does not prevent an approval, but what the person who approves has to know"),
    ]
    asked: Annotated[list[AskedResource], means("what an approval has to give a reference for")]
    links: Links


def controls_resource(record: ControlsRecord, examined: Examined | None = None) -> RoomControlsResource:
    """A revision with what an examination of it says now."""
    found = examined or service().approval.examined(record)
    days = service().approval.days(record, found)
    return shown(
        RoomControlsResource,
        record,
        in_force=dict(zip(("from", "until"), days, strict=True)),
        state=service().approval.state(record, days),
        extends=list(found.ruleset.extends) if found.ruleset else [],
        source=_file(record.source),
        document=_file(record.document),
        approvable=found.approvable,
        problems=[] if record.standing == APPROVED else list(found.problems),
        warnings=service().approval.warnings(record, found),
        asked=[shown(AskedResource, each) for each in found.asked],
        links=_links(record),
    )


def _file(sha256: str | None) -> dict[str, Any] | None:
    if not sha256:
        return None
    found = service().filing.file_record(sha256)
    names = ("sha256", "size", "media_type", "filename", "received_at")
    return {"bytes" if each == "size" else each: getattr(found, each) for each in names}


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
