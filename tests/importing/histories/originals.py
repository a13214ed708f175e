"""Hand histories for tests: the real ones of `data`, what the importers make of them, and what the replay makes of that."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any

from auditor.importing.frame import Imported, ImportOptions
from auditor.importing.importers import import_original
from tests.rules.pot_games.replaying import replayed

Row = dict[str, Any]
DATA = Path(__file__).parent / "data"
KEY = b"a secret of the room, 32 bytes.."
OPTIONS = ImportOptions(
    room="EE-001",
    zone="Europe/Tallinn",
    currency="USD",
    table="t-1",
    opened_at="2026-03-14T20:00:00+02:00",
    key=KEY,
)


def originals(name: str) -> dict[str, str]:
    """The text of every file of a kind, by its name."""
    lines = (DATA / f"{name}.ndjson").read_text(encoding="utf-8").split("\n")
    return {each["file"]: each["text"] for each in map(json.loads, filter(None, lines))}


def brought_in(text: str | bytes, options: ImportOptions = OPTIONS) -> Imported:
    """What the importers make of an original."""
    return import_original(text if isinstance(text, bytes) else text.encode(), options)


def logs(imported: Imported) -> list[list[Row]]:
    """The lines of each log."""
    return [[json.loads(line) for line in log.data.splitlines()] for log in imported.logs]


def log(text: str, options: ImportOptions = OPTIONS) -> list[Row]:
    """The lines of the only log of an original that has no problem."""
    done = brought_in(text, options)
    assert done.problems == ()
    (only,) = logs(done)
    return only


def problems(text: str | bytes, options: ImportOptions = OPTIONS) -> list[tuple[str, str, str, str, str]]:
    """What is wrong with an original: where, field, found, expected, what to do."""
    return [
        (each.where, each.field, each.found, each.expected, each.do)
        for each in brought_in(text, options).problems
    ]


def replays(*logs: list[Row]) -> list[list[Row]]:
    """What was due in the hands of each log under the standard rules.

    Logs of one currency are replayed as one, in which no hand follows another: no number is the next, and no player is the same.
    """
    together: list[Row] = [logs[0][0]]
    for rows in logs:
        for hand in rows[1:]:
            place = len(together)
            seats = [{**seat, "player": f"{place}-{seat['seat']}"} for seat in hand["seats"]]
            together.append({**hand, "hand": 2 * place, "seats": seats})
    due = iter(replayed(together, "standard-cash"))
    return [[next(due) for _ in rows[1:]] for rows in logs]


def deviations(*logs: list[Row]) -> list[list[tuple[Any, ...]]]:
    """Where the replay of each log's hands differs from what they record: acts, nets, pots, returns."""
    return [
        [each for hand, due in zip(rows[1:], dues, strict=True) for each in _of_hand(hand, due)]
        for rows, dues in zip(logs, replays(*logs), strict=True)
    ]


def as_recorded(
    texts: Mapping[str, str],
    explained: Mapping[str, list[tuple[Any, ...]]] = MappingProxyType({}),
    **unsaid: Any,
) -> dict[str, Row]:
    """The hand of each text; its replay deviates only where that is explained. unsaid: fields that no text of the kind has."""
    rows = [log(text) for text in texts.values()]
    for _, row in rows:
        row.update(unsaid)
    found = dict(zip(texts, deviations(*rows), strict=True))
    assert found == {name: explained.get(name, []) for name in texts}
    return {name: row for name, (_, row) in zip(texts, rows, strict=True)}


def a_tenth(texts: Mapping[str, str], part: int) -> dict[str, str]:
    """Every tenth of the texts, from one of the first ten on."""
    return {name: texts[name] for name in list(texts)[part::10]}


def _of_hand(hand: Row, due: Row) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = [
        ("illegal", each["code"], each["act"], each["seat"]) for each in due["illegal"]
    ]
    nets = {each["seat"]: each["net"] for each in due["seats"]}
    found += [
        ("net", seat["seat"], seat["net"], nets[seat["seat"]])
        for seat in hand["seats"]
        if "net" in seat and seat["net"] != nets[seat["seat"]]
    ]
    found += _pots(hand, due)
    given = [(each["seat"], each["amount"]) for each in hand["acts"] if each["act"] == "return"]
    back = [(each["seat"], each["amount"]) for each in due["returned"] or []]
    if given and given != back:
        found.append(("returned", given, back))
    return found


def _pots(hand: Row, due: Row) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = []
    amounts = {each["pot"]: each["amount"] for each in due["pots"] or []}
    for pot in hand.get("pots", []):
        if pot["amount"] != amounts.get(pot["pot"]):
            found.append(("pot", pot["pot"], pot["amount"], amounts.get(pot["pot"])))
        by_run = any("run" in each for each in pot["awards"])
        given = _awards(pot["awards"], by_run)
        awards = _awards([each for each in due["awards"] or [] if each["pot"] == pot["pot"]], by_run)
        if given != awards:
            found.append(("awards", pot["pot"], given, awards))
    return found


def _awards(awards: list[Row], by_run: bool) -> list[tuple[int, int, int]]:
    """Run, seat and amount, as far as something was awarded; the run is 0 where it is not on record."""
    total: Counter[tuple[int, int]] = Counter()
    for each in awards:
        total[each.get("run", 1) if by_run else 0, each["seat"]] += each["amount"]
    return sorted((*key, amount) for key, amount in total.items() if amount)
