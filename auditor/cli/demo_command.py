"""`auditor demo`, also `make demo`: the sample log through the service to its report and pages."""

from __future__ import annotations

import datetime as dt
import signal
import socket
import sys
import threading
from contextlib import ExitStack, suppress
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from auditor.cli import exits
from auditor.cli.command_errors import CommandFailure
from auditor.cli.own_command import as_typed, own_command
from auditor.cli.terminal import console, for_people

if TYPE_CHECKING:
    from auditor.cli.client import Client
    from auditor.cli.demo_store import Demonstration, Holders
    from rules.results import Audit

SAMPLE = "wa-0417-2026-03-14"
_SECONDS = 60.0  # for the audit, which takes less than one
_PORT = 8417  # where auditor serve listens, and where the documents look
_DAY = "/rooms/WA-0417/days/2026-03-14"

EPILOG = """\b
Examples:
  auditor demo --output /tmp/demo
  auditor demo --output /tmp/demo --fresh

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
@click.option(
    "--fresh",
    is_flag=True,
    help="Begin anew; without it, a demonstration that is in DIR/data is shown again.",
)
def command(output: Path, serving: bool | None, fresh: bool) -> None:
    """Show a card room's week: audit a sample log over HTTP, issue and save its report, and show the pages.

    The room, its people and its week are invented, and somebody of each role can sign in. The week ended yesterday. The report is
    signed by a test authority. The pages are at port 8417 if it is free.
    """
    from auditor.cli.demo_store import kept
    from auditor.cli.service_process import running_service

    # so that the service is stopped too
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    serves = serving or (serving is None and sys.stdin.isatty() and sys.stdout.isatty())
    data = output / "data"
    found = kept(data)
    made = None if fresh else found
    with ExitStack() as stack:
        if made is None:
            holders, root = new_store(data)
            url = stack.enter_context(running_service(data, port=free_port() if serves else 0))
            made = _made(url, output, holders, root)
        else:
            _say(
                f"The demonstration of {made.made_at[:10]} is shown again, with what was done in it. --fresh begins anew."
            )
            url = stack.enter_context(running_service(data, port=free_port())) if serves else ""
        _files(output, made)
        if serves:
            _pages(url, made)
            _serve(data)
            return
    click.echo(f"Serve      {own_command()} serve --data {as_typed(data)}")
    _people(made)


def free_port() -> int:
    """The documents' port, else 0 for any."""
    with socket.socket() as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind(("127.0.0.1", _PORT))
        except OSError:
            _say(f"Port {_PORT} is in use, so that the pages are at another one.")
            return 0
    return _PORT


def new_store(data: Path) -> tuple[Holders, Path]:
    """A store with a week on record: its holders, and its test authority's root."""
    from auditor.cli.demo_store import make_holders, new_folder
    from auditor.demonstration.week import StaffKeys, fill
    from auditor.signing.trial_authority import make_test_authority

    _say("Making the week of a card room that does not exist …")
    new_folder(data)
    root = make_test_authority(data, dt.datetime.now(dt.UTC))[0]
    holders = make_holders(data)
    fill(data, StaffKeys(holders.staff, holders.compliance))
    return holders, root


def _made(url: str, output: Path, holders: Holders, root: Path) -> Demonstration:
    """Send the sample, save its report, and keep what a later start prints."""
    from auditor.cli.client import Client, ErrorAnswer, Unfinished
    from auditor.cli.demo_store import Demonstration, keep
    from auditor.demonstration.week import own_logs
    from auditor.store.service_clock import now

    client = Client(url, holders.program)
    try:
        with as_file(files("auditor") / "samples" / f"{SAMPLE}.ndjson") as sample:
            number = _audited(client, sample)
        key = _issued(client, number, output / f"{SAMPLE}.pdf")
        client.save(f"/v1/audits/{number}/report.json", output / f"{SAMPLE}.json")
    except (ErrorAnswer, Unfinished) as error:
        raise CommandFailure(f"The demonstration stopped: {error}", exits.INCOMPLETE) from error
    (output / f"{SAMPLE}-root.pem").write_bytes(root.read_bytes())
    for name, log in own_logs(dt.datetime.now(dt.UTC)).items():
        (output / name).write_bytes(log)
    made = Demonstration(now(), holders.people, key)
    keep(output / "data", made)
    _summary(output / f"{SAMPLE}.json")
    return made


def _files(output: Path, made: Demonstration) -> None:
    pdf, json, root = (output / f"{SAMPLE}{end}" for end in (".pdf", ".json", "-root.pem"))
    click.echo()
    click.echo(f"Report     {as_typed(pdf)}")
    click.echo(f"As JSON    {as_typed(json)}")
    click.echo(f"Verify     {own_command()} verify {as_typed(pdf)} --roots {as_typed(root)} --key {made.key}")
    click.echo(f"Next       {own_command()} explain SCR001   (says what a code means)")
    click.echo(f"Upload     {as_typed(output / 'my-first.ndjson')}   (a log to try, as staff)")
    click.echo()


def _pages(url: str, made: Demonstration) -> None:
    click.echo(f"Pages      {url}/")
    _people(made)
    click.echo(f"Look at    {url}/ as each of them: what waits for whoever signs in")
    click.echo(f"           {url}{_DAY}: the sample's incidents")


def _people(made: Demonstration) -> None:
    for each in made.people:
        click.echo(f"Sign in    {each.email:<18} {each.password}  {each.words}")
    click.echo("           An authenticator app is set up at the first sign-in.")


def _serve(data: Path) -> None:
    click.echo("The service runs until you press Ctrl-C.")
    sys.stdout.flush()
    with suppress(KeyboardInterrupt):
        threading.Event().wait()
    click.echo(f"\nStopped. To serve it again: {own_command()} serve --data {as_typed(data)}")


def _say(text: str) -> None:
    click.echo(click.style(text, dim=True) if for_people(sys.stdout) else text)


def _audited(client: Client, sample: Path) -> int:
    with sample.open("rb") as stream:
        _, session = client.upload(stream)
    _say(f"POST {client.url}/v1/sessions: session {session['id']}, {session['hands']} hands of {sample.name}")
    asked = client.ask_for_audit(sessions=[session["id"]])
    audit: dict[str, Any] = client.wait(asked["id"], _SECONDS)
    _say(f"POST {client.url}/v1/audits: audit {audit['id']} {audit['state']}")
    if audit["state"] != "finished":
        raise CommandFailure(f"The audit failed: {audit['error']}", exits.INCOMPLETE)
    number: int = audit["id"]
    return number


def _issued(client: Client, audit: int, pdf: Path) -> str:
    _, report = client.send("POST", f"/v1/audits/{audit}/reports", json={"by": "auditor demo"})
    client.save(report["links"]["pdf"], pdf)
    _say(
        f"POST {client.url}/v1/audits/{audit}/reports: report {report['id']}, signed by {report['signer']['subject']}"
    )
    key: str = client.get("/v1/register")["key"]
    return key


def _summary(json: Path) -> None:
    import msgspec

    from rules.results import Audit

    audit = msgspec.json.decode(json.read_bytes(), type=Audit)
    if for_people(sys.stdout):
        _on_screen(audit)
    else:
        _as_text(audit)


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
