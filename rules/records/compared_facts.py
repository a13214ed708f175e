"""Facts of two versions of a file, matched by subject: hands and seats by number, in any order of fields."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from rules.records.reader import numbered_lines
from rules.results import ChangedFact
from rules.typed import from_json

LONGEST = 400  # characters of a value
_HANDS = ("chinese_hand", "ofc_hand", "pot_hand")
_ONCE = ("session", "tournament", "ledger", "close")
# Where a derived log comes from is no fact of the play, and what it supersedes differs by itself.
_LEFT_OUT = {
    "session": ("supersedes", "_derived_from"),
    "tournament": ("supersedes",),
    "ledger": ("supersedes",),
}
# Keys of the items of a list. Items of other lists have their places, counted from 1.
_ITEMS: Mapping[str, tuple[str, ...]] = {
    "seats": ("seat",),
    "transfers": ("payer", "payee"),
    "contributions": ("seat",),
    "awards": ("seat", "row", "run", "half"),
    "fees": ("kind", "seat", "pot"),
    "placements": ("seat",),
    "pots": ("pot",),
    "payouts": ("seat",),
    "accounts": ("account",),
    "structure": ("level",),
}
_SEATS = "seats"
ABSENT = object()


class _Line(Struct, frozen=True):
    number: int
    raw: bytes
    about: _About


class _About(Struct, frozen=True):
    event: str = ""
    hand: int | None = None
    seat: int | None = None
    entry: int | None = None
    player: str | None = None
    account: str | None = None
    kind: str | None = None
    at: str | None = None

    @property
    def named(self) -> Hashable:
        if self.event in _HANDS:
            return "hand", self.hand
        return (self.event,) if self.event in _ONCE else None


_about = from_json(_About)
# Of lines without a name, those that are alike are one and the same line that was changed: the most alike first.
_ALIKE: tuple[Callable[[_About], Hashable], ...] = (
    lambda each: (each.event, each.at, each.seat, each.entry, each.player, each.account, each.kind),
    lambda each: (each.event, each.at, each.seat, each.entry, each.account),
    lambda each: (each.event, each.at, each.player, each.kind),
    lambda each: (each.event, each.seat, each.entry, each.player, each.account, each.kind),
)


def changed_facts(before: Iterable[bytes], after: Iterable[bytes]) -> Iterator[ChangedFact]:
    """Differing facts in the second file's order; those of the first alone at their own place. before, after: text in pieces."""
    pairs = _paired(*_different(before, after))
    for was, now in sorted(pairs, key=_place):
        yield from _of_lines(was, now)


def _place(pair: tuple[_Line | None, _Line | None]) -> tuple[int, bool]:
    was, now = pair
    line = now or was
    assert line is not None  # one of the files has it
    return line.number, now is not None


def _different(before: Iterable[bytes], after: Iterable[bytes]) -> tuple[list[_Line], list[_Line]]:
    old: dict[bytes, list[int]] = defaultdict(list)
    for number, raw in numbered_lines(before):
        old[raw.strip()].append(number)
    new = []
    for number, raw in numbered_lines(after):
        there = old.get(raw.strip())
        if there:
            there.pop(0)
        else:
            new.append(_line(number, raw.strip()))
    gone = [_line(number, raw) for raw, numbers in old.items() for number in numbers]
    return sorted(gone, key=lambda each: each.number), new


def _line(number: int, raw: bytes) -> _Line:
    try:
        about = _about(raw)
    except msgspec.ValidationError:  # a field of another file's kind of line
        about = _About(event=str(msgspec.json.decode(raw).get("event", "")))
    return _Line(number, raw, about)


def _paired(old: list[_Line], new: list[_Line]) -> list[tuple[_Line | None, _Line | None]]:
    found: list[tuple[_Line | None, _Line | None]] = []
    pairs, old_named, new_named = _matched(
        [each for each in old if each.about.named], [each for each in new if each.about.named], _name
    )
    found += pairs
    old, new = [each for each in old if not each.about.named], [each for each in new if not each.about.named]
    for alike in _ALIKE:
        pairs, old, new = _matched(old, new, lambda each, alike=alike: alike(each.about))  # type: ignore[misc]
        found += pairs
    found += ((each, None) for each in (*old_named, *old))
    found += ((None, each) for each in (*new_named, *new))
    return found


def _name(line: _Line) -> Hashable:
    return line.about.named


def _matched(
    old: Sequence[_Line], new: Sequence[_Line], key: Callable[[_Line], Hashable]
) -> tuple[list[tuple[_Line, _Line]], list[_Line], list[_Line]]:
    waiting: dict[Hashable, list[_Line]] = defaultdict(list)
    for each in reversed(new):
        waiting[key(each)].append(each)
    pairs, left = [], []
    for each in old:
        there = waiting.get(key(each))
        if there:
            pairs.append((each, there.pop()))
        else:
            left.append(each)
    taken = {id(now) for _, now in pairs}
    return pairs, left, [each for each in new if id(each) not in taken]


