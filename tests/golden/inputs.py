"""What is audited: the files below `inputs/`, each with what is asked of it.

`inputs/NAME.ndjson` is a log; or several logs and files of events, one after the other, which are audited apart and have no PDF,
such as `checks-pay.ndjson`. A folder `inputs/NAME/` has files that belong together: an event (`tournament.ndjson` or
`ledger.ndjson`, and beside it what belongs to it), an original (`original.*`), a log with controls of its room's own
(`controls.toml`), or the logs of a gaming day; `asked.toml` there says what the files do not. A file that ends in `.gz` is
compressed.
"""

from __future__ import annotations

import datetime as dt
import gzip
import re
import tomllib
from pathlib import Path
from typing import Any

from msgspec import Struct, convert

from rules.card_room import Room, TermsOfRoom
from rules.checks.day.session_summary import DayTotals, Numbered

FOLDER = Path(__file__).parent / "inputs"
EVENTS = ("tournament", "ledger")
_HEAD = re.compile(
    rb'^(?=\{"event": ?"(?:session|tournament|ledger)")', re.MULTILINE
)  # the first line of a file


class AskedRoom(Struct, frozen=True, forbid_unknown_fields=True):
    """A room that is on record. own: its controls are those of `controls.toml`, approved."""

    id: str
    terms: TermsOfRoom
    own: bool = False


class Asked(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an audit is asked for, beyond its files.

    ruleset: in place of the one that the file names. as_if: whatever its days. authority: of a room that is not on record.
    day: the gaming day of the room that the logs are audited as; tables, numbered, totals: as `room_day` takes them.
    received: when each log of the day was received. history: what an original does not say of itself.
    """

    ruleset: str | None = None
    as_if: bool = False
    authority: str | None = None
    room: AskedRoom | None = None
    day: dt.date | None = None
    tables: list[str] | None = None
    received: list[str] = []
    numbered: list[Numbered] = []
    totals: DayTotals | None = None
    history: dict[str, str] = {}


class Input(Struct, frozen=True, kw_only=True):
    """A golden input: the content of its files by name, without `.gz`."""

    name: str
    files: dict[str, bytes]
    asked: Asked

    @property
    def parts(self) -> list[bytes]:
        """What is in a file that has several logs or events."""
        parts = _HEAD.split(next(iter(self.files.values())))[1:]
        return parts if len(self.files) == 1 and len(parts) > 1 else []

    @property
    def event(self) -> str | None:
        """``tournament`` or ``ledger``; None: something else."""
        return next((kind for kind in EVENTS if f"{kind}.ndjson" in self.files), None)

    @property
    def original(self) -> bytes | None:
        """What logs are derived from first."""
        return next((data for name, data in self.files.items() if name.startswith("original.")), None)

    @property
    def controls(self) -> str | None:
        """The file of controls beside the log."""
        return self.files["controls.toml"].decode() if "controls.toml" in self.files else None

    @property
    def logs(self) -> list[bytes]:
        """The files of lines but for that of the event."""
        event = f"{self.event}.ndjson"
        return [data for name, data in self.files.items() if name.endswith(".ndjson") and name != event]

    @property
    def room(self) -> Room | None:
        """The room as it is on record."""
        asked = self.asked.room
        if asked is None:
            return None
        return Room(asked.id, (asked.terms,), (_id_of(self.controls),) if asked.own else ())


def _id_of(controls: str | None) -> str:
    assert controls is not None, "a room of own controls has a controls.toml"
    found: str = tomllib.loads(controls)["ruleset"]["id"]
    return found


def inputs(folder: Path = FOLDER) -> list[Input]:
    """Every input, by name."""
    return [_input(path) for path in sorted(folder.iterdir())]


def _input(path: Path) -> Input:
    paths = sorted(path.iterdir()) if path.is_dir() else [path]
    files = {each.name.removesuffix(".gz"): _content(each) for each in paths}
    asked: dict[str, Any] = tomllib.loads(files.pop("asked.toml", b"").decode())
    name = path.name.removesuffix(".gz").removesuffix(".ndjson")
    return Input(name=name, files=files, asked=convert(asked, Asked))


def _content(path: Path) -> bytes:
    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
