"""People at a browser who sign in through a provider of OpenID Connect."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from auditor.access import people
from auditor.store.service_clock import now
from tests.access.providers import Scripted, configured, visit
from tests.http.web.kit import Person, words

BACK = "http://localhost/sign-in/provider/back"


def at_provider(app, port: int, **more: object) -> None:
    """Have an application ask a provider at a port of this machine."""
    service = app.extensions["auditor"]
    service.provider = configured(Path(service.store.folder), port, **more)


@contextmanager
def scripted_for(app, **more: object) -> Iterator[Scripted]:
    """A provider that answers what a test has it answer, which an application asks."""
    with Scripted().running() as scripted:
        at_provider(app, scripted.server.server_port, **more)
        yield scripted


def invited(app, who) -> Person:
    """Somebody with an invitation that was not used."""
    people.invite(app.extensions["auditor"].store, *who, now(), "ops")
    return Person(app)


def through(person: Person, subject: str = "", path: str = "/sign-in/provider?then=/rooms"):
    """Go to the provider, say there who it is, and come back."""
    gone = person.client.get(path)
    assert gone.status_code == 303, words(gone)
    answer = visit(gone.headers["Location"], subject, BACK)
    return person.client.get("/sign-in/provider/back", query_string=answer, follow_redirects=True)
