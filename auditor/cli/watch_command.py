"""`auditor watch`: sends logs of a folder to a running service."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

import click

from auditor.cli import exits
from auditor.cli.calling_service import json_option, url_option
from auditor.cli.command_errors import CommandFailure, os_reason
from auditor.cli.quiet import is_quiet, quiet_option
from auditor.cli.refused_lines import print_warnings

if TYPE_CHECKING:
    from auditor.cli.client import Client
    from auditor.cli.sent_logs import SentFile
    from auditor.cli.watched_folder import FileState, LeftFile, WatchedFolder

EPILOG = """\b
Examples:
  auditor watch /srv/table-logs --room WA-0417
  auditor watch /srv/table-logs --once          (for cron)

\b
Exit status: 0 it was stopped (Ctrl-C, or SIGTERM); 2 it may not upload, or another one watches the folder;
74 the folder cannot be used. With --once, the first that applies:
  5   the service cannot be reached; what was sent before is stored
  74  a file could not be moved
  3   the service did not store a log, which stays where it is
  2   a log was refused, or cannot be read
  1   another file is on record for the same session
  4   the service keeps a log that is not on record yet; it stays where it is
  0   every log that is complete is on record
"""
_ORDER = (exits.IO_ERROR, exits.NOT_STORED, exits.REFUSED, exits.CONFLICT, exits.NOT_ON_RECORD, exits.OK)
_LOOK_SECONDS = 2.0
_FIRST_PAUSE, _LONGEST_PAUSE = 2.0, 60.0
_BROKEN_ON_THE_WAY = ("incomplete-body", "digest-mismatch")
_SLICE = 0.1  # seconds of a pause between looks at whether a signal has come


@click.command("watch", epilog=EPILOG)
@click.argument(
    "folder", metavar="DIR", type=click.Path(exists=True, file_okay=False, writable=True, path_type=Path)
)
@url_option
@click.option("--room", metavar="ROOM", help="Refuse logs of other rooms, without sending them.")
@click.option("--once", is_flag=True, help="Take what is complete, and end.")
@click.option(
    "--settle", type=click.FloatRange(min=0), default=5.0, show_default=True, metavar="SECONDS",
    help="How long a file must not change before it is sent.",
)  # fmt: skip
@click.option(
    "--unclosed-after", type=click.FloatRange(min=0), default=600.0, show_default=True, metavar="SECONDS",
    help="The same, for a log without `close` at its end: its session may go on.",
)  # fmt: skip
@json_option
@quiet_option(", and no line for a log that was taken")
def command(
    folder: Path, url: str, room: str | None, once: bool, settle: float, unclosed_after: float, shape: str
) -> None:
    """Send the logs that appear in DIR to a running service, until it is stopped.

    What was taken is moved to DIR/taken/DAY, and what was refused to DIR/refused, with the reason in a file beside it.
    While the service cannot be reached, files stay where they are. Nothing is deleted or overwritten.
    """
    from auditor.cli.client import Client
    from auditor.cli.watched_folder import WatchedFolder

    watched = WatchedFolder(folder, settle=settle, unclosed=unclosed_after)
    with watched.locked(), _signals() as stop:
        watch = Watch(watched, Client(url), room, stop, as_json=shape == "json")
        if once:
            raise click.exceptions.Exit(watch.once(settle))
        watch.forever(min(_LOOK_SECONDS, max(settle, _SLICE)))


class StopSignal:
    """Whether a signal asked the program to end."""

    asked = False

    def pause(self, seconds: float) -> None:
        """Wait, or until a signal comes."""
        until = monotonic() + seconds
        while not self.asked and (left := until - monotonic()) > 0:
            sleep(min(left, _SLICE))


class Unavailable(Exception):
    """The service takes nothing now. status: of `--once`."""

    def __init__(self, words: str, status: int, seconds: float = 0) -> None:
        super().__init__(words)
        self.status, self.seconds = status, seconds


class Watch:
    """One watcher at work."""

    def __init__(
        self, folder: WatchedFolder, client: Client, room: str | None, stop: StopSignal, *, as_json: bool
    ) -> None:
        self._folder, self._client, self._room = folder, client, room
        self._stop, self._as_json = stop, as_json
        self._said: dict[str, str] = {}  # of files that stay
        self._later: dict[str, tuple[float, float]] = {}  # not before then, and the pause after that
        self._tries: dict[str, int] = {}

    def once(self, settle: float) -> int:
        """Send complete files; the exit status. Raises Failure where the service takes nothing."""
        self._folder.look()
        self._stop.pause(settle)
        ended = {exits.OK}
        complete, left = self._folder.look()
        if self._note(left):
            ended.add(exits.REFUSED)
        for name in complete:
            if self._stop.asked:
                break
            try:
                ended.add(self._handle(name))
            except Unavailable as error:
                raise CommandFailure(str(error), error.status) from error
        return next(each for each in _ORDER if each in ended)

    def forever(self, every: float) -> None:
        """Send files as they are complete, until a signal."""
        pause = _FIRST_PAUSE
        while not self._stop.asked:
            try:
                self._round()
            except Unavailable as error:
                wait = min(max(pause, error.seconds), _LONGEST_PAUSE)
                if pause == _FIRST_PAUSE:
                    _say(f"{error} What is in the folder stays there, and is sent later.")
                self._stop.pause(wait)
                pause = min(pause * 2, _LONGEST_PAUSE)
                continue
            pause = _FIRST_PAUSE
            self._stop.pause(every)

    def _round(self) -> None:
        complete, left = self._folder.look()
        self._note(left)
        # What was tried least goes first, so that no file is in the way of the others.
        for name in sorted(complete, key=lambda each: self._tries.get(each, 0)):
            if self._stop.asked:
                return
            if monotonic() < self._later.get(name, (0.0, 0.0))[0]:
                continue
            self._tries[name] = self._tries.get(name, 0) + 1
            if self._handle(name) in (exits.NOT_STORED, exits.NOT_ON_RECORD, exits.IO_ERROR):
                wait = min(self._later.get(name, (0.0, _FIRST_PAUSE))[1], _LONGEST_PAUSE)
                self._later[name] = (monotonic() + wait, wait * 2)
            else:
                self._tries.pop(name, None)
                self._later.pop(name, None)

    def _handle(self, name: str) -> int:
        from auditor.cli.watched_folder import state_of

        try:
            with self._folder.opened(name) as stream:
                state = state_of(os.fstat(stream.fileno()))
                sent = self._of_another_room(name) or self._send(stream)
            return self._file_away(name, state, sent)
        except FileNotFoundError:
            return exits.OK  # it went away
        except OSError as error:
            self._say_once(name, "kept", f"kept: {os_reason(error)}")
            return exits.IO_ERROR

    def _file_away(self, name: str, state: FileState, sent: SentFile) -> int:
        if sent.outcome in ("not stored", "kept"):  # one that the service keeps is sent again, too
            self._say_once(name, "kept", sent.words if sent.outcome == "kept" else f"kept: {sent.words}")
            return sent.status
        if sent.status == exits.OK:
            target = self._folder.take(name, state)
        else:
            target = self._folder.refuse(name, state, _reason(name, sent))
        if target is None:
            self._say_once(name, "kept", "kept: it changed while it was sent, and is sent again")
            return exits.NOT_STORED
        self._said.pop(name, None)
        where = target.relative_to(self._folder.path).as_posix()
        self._show(name, sent.outcome, f"{_words(sent)}; moved to {_shown(where)}", sent, where)
        return sent.status

    def _send(self, stream: Any) -> SentFile:
        from auditor.cli.sent_logs import send

        try:
            sent = send(self._client, stream, waits=False)
        except CommandFailure as error:
            raise Unavailable(error.message, error.exit_code) from error
        if sent.answered is None:
            return sent
        answered = sent.answered
        if answered.status == 401:
            raise CommandFailure(str(answered), exits.REFUSED)
        kind = answered.problem.get("type", "").rpartition(":")[2]
        if answered.status in (408, 429, 503) or kind in _BROKEN_ON_THE_WAY:
            raise Unavailable(str(answered), exits.NOT_STORED, answered.retry_after or 0)
        if answered.status == 403:
            self._must_be_able_to_upload()
        return sent

    def _must_be_able_to_upload(self) -> None:
        """Raise Failure where the service refuses every file of this key."""
        from io import BytesIO

        from auditor.cli.client import ErrorAnswer

        try:
            self._client.upload(BytesIO(b"\n"), dry_run=True, waits=False)
        except ErrorAnswer as answered:
            if answered.status == 403:
                raise CommandFailure(str(answered), exits.REFUSED) from answered

    def _of_another_room(self, name: str) -> SentFile | None:
        if self._room is None:
            return None
        from auditor.cli.sent_logs import SentFile
        from auditor.evidence import FileEvidence, first_room
        from rules.records.problems import Problem

        found = first_room(FileEvidence(self._folder.path / name))
        if found is None or found == self._room:
            return None
        problem = Problem(1, "room", repr(found), f"{self._room!r}, the room of this folder (--room)")
        return SentFile("refused", exits.REFUSED, "The log is of another room.", problems=[problem], count=1)

    def _note(self, left: dict[str, LeftFile]) -> bool:
        for name, why in left.items():
            self._say_once(name, why.kind, f"left here: {why.words}")
        return any(why.kind == "unreadable" for why in left.values())

    def _say_once(self, name: str, outcome: str, words: str) -> None:
        if self._said.get(name) != words:
            self._said[name] = words
            self._show(name, outcome, words)

    def _show(
        self, name: str, outcome: str, words: str, sent: SentFile | None = None, where: str | None = None
    ) -> None:
        if not self._as_json:
            if not (is_quiet() and sent is not None and sent.status == exits.OK):
                sys.stdout.write(f"{_shown(name)}: {words}\n")
                sys.stdout.flush()
            print_warnings(_shown(name), sent.warnings if sent else [])
            return
        from auditor.cli.output import print_json

        line = {
            "file": _shown(name),
            "outcome": outcome,
            "session": sent.session if sent else None,
            "hands": sent.hands if sent else None,
            "moved_to": where and _shown(where),
            "detail": words,
            "problems": sent.problems if sent else [],
            "warnings": sent.warnings if sent else [],
        }
        print_json(line)


def _words(sent: SentFile) -> str:
    if sent.outcome != "refused":
        return sent.words
    if not sent.problems or sent.sentence:
        return f"refused: {sent.words}"
    first = sent.problems[0]
    more = f" (and {sent.count - 1:,} more lines)" if sent.count > 1 else ""
    return f"refused: {first}{more}"


def _reason(name: str, sent: SentFile) -> str:
    from auditor.cli.refused_lines import problem_line

    lines = [f"{_shown(name)} was not taken: {sent.words}", ""]
    lines += [] if sent.sentence else [problem_line(_shown(name), each) for each in sent.problems]
    if sent.count > len(sent.problems):
        lines.append(f"{sent.count:,} lines have problems; the first {len(sent.problems):,} are shown.")
    lines.append("Correct the file where it was made, and put it into the folder again.")
    return "\n".join(lines) + "\n"


def _shown(name: str) -> str:
    return name if name.isprintable() else ascii(name)


def _say(words: str) -> None:
    click.echo(f"auditor: {words}", err=True)


@contextmanager
def _signals() -> Iterator[StopSignal]:
    """Block in which a first SIGTERM or SIGINT lets the upload end; a second does not."""
    stop = StopSignal()

    def ask(number: int, _frame: Any) -> None:
        stop.asked = True
        signal.signal(number, before[signal.Signals(number)])

    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    for number in before:
        signal.signal(number, ask)
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
