"""Make a golden store again: have the program of an earlier commit fill one, by its own commands and its own service.

    python3 tests/golden/stores/make.py 459484a [-o FOLDER]

It needs git, and an index with what the commit's `requirements.lock` names. The program is checked out and installed in a
temporary folder, as its documents tell an operator to do, and is sent the same requests as every other: what it has no address
for, or refuses, is left out, and printed. The store is stopped, checkpointed and compressed beside this file.
"""

from __future__ import annotations

import argparse
import datetime as dt
import io
import json
import lzma
import os
import re
import signal
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parents[2]
INPUTS = HERE.parent / "inputs"
ROOM, POTS = "WA-0417", "EE-001"  # the second plays pot games, which the earliest programs do not know
DAY = "2026-03-14"
LOGS = (  # below `inputs`
    "day-wsgc/T1", "day-wsgc/T2", "day-wsgc/T4", "wsgc-full", "wsgc-full-honest", "classic-surrender-house",
    "malayan-honest", "ofc-cash", "ofc-pineapple-honest", "singapore-sweep",
)  # fmt: skip
POT_LOGS = ("olympic-cash-holdem", "olympic-time-honest", "standard-cash-holdem")
EVENTS = ("trn-prize-05", "led-rank-01", "led-pool-10")
OLD = ("S-OLD", "2015-03-14")  # a session, and its day, that are kept no longer than the law requires
LEFT = ("S-LEFT", "2026-03-20")  # the session that the service was killed in auditing
TERMS: dict[str, Any] = {
    "licence_class": "F", "tables": 5, "time_zone": "America/Los_Angeles", "gaming_day_begins": "06:00",
    "fees": "hand_fee", "fiscal_year_ends": "06-30",
}  # fmt: skip
PDF = b"%PDF-1.4\n%%EOF\n"
ROWS = (
    ("9s8s6d", "QcJhJdTh2h", "Ks4s3h3d3c"), ("8h7h6s", "JsJcTc4d3s", "As7s5h5d5c"),
    ("Ts8c4h", "QsQd9d7c5s", "AhKhKd9h8d"), ("6c4c2c", "Kc9c7d6h2s", "AdAcQhTd2d"),
)  # fmt: skip
NETS, WRONG = (300, 100, 300, -700), (300, 200, 300, -800)
NDJSON, JSON, TOML = "application/x-ndjson", "application/json", "application/toml"
KEYS = {
    "automation": ("--all-rooms",),
    "regulator": ("--authority", "wsgc"),
    "compliance": ("--room", ROOM, "--room", POTS),
    "room": ("--room", ROOM, "--room", POTS),
    "administrator": (),
}


