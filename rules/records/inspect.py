"""Checks beyond types: text of cards and times, printable ids.

Hands are inspected by block (`rules.records.flatten`), other records here.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct

from rules import times
from rules.cards import NO_CARD, encode
from rules.records.events import JACKPOT_FIELDS, Jackpot
from rules.records.problems import LineProblems, Problem, shown

CARDS = frozenset(
    {"front", "middle", "back", "dealt", "discard", "discards", "drawn", "cards", "board", "hole"}
)
TIMES = frozenset(
    {
        "at", "ended_at", "acted_at", "opened_at", "closed_at", "recorded_at", "covers_from", "covers_to", "published_at",
        "starts_at", "ends_at", "riffle_at", "taken", "until",
    }
)  # fmt: skip
IDS = frozenset(
    {
        "player", "room", "session", "table", "ruleset", "tournament", "recorded_by", "by", "dealer_id", "deck",
        "shuffler", "declared", "counted_by", "supervisor", "dealer", "from_table", "to_table",
        "code", "offer", "ticket", "receipt", "from_position", "to_position", "account", "ledger", "hit", "from", "to",
    }
)  # fmt: skip
NESTED = frozenset(
    {
        "staff", "supersedes", "payouts", "offers", "target", "late_registration", "rebuy_until", "tables", "seats", "from",
        "to", "players", "accounts", "prizes",
    }
)  # fmt: skip

TIMES_AT_ONCE = 4096
TIME_EXPECTED = (
    "a time with its offset, such as 2026-03-14T19:42:10-07:00, "
    f"of the years {times.YEARS[0]} to {times.YEARS[1]}"
)


class Inspector:
    """Inspects records one by one; parses some thousand times at once."""

    def __init__(self, problems: LineProblems) -> None:
        self._problems = problems
        self._times: list[tuple[int, str, str]] = []  # line, field, text

    def inspect(self, line: int, record: Struct) -> None:
        """Inspect a well-typed record."""
        for name, held in _formed_fields(type(record)):
            found = getattr(record, held)
            if type(found) is str and name in TIMES:
                self._times.append((line, name, found))
            elif found is not UNSET:
                self._inspect(line, name, name, found)
        if isinstance(record, Jackpot):
            self._jackpot(line, record)
        if len(self._times) > TIMES_AT_ONCE:
            self.finish()

    def _jackpot(self, line: int, record: Jackpot) -> None:
        """Require each kind of jackpot event's own fields, and no others."""
        for kind, names in JACKPOT_FIELDS.items():
            for name in names:
                found = getattr(record, name)
                if kind == record.kind and found is UNSET:
                    expected = f"this field, which every jackpot of the kind '{kind}' must have"
                    self._problems.add(Problem(line, name, "no such field", expected))
                elif kind != record.kind and found is not UNSET:
                    expected = f"no field '{name}': a jackpot of the kind '{record.kind}' has none"
                    self._problems.add(Problem(line, name, shown(found), expected))

    def finish(self) -> None:
        """Parse the collected times."""
        kept, self._times = self._times, []
        for place in times.parse([text for _, _, text in kept]).wrong if kept else ():
            line, field, text = kept[place]
            self._problems.add(Problem(line, field, shown(text), TIME_EXPECTED))

    def _inspect(self, line: int, field: str, name: str, found: Any) -> None:
        if isinstance(found, str):
            if name in TIMES:
                self._times.append((line, field, found))
            elif expected := _expected(name, found):
                self._problems.add(Problem(line, field, shown(found), expected))
        elif isinstance(found, list):
            for place, each in enumerate(found):
                self._inspect(line, f"{field}[{place}]", name, each)
        elif isinstance(found, Struct):
            for inner, held in _formed_fields(type(found)):
                self._inspect(line, f"{field}.{inner}", inner, getattr(found, held))


def cards_expected(text: str) -> str | None:
    """Expected form of cards; None: the text is right."""
    if len(text) % 2:
        return "two characters a card; this text has an odd number"
    codes = encode(text)
    if (codes == NO_CARD).any():
        bad = int((codes == NO_CARD).argmax())
        card = shown(text[2 * bad : 2 * bad + 2])
        return f"cards such as Qh (rank 23456789TJQKA, suit cdhs), ?? or JK; card {bad + 1} is {card}"
    return None


def _expected(name: str, text: str) -> str | None:
    if name in CARDS:
        return cards_expected(text)
    return "printable characters" if name in IDS and not text.isprintable() else None


_FORMED: dict[Any, tuple[tuple[str, str], ...]] = {}


def _formed_fields(kind: Any) -> tuple[tuple[str, str], ...]:
    """Fields, by name in format and record, whose texts have a form, or whose records have such fields."""
    if kind not in _FORMED:
        formed = CARDS | TIMES | IDS | NESTED
        names = zip(kind.__struct_encode_fields__, kind.__struct_fields__, strict=True)
        _FORMED[kind] = tuple(each for each in names if each[0] in formed and not _is_day(kind, each[1]))
    return _FORMED[kind]


def _is_day(kind: Any, held: str) -> bool:
    """Whether a field's type is a day, whatever its name."""
    return str(kind.__annotations__.get(held, "")).startswith("Day")
