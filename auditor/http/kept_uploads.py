"""Uploads while the record is damaged: answered with 202, "kept, not on record yet".

Who sends one is known by the facts that were verified last (`auditor.http.last_verified`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from flask import Flask, Response

from auditor.http.answer_structs import Resource, means
from auditor.http.blueprint import answer
from auditor.http.context import service, telemetry
from auditor.http.last_verified import must_go_by_all_facts
from auditor.inbox import KeptInInbox, kept_while_damaged
from auditor.store.inbox_folder import SentUpload

DESCRIPTION = "Kept, not on record yet: the record is damaged, and takes the file once it is sound"


class KeptUploadResource(Resource, frozen=True):
    """An upload that is kept in the inbox and not on record yet."""

    kept: bool
    sha256: Annotated[str, means("of the bytes as they were received")]
    bytes: int
    received_at: Annotated[str, means("of the first time, where the same was sent before")]
    detail: Annotated[str, means("why it is not on record, and what to do")]


@contextmanager
def kept_if_damaged(body: bytes, sent: SentUpload, *, dry_run: bool = False) -> Iterator[None]:
    """Block that takes an upload in; where the record is damaged it is kept, and KeptInInbox raised. A dry run keeps nothing."""
    if dry_run:
        must_go_by_all_facts()
        yield
        return
    try:
        with kept_while_damaged(service().store, body, sent):
            must_go_by_all_facts()
            yield
    except KeptInInbox:
        telemetry().uploaded("kept")
        raise


def answer_kept_uploads(app: Flask) -> None:
    """Answer uploads that are kept in the inbox."""
    app.register_error_handler(KeptInInbox, _answer)


def _answer(error: KeptInInbox) -> Response:
    kept = error.kept
    resource = KeptUploadResource(True, kept.sha256, kept.size, kept.received_at, f"{error} {error.because}")
    return answer(resource, 202, {"Cache-Control": "no-store"})
