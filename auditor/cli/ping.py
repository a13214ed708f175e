"""A dead man's switch: an address that is called after a command, so that whoever watches it notices when no call comes.

The address is a secret, because whoever knows it can call it: nothing prints it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import sleep
from urllib.parse import urlsplit, urlunsplit

import click

VARIABLE = "AUDITOR_PING"
TRIES = 3
PAUSE_SECONDS = 1.0  # after the first try; twice as long after the next
TIMEOUT_SECONDS = 10.0


class CommandOutcome:
    """Outcome that is reported of a command: that it did its work, which it says last, or not."""

    done = False


@contextmanager
def pinging(url: str | None) -> Iterator[CommandOutcome]:
    """Call an address when the block ends: the address itself if the outcome is done, else its /fail. None: nothing is called."""
    if url is not None:
        _must_be_an_address(url)
    outcome = CommandOutcome()
    try:
        yield outcome
    finally:
        if url is not None:
            ping(url if outcome.done else _of_failure(url))


def ping(url: str) -> bool:
    """Call an address, a few times if need be; whether it was answered. A failure is a warning on standard error."""
    why = ""
    for number in range(TRIES):
        sleep(PAUSE_SECONDS * number)
        if (why := _call(url)) == "":
            return True
    click.echo(
        f"auditor: {VARIABLE} could not be called ({why}). Whoever watches it will miss this run; the report is complete.",
        err=True,
    )
    return False


def _call(url: str) -> str:
    """Why a call failed; empty where it was answered. An error of the library has the address in its text."""
    import requests

    try:
        with requests.get(url, timeout=TIMEOUT_SECONDS, allow_redirects=False, stream=True) as answer:
            status = answer.status_code
    except requests.Timeout:
        return "it does not answer in time"
    except (requests.RequestException, ValueError):
        return "nothing answers there"
    return "" if 200 <= status < 300 else f"it answers {status}"


def _of_failure(url: str) -> str:
    parts = urlsplit(url)
    return urlunsplit(parts._replace(path=f"{parts.path.rstrip('/')}/fail"))


def _must_be_an_address(url: str) -> None:
    try:
        parts = urlsplit(url)
        fits = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        fits = False
    if not fits or not url.isprintable():
        raise click.UsageError(
            f"--ping, or {VARIABLE}: an address is expected that begins with https:// or http://."
        )
