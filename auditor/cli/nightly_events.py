"""Tournaments and ledgers that `auditor nightly` audits."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from auditor.cli.client import Client

KINDS = ("tournament", "ledger")


def audit_events(client: Client, until: float) -> Iterator[str]:
    """Audit pending events; what failed."""
    for kind in KINDS:
        for event in list(client.pages(f"/v1/{kind}s", f"{kind}s", pending="true")):
            trouble = _audit(client, kind, event, until)
            if trouble is not None:
                yield trouble


def _audit(client: Client, kind: str, event: dict[str, Any], until: float) -> str | None:
    """Audit one to its end; reason of failure, or None."""
    from auditor.cli.client import ErrorAnswer, Unfinished

    which = f"The {kind} {event[kind]} of room {event['room']}"
    try:
        _, asked = client.send("PUT", f"/v1/{kind}s/{event['id']}/audit")
        ended = client.wait(asked["id"], until - monotonic())
    except ErrorAnswer as answered:
        return f"{which} was not audited: {answered}"
    except Unfinished as error:
        return f"{error} Run this again, or give it more time with --timeout."
    return f"{which}: {ended['error']}" if ended["state"] == "failed" else None
