"""State file of `auditor nightly`: the moment up to which findings were reported."""

from __future__ import annotations

import os
import re
from pathlib import Path

import click
import msgspec
from msgspec import Struct

from auditor.cli import exits
from auditor.cli.command_errors import CommandFailure, os_reason
from auditor.cli.written_files import atomic

FORMAT = "cardroom-nightly/2"
EARLIER_FORMAT = "cardroom-nightly/1"  # listed the audit of every session instead of a cursor


class RegisterSeen(Struct, frozen=True):
    """Last verified checkpoint of the register, and its signer's public key."""

    key: str
    checkpoint: str


class NightlyState(Struct):
    """The state. cursor, register: None before any."""

    format: str = FORMAT
    service: str = ""
    cursor: str | None = None
    register: RegisterSeen | None = None


def state_path(url: str) -> Path:
    """Default path of a service's state."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    name = re.sub(r"[^A-Za-z0-9]+", "-", url.partition("://")[2]).strip("-")
    return Path(home) / "cardroom-auditor" / f"nightly-{name}.json"


def read_state(path: Path, url: str) -> NightlyState:
    """State of the last run, empty without a file. Raises Failure."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        state = msgspec.json.decode(path.read_bytes(), type=NightlyState)
        if state.format not in (FORMAT, EARLIER_FORMAT):
            raise ValueError(f"its format is {state.format!r}")
    except FileNotFoundError:
        return NightlyState(service=url)
    except OSError as error:
        raise CommandFailure(
            f"The state file cannot be used: {os_reason(error)}. Name another with --state.", exits.REFUSED
        ) from error
    except ValueError as error:
        raise CommandFailure(
            f"{path} is no state file of {FORMAT} ({error}). Move it away, and every finding is reported as "
            "new, or name another with --state.",
            exits.REFUSED,
        ) from error
    if state.service != url:
        raise CommandFailure(
            f"{path} is of the service at {state.service}, not of {url}. Name another file with --state.",
            exits.REFUSED,
        )
    if state.format == EARLIER_FORMAT:
        click.echo(
            f"auditor: {path} is of an earlier version ({EARLIER_FORMAT}) and is replaced. Every finding is reported as new "
            "this time; there is nothing to do.",
            err=True,
        )
        return NightlyState(service=url)
    return state


def write_state(path: Path, before: NightlyState, cursor: str | None, register: RegisterSeen | None) -> None:
    """Write the state where it changed."""
    state = NightlyState(service=before.service, cursor=cursor, register=register)
    if state != before:
        with atomic(path) as stream:
            stream.write(msgspec.json.format(msgspec.json.encode(state), indent=1) + b"\n")
