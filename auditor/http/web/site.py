"""All pages, as one part of the application."""

from __future__ import annotations

from flask import Flask

from auditor.http.web import (  # noqa: F401 - each adds its pages to the blueprint
    account_pages,
    approvals,
    audit_documents,
    audit_pages,
    conflicts,
    controls_pages,
    controls_steps,
    correction_pages,
    draft_actions,
    editor,
    event_pages,
    gains_pages,
    gaming_days,
    hand_pages,
    home_pages,
    incident_pages,
    issued_pages,
    kept_files,
    keyed_end,
    keyed_pages,
    outcomes,
    people_pages,
    provider,
    question_pages,
    reminder_pages,
    room_pages,
    room_terms_pages,
    sample_pages,
    screening_pages,
    session_pages,
    signing_in,
    start,
    trials,
    uploading,
    verify_pages,
    workbook_pages,
)
from auditor.http.web.forms import keep_secrets
from auditor.http.web.page_rendering import show_pages
from auditor.http.web.texts import add_sentences
from auditor.http.web.web_blueprint import web


def add_pages(app: Flask) -> None:
    """Give an application the pages for people."""
    app.register_blueprint(web)
    add_sentences(app)
    keep_secrets(app)  # before `show_pages`, so that it is done after errors became pages
    show_pages(app)