class Program:
    """A commit of this repository, installed in a folder of its own."""

    def __init__(self, commit: str, folder: Path) -> None:
        self.source, self.data = folder / "source", folder / "data"
        environment, self._folder = folder / "environment", folder
        _run("git", "-C", REPOSITORY, "worktree", "add", "--quiet", "--detach", self.source, commit)
        _run(sys.executable, "-m", "venv", environment)
        pip = (environment / "bin/python", "-m", "pip", "install", "-qq", "--no-deps")
        _run(*pip, "--require-hashes", "-r", self.source / "requirements.lock")
        _run(*pip, self.source)
        self._command = environment / "bin/auditor"
        self._keys: dict[str, str] = {}
        self._serving: subprocess.Popen[str] | None = None
        self._url = ""

    def remove(self) -> None:
        """End what runs, and take the checkout away."""
        self.kill()
        _run("git", "-C", REPOSITORY, "worktree", "remove", "--force", self.source)

    def call(self, *words: object) -> str | None:
        """What a command prints; None where the program does not have it, or refuses."""
        environment = {**os.environ, "AUDITOR_DATA": str(self.data)}
        done = subprocess.run(
            [self._command, *map(str, words)],
            cwd=self._folder,
            env=environment,
            capture_output=True,
            text=True,
        )
        _say(done.returncode, "auditor", *words)
        return done.stdout if done.returncode in (0, 1) else None

    def make_keys(self) -> None:
        """One key of each role, where the program has keys."""
        for role, scope in KEYS.items():
            text = self.call("keys", "make", "--role", role, "--name", f"the {role}", *scope)
            if text:
                self._keys[role] = text.split()[-1]

    def serve(self) -> None:
        """Start the service."""
        errors = (self._folder / "errors.txt").open("a")
        words = [self._command, "serve", "--port", "0", "--data", self.data]
        self._serving = subprocess.Popen(
            [*map(str, words)],
            cwd=self._folder,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            start_new_session=True,
        )
        assert self._serving.stdout is not None
        for line in self._serving.stdout:
            found = re.search(r"http://[0-9.:]+", line)
            if found:
                self._url = found[0]
                return
        raise SystemExit((self._folder / "errors.txt").read_text())

    def stop(self) -> None:
        """End the service as a supervisor does."""
        assert self._serving is not None
        self._serving.terminate()
        self._serving.wait(60)

    def kill(self) -> None:
        """End the service as a power cut does."""
        if self._serving is not None and self._serving.poll() is None:
            os.killpg(self._serving.pid, signal.SIGKILL)
            self._serving.wait(60)

    def send(self, method: str, path: str, body: object = None, kind: str = JSON) -> Any:
        """The answer to a request, with the first key that may make it; None: no key may, or it was refused."""
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        status = 0
        for key in self._keys.values() or [""]:
            headers = {"Content-Type": kind, **({"Authorization": f"Bearer {key}"} if key else {})}
            request = urllib.request.Request(self._url + path, data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=120) as answer:
                    _say(answer.status, method, path)
                    return json.loads(answer.read())
            except urllib.error.HTTPError as error:
                status, said = error.code, error.read()[:300]
                if status == 429:
                    time.sleep(1)
                    return self.send(method, path, body, kind)
                if status not in (401, 403):
                    _say(status, method, path, said)
                    return None
        _say(status, method, path, said)
        return None

    def audit(self, method: str, path: str, body: object = None) -> int | None:
        """Ask for an audit, and wait until it has ended."""
        asked = self.send(method, path, body)
        while asked is not None and asked["state"] not in ("finished", "failed"):
            time.sleep(0.1)
            asked = self.send("GET", f"/v1/audits/{asked['id']}")
        return asked and asked["id"]


def fill(program: Program) -> None:
    """Send a program what it can keep."""
    program.data.mkdir()
    program.make_keys()
    program.call(
        "people", "invite", "Dana Reyes", "--email", "dana@example.com", "--role", "room", "--room", ROOM
    )
    program.serve()
    for room, terms in ((ROOM, TERMS), (POTS, {**TERMS, "time_zone": "Europe/Tallinn"})):
        authority = {"authority": "wsgc"} if room == ROOM else {}
        program.send("PUT", f"/v1/rooms/{room}", {**terms, **authority}) or program.send(
            "PUT", f"/v1/rooms/{room}", terms
        )
    controls(program)
    for name in LOGS:
        program.send("POST", "/v1/sessions", log(name), NDJSON)
    for session in (("S-OWN", DAY), OLD):
        program.send("POST", "/v1/sessions", wrong_log(*session), NDJSON)
    program.send("POST", "/v1/sessions", wrong_log("S-OWN", DAY, 150), NDJSON)  # in conflict
    program.send("POST", "/v1/sessions", b'{"event": "session"}\n', NDJSON)  # refused
    first = program.audit("POST", "/v1/audits", {"room": ROOM})
    for name in POT_LOGS:
        program.send("POST", "/v1/sessions", log(name, POTS), NDJSON)
    program.audit("POST", "/v1/audits", {"room": POTS})
    small = program.audit("POST", "/v1/audits", {"sessions": [1]})
    what_if = {"sessions": [4, 5], "ruleset": "wsgc-base", "what_if": True}
    program.audit("POST", "/v1/audits", what_if) or program.audit(
        "POST", "/v1/audits", {"sessions": [4, 5], "ruleset": "wsgc-base"}
    )
    program.audit("POST", f"/v1/audits/{first}/again", {"known": "then"})
    day = f"/v1/rooms/{ROOM}/days/{DAY}"
    program.send("PUT", f"{day}/totals", {"currency": "USD", "fees": {"hand_fee": 500}})
    program.audit("PUT", f"{day}/audit")
    incidents(program)
    events(program)
    program.send("POST", f"/v1/audits/{small}/reports", {"exhibits": "0"})
    samples(program)
    original = (INPUTS / "original-csv/original.csv").read_bytes()
    program.send("POST", "/v1/originals", original, "text/csv")
    for hold in ({"session": "S-OWN", "reason": "case 11"}, {"from": DAY, "until": DAY, "reason": "case 12"}):
        program.send("POST", "/v1/holds", {"room": ROOM, **hold})
    program.send("POST", "/v1/holds/2/lift", {"reason": "the case is closed"})
    program.stop()
    program.call("purge", "--yes")
    left_waiting(program)


