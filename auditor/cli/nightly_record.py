"""What the service has on record of findings, and what of it was told before.

The record is, for each session that no correction has superseded, the findings of its newest finished audit.
What was told is the service's own earlier audits: the state file holds only which audit of each session was
the last one told. Without the file, or where the store has since been replaced, everything is new.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from auditor.cli import exits
from auditor.cli.client import Client
from auditor.cli.errors import Failure, os_reason
from auditor.cli.files import atomic
from rules.checks.catalogue import room_checks

FORMAT = "cardroom-nightly/1"
OF_THE_DAY = 0  # in place of a session's number: what was found of a room's gaming day as a whole


class Seen(Struct, frozen=True):
    """A finding, as far as it is told at night."""

    fingerprint: str
    code: str
    name: str
    kind: str
    severity: str
    room: str
    session: str
    hand: int | None
    seat: int | None
    line: int | None
    hands: list[int] | None
    clause: str
    message: str


class Reported(Struct, frozen=True):
    """The audit that a session's findings were told from; ``result`` tells it from another of that number."""

    room: str
    session: str
    number: int  # of the version of the session, in the service
    audit: int
    result: str


class State(Struct):
    """The state file."""

    format: str = FORMAT
    service: str = ""
    reported: list[Reported] = field(default_factory=list, name="told")  # the name in the state file


class Record:
    """The service's audits and their findings, read once each."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self._findings: dict[int, dict[int, list[Seen]]] = {}
        self.sessions = {
            each["id"]: each for each in client.pages("/v1/sessions", "sessions", current="true")
        }
        self.audits = {each["id"]: each for each in client.pages("/v1/audits", "audits")}
        self.newest = self._newest()

    def _newest(self) -> dict[tuple[str, str], Reported]:
        """The newest finished audit of every current session, and of every gaming day, what-ifs aside."""
        found: dict[tuple[str, str], Reported] = {}
        for number in sorted(self.audits, reverse=True):
            audit = self.audits[number]
            if audit["state"] != "finished" or _is_aside(audit):
                continue
            if audit["day"] is not None:
                whole = audit["room"], f"day {audit['day']}"
                found.setdefault(whole, Reported(*whole, OF_THE_DAY, number, audit["result_sha256"]))
            for each in audit["sessions"]:
                session = self.sessions.get(each)
                if session is None or audit["ruleset"] not in (None, session["ruleset"]):
                    continue
                key = session["room"], session["session"]
                found.setdefault(key, Reported(*key, each, number, audit["result_sha256"]))
        return found

    def findings(self, reported: Reported | None) -> list[Seen]:
        """The findings of a session in an audit; none where the service no longer has that audit."""
        if reported is None or self.audits.get(reported.audit, {}).get("result_sha256") != reported.result:
            return []
        if reported.audit not in self._findings:
            self._findings[reported.audit] = self._read(reported.audit)
        return self._findings[reported.audit].get(reported.number, [])

    def _read(self, audit: int) -> dict[int, list[Seen]]:
        """An audit's findings by session; what only a whole day shows is the day's, whichever session it is about."""
        across = {entry.code for entry in room_checks()}
        by_session: dict[int, list[Seen]] = {}
        if self.audits[audit]["counts"]["findings"]:
            for each in self._client.pages(f"/v1/audits/{audit}/findings", "findings"):
                session = OF_THE_DAY if each["code"] in across else each["session_id"] or OF_THE_DAY
                by_session.setdefault(session, []).append(msgspec.convert(each, Seen))
        return by_session

    def failures(self) -> list[str]:
        """The checks that broke down in the audits of the record, which are incomplete."""
        return [
            f"Audit {number}: {failure['message']}"
            for number in sorted({each.audit for each in self.newest.values()})
            for failure in self.audits[number]["failures"] or ()
        ]

    def audits_not_in(self, reported: Iterable[Reported]) -> list[int]:
        """The audits of the record that nothing was told from yet."""
        known = {(each.audit, each.result) for each in reported}
        return sorted({each.audit for each in self.newest.values() if (each.audit, each.result) not in known})

    def has(self, room: str, table: str | None, day: str) -> bool:
        """Whether a log of a room, or of one of its tables, is there for a day."""
        return any(
            each["room"] == room and each["day"] == day and table in (None, each["table"])
            for each in self.sessions.values()
        )


def _is_aside(audit: dict[str, Any]) -> bool:
    """Whether an audit says nothing of how things stand: what was tried, and what was done again as it was."""
    return bool(audit["knowledge"]["as_if"]) or audit["request"].get("known") == "then"


class Difference(Struct):
    """The record against what was told."""

    new: list[Seen]
    persisting: list[Seen]
    gone: list[Seen]


def compare(record: Record, reported: Iterable[Reported]) -> Difference:
    """What is new, persisting and gone, by fingerprint, session by session."""
    before = {(each.room, each.session): each for each in reported}
    difference = Difference([], [], [])
    for key, now in record.newest.items():
        found = record.findings(now)
        known = record.findings(before.get(key))
        fingerprints = {each.fingerprint for each in known}
        for each in found:
            (difference.persisting if each.fingerprint in fingerprints else difference.new).append(each)
        fingerprints = {each.fingerprint for each in found}
        difference.gone += [each for each in known if each.fingerprint not in fingerprints]
    return difference


def state_path(url: str) -> Path:
    """Where the state of a service is kept unless another place is named."""
    home = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    name = re.sub(r"[^A-Za-z0-9]+", "-", url.partition("://")[2]).strip("-")
    return Path(home) / "cardroom-auditor" / f"nightly-{name}.json"


def read_state(path: Path, url: str) -> State:
    """What was told; nothing where there is no file. A Failure where the file is something else."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        state = msgspec.json.decode(path.read_bytes(), type=State)
        if state.format != FORMAT:
            raise ValueError(f"its format is {state.format!r}")
    except FileNotFoundError:
        return State(service=url)
    except OSError as error:
        raise Failure(
            f"The state file cannot be used: {os_reason(error)}. Name another with --state.", exits.REFUSED
        ) from error
    except ValueError as error:
        raise Failure(
            f"{path} is no state file of {FORMAT} ({error}). Move it away, and every finding is told as "
            "new, or name another with --state.",
            exits.REFUSED,
        ) from error
    if state.service != url:
        raise Failure(
            f"{path} is of the service at {state.service}, not of {url}. Name another file with --state.",
            exits.REFUSED,
        )
    return state


def write_state(path: Path, state: State, record: Record) -> None:
    """Remember what is told now, beside what was told of sessions that are no longer in the record."""
    reported = {(each.room, each.session): each for each in state.reported} | record.newest
    now = State(service=state.service, reported=[reported[key] for key in sorted(reported)])
    if now != state:
        with atomic(path) as stream:
            stream.write(msgspec.json.format(msgspec.json.encode(now), indent=1) + b"\n")