def _of_lines(was: _Line | None, now: _Line | None) -> Iterator[ChangedFact]:
    line = now or was
    assert line is not None  # one of the files has it
    lines = was.number if was else None, now.number if now else None
    event, hand = line.about.event, line.about.hand
    if was is None or now is None:
        there = [None if each is None else _text(each.raw) for each in (was, now)]
        yield _fact(event, hand, line.about.seat, None, (there[0], there[1]), lines)
        return
    one, other = (
        {name: value for name, value in msgspec.json.decode(each.raw).items() if name not in _LEFT_OUT.get(event, ())}
        for each in (was, now)
    )  # fmt: skip
    for seat, field, first, second in fields(one, other):
        yield _fact(event, hand, seat, field, (_value(first), _value(second)), lines)


def _fact(
    event: str,
    hand: int | None,
    seat: int | None,
    field: str | None,
    sides: tuple[bool | int | str | None, bool | int | str | None],
    lines: tuple[int | None, int | None],
) -> ChangedFact:
    return ChangedFact(
        event=event,
        hand=hand,
        seat=seat,
        field=field,
        before=sides[0],
        after=sides[1],
        before_line=lines[0],
        after_line=lines[1],
    )


def fields(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[tuple[int | None, str, Any, Any]]:
    """(seat, field, before, after) of differences between two lines; ABSENT: the line lacks it."""
    yield from _fields("", one.get("seat"), one, other)


def _fields(path: str, seat: int | None, one: Any, other: Any) -> Iterator[tuple[int | None, str, Any, Any]]:
    if one == other and type(one) is type(other):
        return
    if _is(dict, one, other):
        one, other = _or_empty(one, {}), _or_empty(other, {})
        for name in dict.fromkeys((*one, *other)):
            inner = f"{path}.{name}" if path else name
            yield from _fields(inner, seat, one.get(name, ABSENT), other.get(name, ABSENT))
    elif _is(list, one, other) and _of_objects(one) and _of_objects(other):
        yield from _items(path, seat, _or_empty(one, []), _or_empty(other, []))
    else:
        yield seat, path, one, other


def _is(kind: type, one: Any, other: Any) -> bool:
    there = [each for each in (one, other) if each is not ABSENT]
    return all(isinstance(each, kind) for each in there)


def _or_empty(value: Any, empty: Any) -> Any:
    return empty if value is ABSENT else value


def _of_objects(value: Any) -> bool:
    """Whether a list has objects. An unrecorded list and an empty one are two statements."""
    return value is not ABSENT and bool(value) and all(isinstance(each, dict) for each in value)


def _items(
    path: str, seat: int | None, one: list[Any], other: list[Any]
) -> Iterator[tuple[int | None, str, Any, Any]]:
    name = path.rpartition(".")[2]
    told_apart = _ITEMS.get(name)
    if told_apart is None:
        sides: Iterable[tuple[str, Any, Any]] = _by_place(one, other)
    else:
        sides = _by_name(told_apart, one, other)
    for which, was, now in sides:
        item = now if now is not ABSENT else was
        where = item.get("seat", seat) if isinstance(item.get("seat"), int) else seat
        inner = "" if path == _SEATS and "seat" in item else f"{path}[{which}]"
        yield from _fields(inner, where, was, now)


def _by_name(names: tuple[str, ...], one: list[Any], other: list[Any]) -> Iterator[tuple[str, Any, Any]]:
    old, new = _named(names, one), _named(names, other)
    for which in dict.fromkeys((*new, *old)):
        yield which, old.get(which, ABSENT), new.get(which, ABSENT)


def _named(names: tuple[str, ...], items: list[Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for each in items:
        which = ", ".join(f"{name} {each[name]}" for name in names if name in each)
        times = 2
        unique = which
        while unique in found:
            unique = f"{which}, {times}."
            times += 1
        found[unique] = each
    return found


def _by_place(one: list[Any], other: list[Any]) -> Iterator[tuple[str, Any, Any]]:
    least = min(len(one), len(other))
    begin = next((at for at in range(least) if one[at] != other[at]), least)
    end = next((at for at in range(least - begin) if one[-1 - at] != other[-1 - at]), least - begin)
    old, new = one[begin : len(one) - end], other[begin : len(other) - end]
    for at in range(max(len(old), len(new))):
        first, second = (each[at] if at < len(each) else ABSENT for each in (old, new))
        yield f"{begin + at + 1}", first, second


def _value(value: Any) -> bool | int | str | None:
    if value is ABSENT:
        return None
    if isinstance(value, bool | int):
        return value
    return _shortened(value) if isinstance(value, str) else _text(msgspec.json.encode(value))


def _text(raw: bytes) -> str:
    return _shortened(raw[: 8 * LONGEST].decode("utf-8", "replace"))


def _shortened(text: str) -> str:
    plain = "".join(
        each if each.isprintable() else "\N{REPLACEMENT CHARACTER}" for each in text[: LONGEST + 1]
    )
    return plain if len(plain) <= LONGEST else f"{plain[:LONGEST]}…"