def controls(program: Program) -> None:
    """A revision that was approved, one that was denied, and one that was never submitted."""
    text = program.call("controls", "sample")
    if text is None:
        return
    at, name = f"/v1/rooms/{ROOM}/controls", "wa-0417-own"
    text = text.replace("wa-0000-thirteen-card", name).replace("WA-0000", ROOM)
    for revision in (1, 2, 3):
        filed = text.replace("revision = 1 ", f"revision = {revision} ").replace(
            "2026-01-01", f"2026-0{revision}-01"
        )
        program.send("POST", f"{at}?by=M.%20Ito", filed.encode(), TOML)
        program.send("PUT", f"{at}/{name}/{revision}/document", PDF, "application/pdf")
        if revision < 3:
            program.send("POST", f"{at}/{name}/{revision}/submit", {"by": "M. Ito", "note": "as discussed"})
    agent = {"by": "Agent 12", "reference": "GC-2026-118"}
    program.send("POST", f"{at}/{name}/1/approve", agent)
    program.send("POST", f"{at}/{name}/2/deny", {**agent, "reason": "Section 5 names no amount."})


def incidents(program: Program) -> None:
    """One incident that is answered, one that is answered and accepted, one that is closed."""
    listed = program.send("GET", f"/v1/rooms/{ROOM}/incidents?state=open")
    steps = ((), (("accept", {}),), (("return", {"reason": "Which dealer?"}),))
    for one, after in zip((listed or {}).get("incidents", ()), steps, strict=False):
        at = f"/v1/rooms/{ROOM}/incidents/{one['id']}"
        answer = {
            "cause": "A payout was read from the wrong row.",
            "corrective_action": "A second person reads it.",
        }
        program.send("POST", f"{at}/answer", answer)
        for step, body in after:
            program.send("POST", f"{at}/{step}", body)


def events(program: Program) -> None:
    """Tournaments and ledgers."""
    for name in EVENTS:
        file = next((INPUTS / name).glob("*.ndjson"))
        kind = "ledgers" if file.stem == "ledger" else "tournaments"
        body = re.sub(rb'"room": ?"[^"]*"', f'"room":"{POTS}"'.encode(), file.read_bytes(), count=1)
        sent = program.send("POST", f"/v1/{kind}", body, NDJSON)
        if sent is not None:
            program.audit("PUT", f"/v1/{kind}/{sent['id']}/audit")


def samples(program: Program) -> None:
    """A sample that was drawn, entered in part, and closed; and one that is open."""
    drawn = {"room": ROOM, "from": DAY, "until": DAY, "hands": 2, "source": "dice", "value": "3 5 1"}
    for value in ("3 5 1", "2 2 6"):
        made = program.send("POST", "/v1/samples", {**drawn, "value": value})
        for hand in (1, 2) if made and value == "3 5 1" else ():
            program.send("PUT", f"/v1/samples/{made['id']}/hands/{hand}", {"unseen": "no video"})
    program.send("POST", "/v1/samples/1/close", {})


