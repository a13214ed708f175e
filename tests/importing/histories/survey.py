"""A survey of real and made-up hand histories: hands read, money equal, and findings."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from auditor.importing.frame import Imported
from rules.audit.audit_of_log import audit_log
from rules.audit.source import BytesSource
from tests.importing.histories import field_files
from tests.importing.histories.originals import DATA, brought_in, log, logs, originals, replays
from tests.importing.histories.public_hands import (
    EXPLAINED,
    KINDS,
    LEFT_OUT,
    Hand,
    year,
)
from tests.importing.histories.stated_money import Equal, equal

Findings = list[tuple[str, int | None]]  # code and seat


class Read(NamedTuple):
    """A public hand. equal: its money, or None where the hand is left out."""

    hand: Hand
    year: str
    equal: Equal | None


class MadeUp(NamedTuple):
    """The made-up files of a format. tournament: how many of the hands count chips of a tournament."""

    files: int
    hands: int
    tournament: int
    left_out: int


def public_hands(kind: str) -> list[Read]:
    """Every public hand of a kind, with its money compared with the replay."""
    texts = {name: text for name, text in originals(kind).items() if (kind, name) not in LEFT_OUT}
    rows = [log(text) for text in texts.values()]
    if kind == "phh":  # no rake is stated, and the stacks show that there is none
        for _, row in rows:
            row["fees"] = []
    money = {
        name: equal(KINDS[kind](texts[name]), due) for name, (due,) in zip(texts, replays(*rows), strict=True)
    }
    return [
        Read((kind, name), year((kind, name), text), money.get(name))
        for name, text in originals(kind).items()
    ]


def made_up() -> dict[str, MadeUp]:
    """By format, the made-up files that are read."""
    found: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for path in made_up_files():
        done = brought_in(path.read_bytes(), field_files.OPTIONS)
        counts = found[str(done.importer)]
        counts[0] += 1
        for session, *rows in logs(done):
            hands = sum(row["event"] == "pot_hand" for row in rows)
            counts[1] += hands
            counts[2] += hands * ("tournament" in session)
        counts[3] += sum("left out" in each.do for each in done.problems)
    return {name: MadeUp(*counts) for name, counts in sorted(found.items())}


def made_up_files() -> list[Path]:
    """The made-up files, in an order that does not change."""
    return sorted(path for name in ("field", "feeds") for path in (DATA / name).rglob("*") if path.is_file())


def unexplained() -> list[tuple[str, Findings]]:
    """Hands and files whose audit under the standard rules finds something else than what is explained."""
    found = []
    for kind in KINDS:
        for name, text in originals(kind).items():
            explained = EXPLAINED.get((kind, name))
            here = [each[:2] for each in findings(brought_in(text))]
            if here != (explained.findings if explained else []):
                found.append((name, here))
    for path in made_up_files():
        here = deviating(path)
        found += [(path.name, here)] if here else []
    return found


def deviating(path: Path) -> Findings:
    """What an audit of a made-up file finds, but for what is undetermined."""
    done = brought_in(path.read_bytes(), field_files.OPTIONS)
    return [(code, seat) for code, seat, kind in findings(done) if kind != "undetermined"]


def findings(done: Imported) -> list[tuple[str, int | None, str]]:
    """Code, seat and kind of what an audit of the logs under the standard rules finds. It is complete."""
    audits = [audit_log(BytesSource(each.data), ruleset="standard-cash") for each in done.logs]
    assert all(each.complete for each in audits)
    return [(each.code, each.seat, each.kind) for audit in audits for each in audit.findings]
