"""`auditor demo`: the sample log through the service to its report, and its pages. What `make demo` runs."""

from __future__ import annotations

import datetime as dt
import signal
import sys
import threading
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor.cli import exits
from auditor.cli.errors import Failure
from auditor.cli.terminal import console, for_people

if TYPE_CHECKING:
    from auditor.cli.client import Client
    from auditor.cli.demo_store import Login
    from rules.results import Audit

SAMPLE = "wa-0417-2026-03-14"
_SECONDS = 60.0  # for the audit, which takes less than one
_DAYS = 30  # that the test authority lasts
_USUAL = "http://127.0.0.1:8417"  # where auditor serve listens
_DAY = "/rooms/WA-0417/days/2026-03-14"

EPILOG = """\b
Example:
  auditor demo --output /tmp/demo

\b
Exit status: 0 done (the sample has findings, that is its use); 2 DIR/data is no folder of a demonstration;
3 the audit was not finished; 5 the service did not start.
"""


@click.command("demo", epilog=EPILOG)
@click.option(
    "--output", type=click.Path(file_okay=False, path_type=Path), default="demo-output", show_default=True,
    metavar="DIR", help="Where to save the report, and to keep the store (DIR/data).",
)  # fmt: skip
@click.option(
    "--serve/--no-serve", "serving", default=None,
    help="Leave the service running until Ctrl-C; otherwise stop it. Without either: only at a terminal.",
)  # fmt: skip
def command(output: Path, serving: bool | None) -> None:
    """Start the service on a free port, audit a sample log over HTTP, issue and save the report, and show the pages.

    The report is signed by a test authority, made for the demonstration. So are two people, who can sign in to the pages.
    """
    from auditor.cli.client import Answered, Client, Unfinished
    from auditor.cli.demo_store import ROOM, TERMS, make_holders, new_folder
    from auditor.cli.service_process import running_service
    from auditor.signing.authority import make_test_authority

    pdf, json = output / f"{SAMPLE}.pdf", output / f"{SAMPLE}.json"
    signal.signal(
        signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM)
    )  # so that the service is stopped too
    data = new_folder(output)
    with ExitStack() as stack:
        sample = stack.enter_context(as_file(files("auditor") / "samples" / f"{SAMPLE}.ndjson"))
        _say("Starting the service on a free port of this machine …")
        root = make_test_authority(data, dt.datetime.now(dt.UTC), days=_DAYS)[0]
        holders = make_holders(data)
        url = stack.enter_context(running_service(data))
        client = Client(url, holders.program)
        try:
            Client(url, holders.administrator).send("PUT", f"/v1/rooms/{ROOM}", json=TERMS)
            number = _audited(client, sample)
            given = _issued(client, number, pdf, root)
            client.save(f"/v1/audits/{number}/report.json", json)
        except (Answered, Unfinished) as error:
            raise Failure(f"The demonstration stopped: {error}", exits.INCOMPLETE) from error
        _summary(json, pdf, given)
        if serving or (serving is None and sys.stdin.isatty() and sys.stdout.isatty()):
            _pages(url, holders.people)
            _serve(data)
            return
    _pages(_USUAL, holders.people, f"auditor serve --data {data.resolve()}")


def _pages(url: str, people: Sequence[Login], begin: str = "") -> None:
    """Where the pages are, who can sign in, and what to look at. begin: the command that serves them; empty: they are served."""
    click.echo()
    if begin:
        click.echo(f"Serve      {begin}")
    click.echo(f"Pages      {url}/")
    for each in people:
        click.echo(f"Sign in    {each.email}  {each.password}  ({each.words})")
    click.echo(
        f"Look at    {url}{_DAY}: the incidents of the evening, each with its hand, what was recorded beside what was due."
    )


def _serve(data: Path) -> None:
    """Wait until somebody presses Ctrl-C."""
    click.echo("The service runs until you press Ctrl-C.")
    sys.stdout.flush()
    with suppress(KeyboardInterrupt):
        threading.Event().wait()
    click.echo(f"\nStopped. To serve it again: auditor serve --data {data.resolve()}")


def _say(text: str) -> None:
    click.echo(click.style(text, dim=True) if for_people(sys.stdout) else text)


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


def _issued(client: Client, audit: int, pdf: Path, root: Path) -> list[str]:
    """Issue the report, save it, and keep beside it what verifies it; what `auditor verify` is given."""
    _, report = client.send("POST", f"/v1/audits/{audit}/reports", json={"by": "auditor demo"})
    client.save(report["links"]["pdf"], pdf)
    _say(
        f"POST {client.url}/v1/audits/{audit}/reports: report {report['id']}, signed by {report['signer']['subject']}"
    )
    roots = pdf.with_name(f"{SAMPLE}-root.pem")
    roots.write_bytes(root.read_bytes())
    return ["--roots", str(roots.resolve()), "--key", client.get("/v1/register")["key"]]


def _summary(json: Path, pdf: Path, given: list[str]) -> None:
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
    click.echo(f"Verify     auditor verify {pdf.resolve()} {' '.join(given)}")
    click.echo("Next       auditor explain SCR001 says what a code means.")


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
