"""`auditor demo`: the sample log through the service to its report. What `make demo` runs."""

from __future__ import annotations

import signal
import sys
import tempfile
from contextlib import ExitStack
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor.cli import exits
from auditor.cli.errors import Failure
from auditor.cli.terminal import console, for_people

if TYPE_CHECKING:
    from auditor.cli.client import Client
    from rules.results import Audit

SAMPLE = "wa-0417-2026-03-14"
_SECONDS = 60.0  # for the audit, which takes less than one
_GRAVEST = 6

EPILOG = """\b
Example:
  auditor demo --output /tmp/demo

\b
Exit status: 0 done (the sample has findings, that is its use); 3 the audit was not finished;
5 the service did not start.
"""


@click.command("demo", epilog=EPILOG)
@click.option(
    "--output", type=click.Path(file_okay=False, path_type=Path), default="demo-output", show_default=True,
    metavar="DIR", help="Where to save the report.",
)  # fmt: skip
def command(output: Path) -> None:
    """Start the service on a free port, audit a sample log over HTTP, save the report, stop the service.

    The service keeps its store in a temporary folder; only the report remains.
    """
    from auditor.cli.client import Answered, Client, Unfinished
    from auditor.cli.service_process import running_service

    output.mkdir(parents=True, exist_ok=True)
    pdf, json = output / f"{SAMPLE}.pdf", output / f"{SAMPLE}.json"
    signal.signal(
        signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM)
    )  # so that the service is stopped too
    with ExitStack() as stack:
        data = stack.enter_context(tempfile.TemporaryDirectory(prefix="auditor-demo-"))
        sample = stack.enter_context(as_file(files("auditor") / "samples" / f"{SAMPLE}.ndjson"))
        _say("Starting the service on a free port of this machine …")
        key = _key(Path(data))
        client = Client(stack.enter_context(running_service(Path(data))), key)
        try:
            number = _audited(client, sample)
            client.save(f"/v1/audits/{number}/report.pdf", pdf)
            client.save(f"/v1/audits/{number}/report.json", json)
        except (Answered, Unfinished) as error:
            raise Failure(f"The demonstration stopped: {error}", exits.INCOMPLETE) from error
    _summary(json, pdf)


def _say(text: str) -> None:
    click.echo(click.style(text, dim=True) if for_people(sys.stdout) else text)


def _key(data: Path) -> str:
    """A key for the demonstration, in its own store: it ends with it."""
    from auditor.access.keys import NewKey, make
    from auditor.store import Store

    store = Store(data)
    try:
        return make(store, NewKey("automation", "auditor demo", all_rooms=True), days=1)[1]
    finally:
        store.close()


def _audited(client: Client, sample: Path) -> int:
    """Upload the sample and have it audited; the audit's number."""
    with sample.open("rb") as stream:
        _, session = client.upload(stream)
    _say(f"POST {client.url}/v1/sessions: session {session['id']}, {session['hands']} hands of {sample.name}")
    asked = client.ask_for_audit(sessions=[session["id"]])
    audit: dict[str, Any] = client.wait(asked["id"], _SECONDS)
    _say(f"POST {client.url}/v1/audits: audit {audit['id']} {audit['state']}")
    if audit["state"] != "finished":
        raise Failure(f"The audit failed: {audit['error']}", exits.INCOMPLETE)
    number: int = audit["id"]
    return number


def _summary(json: Path, pdf: Path) -> None:
    import msgspec

    from rules.results import Audit

    audit = msgspec.json.decode(json.read_bytes(), type=Audit)
    if for_people(sys.stdout):
        _on_screen(audit)
    else:
        _as_text(audit)
    click.echo()
    for name, path in (("Report", pdf), ("As JSON", json)):
        click.echo(f"{name:<11}{path.resolve()}")
    click.echo("Next       auditor serve keeps it running; auditor explain SCR001 says what a code means.")


def _on_screen(audit: Audit) -> None:
    from rich.text import Text

    from auditor.cli.audit_screen import show_first, show_header
    from reports.story import Story

    screen, story = console(), Story(audit)
    screen.print()
    show_header(story, screen)
    show_first(story, screen)
    screen.print()
    screen.print(Text(story.conclusion(), "bold"))


def _as_text(audit: Audit) -> None:
    from auditor.cli.audit_text import first_lines, header_lines
    from reports.story import Story

    story = Story(audit)
    for line in ("", *header_lines(story), *first_lines(story), "", story.conclusion()):
        click.echo(line)
