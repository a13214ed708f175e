"""Verification of a brought report, as `auditor verify REPORT.pdf` does it; nothing is kept."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from auditor.errors import CannotVerify
from auditor.jobs.costly_work import CostlyWork
from auditor.signing.secrets import BadSigning
from auditor.store import Store
from auditor.store.stored_reports import IssuedReport
from auditor.trusted import register_key, roots
from rules.typed import from_plain

PROCESSOR_SECONDS = 20
_WAIT_SECONDS = 60
_MEMORY = 2 << 30  # bytes of address space
_NO_MEMORY = "(MemoryError)"
_PROGRAM = str(Path(__file__).with_name("verifier_process.py"))
_FAILED = (
    "The verifier of this service did not run to its end, which says nothing about the report. Verify it on your own machine, "
    "with the standalone verifier or `auditor verify`; whoever runs the service finds the cause in its log."
)
_REPORT, _UNREADABLE = (0, 1, 3), 2  # exit statuses of the verifier
_WITHOUT_MEMORY = 4  # and that of its process

log = logging.getLogger(__name__)

Verdict = Literal["verified", "refused", "not verified", "unreadable"]


class VerifierStep(msgspec.Struct, frozen=True):
    """A step of the verifier: subject, verdict, and lines of what was seen."""

    step: str
    verdict: Literal["verified", "refused", "not verified"]
    says: list[str]


class Verified(Struct, frozen=True):
    """Verification of a file. why: of an unreadable one. issued: the identical issued report.

    trusts: whether any root of signers is trusted; register: this service's public key.
    """

    verdict: Verdict
    steps: Sequence[VerifierStep]
    why: str | None
    sha256: str
    size: int
    issued: IssuedReport | None
    trusts: bool
    register: str | None


_steps = from_plain(list[VerifierStep])


class Verification:
    """Verifies reports over a data folder."""

    def __init__(self, store: Store, costly: CostlyWork) -> None:
        self._store = store
        self._costly = costly

    def verify(self, body: bytes) -> Verified:
        """Verify a report. Raises CannotVerify where it costs too much, TooManyAtOnce."""
        folder = self._store.folder
        try:
            signers, clocks = roots(folder)
        except BadSigning as error:
            raise CannotVerify(f"What this service trusts cannot be read: {error}") from error
        key, digest = register_key(folder), hashlib.sha256(body).hexdigest()
        with self._costly.place_of(self._store.caller.key):
            status, said = _said(body, signers, clocks, key, self._store.register.handovers())
        found = json.loads(said)
        steps = _steps(found["steps"]) if status != _UNREADABLE else []
        if any(_NO_MEMORY in line for each in steps for line in each.says):
            raise CannotVerify(_too_costly("memory"))
        return Verified(
            found["verdict"], steps, found.get("why"), digest, len(body),
            self._store.reports.of_digest(digest), bool(signers), key,
        )  # fmt: skip


def _said(
    body: bytes, signers: bytes, clocks: bytes, key: str | None, handovers: Sequence[str]
) -> tuple[int, bytes]:
    with ExitStack() as stack:
        report, root, clock, *handed = [
            stack.enter_context(_in_memory(each))
            for each in (body, signers, clocks, *(each.encode() for each in handovers))
        ]
        given = [f"/dev/fd/{report}", "--json"]
        given += ["--roots", f"/dev/fd/{root}"] if signers else []
        given += ["--timestamp-roots", f"/dev/fd/{clock}"] if clocks else []
        given += ["--register-key", key] if key is not None else []
        given += [part for each in handed for part in ("--handover", f"/dev/fd/{each}")]
        command = [
            sys.executable, "-I", "-B", _PROGRAM, f"{PROCESSOR_SECONDS}", f"{_MEMORY}", *given,
        ]  # fmt: skip
        try:
            done = subprocess.run(
                command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_WAIT_SECONDS, check=False,
                pass_fds=(report, root, clock, *handed), env={}, cwd=Path("/"),
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise CannotVerify(_too_costly("time")) from None
    if done.returncode < 0:  # ended by a signal: its time was over
        raise CannotVerify(_too_costly("time"))
    if done.returncode == _WITHOUT_MEMORY:
        raise CannotVerify(_too_costly("memory"))
    if done.returncode not in (*_REPORT, _UNREADABLE) or not done.stdout:
        log.error("the verifier of reports failed: %s", done.stderr.decode("utf-8", "replace")[-2000:])
        raise CannotVerify(_FAILED)
    return done.returncode, done.stdout


@contextmanager
def _in_memory(content: bytes) -> Iterator[int]:
    number = os.memfd_create("report")
    try:
        with open(number, "wb", closefd=False) as file:
            file.write(content)
        yield number
    finally:
        os.close(number)


def _too_costly(what: str) -> str:
    return (
        f"The file takes more {what} to verify than this service gives. Verify it on your own machine, with the standalone "
        "verifier or with auditor verify REPORT.pdf."
    )