def left_waiting(program: Program) -> None:
    """Kill the service in the midst of audits, so that some wait in its queue."""
    program.serve()
    program.send("POST", "/v1/sessions", wrong_log(*LEFT), NDJSON)
    asked = [threading.Thread(target=_ask, args=(program,)) for _ in range(4)]
    for each in asked:
        each.start()
    until = time.monotonic() + 20
    while time.monotonic() < until and not _unfinished(program.data):
        pass
    program.kill()
    for each in asked:
        each.join()
    _say(len(_unfinished(program.data)), "audits were left unfinished")


def _ask(program: Program) -> None:
    try:
        program.send("POST", "/v1/audits", {"room": ROOM, "from": DAY})
    except OSError:
        return  # it was killed


def _unfinished(data: Path) -> list[Any]:
    db = sqlite3.connect(data / "auditor.sqlite")
    try:
        return db.execute("SELECT id FROM audits WHERE state NOT IN ('finished', 'failed')").fetchall()
    finally:
        db.close()


def log(name: str, room: str = ROOM) -> bytes:
    """A golden input as a log of a room, with a session name of its own."""
    head, _, rest = (INPUTS / f"{name}.ndjson").read_text().partition("\n")
    line = {**json.loads(head), "room": room, "session": name.replace("/", "-")}
    return f"{json.dumps(line)}\n{rest}".encode()


def wrong_log(session: str, day: str, unit: int = 100) -> bytes:
    """A log of three hands, in one of which money went to the wrong player."""
    opened, hours = f"{day}T16:00:00-07:00", dt.timedelta(hours=1)
    at = dt.datetime.fromisoformat(opened)
    head = {
        "event": "session", "format": "cardroom-log/1", "room": ROOM, "session": session, "table": "T5", "currency": "USD",
        "opened_at": opened, "closed_at": (at + 5 * hours).isoformat(), "unit": unit, "ruleset": "wsgc-base",
    }  # fmt: skip
    lines = [head]
    for number, nets in enumerate((NETS, WRONG, NETS), 1):
        seats = [
            {"seat": seat, "player": f"P{seat}", "front": front, "middle": middle, "back": back, "net": net}
            for seat, ((front, middle, back), net) in enumerate(zip(ROWS, nets, strict=True), 1)
        ]
        when = (at + number * hours).isoformat()
        lines.append({"event": "chinese_hand", "hand": number, "at": when, "dealer": 4, "seats": seats})
    return b"".join(json.dumps(line).encode() + b"\n" for line in lines)


def packed(data: Path) -> bytes:
    """A data folder as one compressed file: its store, checkpointed, and what stands beside it. The same gives the same bytes."""
    db = sqlite3.connect(data / "auditor.sqlite", isolation_level=None)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    db.execute("PRAGMA journal_mode = DELETE")
    ((migrations, last),) = db.execute("SELECT count(*), max(name) FROM _sqlite_migrations")
    print(f"{migrations} migrations, the last {last}")
    db.close()
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for file in sorted(data.iterdir()):
            if file.is_file() and not file.name.endswith((".lock", "-wal", "-shm")):
                entry = tarfile.TarInfo(file.name)
                entry.size, entry.mode = file.stat().st_size, 0o600
                tar.addfile(entry, io.BytesIO(file.read_bytes()))
    return lzma.compress(made.getvalue(), preset=9 | lzma.PRESET_EXTREME)


def _run(*words: object) -> None:
    subprocess.run([*map(str, words)], check=True)


def _say(*words: object) -> None:
    print(*words, flush=True)


def main() -> None:
    """Make the store of one commit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("commit")
    parser.add_argument("-o", "--output", type=Path, default=HERE, metavar="FOLDER")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program = Program(given.commit, Path(folder))
        try:
            fill(program)
        finally:
            program.remove()
        file = given.output / f"{given.commit[:7]}.tar.xz"
        file.write_bytes(packed(program.data))
    print(f"{file.name}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
