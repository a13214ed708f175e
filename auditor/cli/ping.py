"""Dead man's switch: an address called after a command, so that a missing call is noticed. It is secret, and never printed."""

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
    """Outcome of a command, reported last."""

    done = False


@contextmanager
def pinging(url: str | None) -> Iterator[CommandOutcome]:
    """Block that calls an address at its end, or its /fail unless done; None calls nothing."""
    if url is not None:
        _must_be_an_address(url)
    outcome = CommandOutcome()
    try:
        yield outcome
    finally:
        if url is not None:
            ping(url if outcome.done else _of_failure(url))


def ping(url: str) -> bool:
    """Call an address with retries; whether it answered. Failure is a warning."""
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
    """Reason of a failed call, or "", without the library's text, which has the address."""
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
