"""All pages, as one part of the application."""

from __future__ import annotations

from flask import Flask

from auditor.http.web import (  # noqa: F401 - each adds its pages to the blueprint
    account,
    approvals,
    audit_documents,
    audits,
    conflicts,
    controls,
    controls_steps,
    corrections,
    editor,
    events,
    gaming_days,
    hands,
    home,
    incidents,
    issued,
    kept_files,
    keyed,
    keyed_end,
    outcomes,
    people,
    provider,
    questions,
    reminders,
    room_terms,
    rooms,
    samples,
    sessions,
    signing_in,
    start,
    steps,
    trials,
    uploading,
    verify,
    workbooks,
)
from auditor.http.web.blueprint import web
from auditor.http.web.forms import keep_secrets
from auditor.http.web.texts import add_sentences
from auditor.http.web.view import show_pages


def add_pages(app: Flask) -> None:
    """Give an application the pages for people."""
    app.register_blueprint(web)
    add_sentences(app)
    keep_secrets(app)  # before `show_pages`, so that it is done after errors became pages
    show_pages(app)
