"""Requests that go by the facts that were verified last, because the register is not as it was signed now.

Uploads alone do: who sends one is known by those facts, and nothing else is done then but to keep the file.
"""

from __future__ import annotations

from contextlib import ExitStack

from flask import Flask, g

from auditor.errors import RecordDamaged
from auditor.http.context import base_service

ADDRESSES = ("sessions.upload", "tournaments.upload", "ledgers.upload", "originals.upload", "web.uploaded")


def go_by_last_verified(damaged: RecordDamaged) -> None:
    """Have the rest of a request, which can only be kept, go by the facts that were verified last."""
    g.damaged = damaged
    g.last_verified = stack = ExitStack()
    stack.enter_context(base_service().store.authority.as_last_verified())


def must_go_by_all_facts() -> None:
    """Raise RecordDamaged where a request goes by the facts that were verified last."""
    damaged: RecordDamaged | None = g.get("damaged")
    if damaged is not None:
        raise damaged


def end_with_requests(app: Flask) -> None:
    """End with each request what `go_by_last_verified` began in it."""
    app.teardown_request(_end)


def _end(_: BaseException | None) -> None:
    stack: ExitStack | None = g.pop("last_verified", None)
    if stack is not None:
        stack.close()
