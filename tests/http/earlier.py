"""Logs on record of a service that took what it could not audit."""

from flask.testing import FlaskClient

from auditor.evidence import Evidence
from auditor.store import Store
from auditor.store.service_clock import now
from rules.audit.log_facts import read_facts


def on_record(client: FlaskClient, body: bytes | str) -> int:
    """Put a log on record without a look at whether it can be audited; the number of its session."""
    return kept(client.application.extensions["auditor"].store, body)


def kept(store: Store, body: bytes | str) -> int:
    """The same, in a store."""
    evidence = Evidence(body.encode() if isinstance(body, str) else body)
    session, new = store.sessions.keep(evidence, read_facts(evidence), None, now())
    assert new
    number: int = session.id
    return number
