"""Lines of closed and open-face hands scanned into columns by the compiled scanner, if present.

Its tables come from the records' types. It takes plain lines with allowed values; msgspec reads the others and names faults.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

try:
    from rules.records import _scanner as compiled
except ImportError:  # there was no compiler where the program was installed
    compiled = None  # type: ignore[assignment]  # a module has a type, and an optional one none

# Kinds of fields, as _scanner.c numbers them, and what it gives of each: `values`, one for each record, and `more`.
NUMBER = 0  # int64, NOT_RECORDED where there is none
FLAG = 1  # int8, -1
NAME = 2  # int32, -1: places in `more`, the texts in the order of their first occurrence
CHECKED = 3  # nothing: a text that no column has
TEXT = 4  # a list of texts, "" where there is none
ROW = 5  # int16, -1: cards; `more` has the characters of every record, each with an end mark; and (place, text) of other sizes
CARDS = 6  # int16, -1: characters; `more` has these
LIST = 7  # int64, -1: items; `more` has the columns of the items
NUMBERS = 8  # int64, -1: items; `more` has these as int64
OBJECT = 9  # nothing; `more` has (place of the record, JSON) of each

FROM = 1_000  # lines that a process reads before it scans any: the tables take as long to make as these take longer to read
_MOST = 1 << 62

Decode = Callable[[bytes | str], Any]
Use = int | tuple[int, int] | Decode | Mapping[str, "Use"]
"""How a column takes a field: its kind; (ROW, characters); what decodes an object; how the fields of a list's items are taken."""


class ScannedField(NamedTuple):
    """A field of a batch. recorded: records that have it. ``more`` of an OBJECT: (place, record)."""

    kind: int
    recorded: int
    values: Any
    more: Any


Fields = dict[str, ScannedField]


class _Field(NamedTuple):
    """A field, and checks left by the scanner. words: allowed texts, if listed."""

    name: str
    kind: int
    words: frozenset[str] | None
    items: Sequence[_Field]
    decode: Decode | None  # of an OBJECT


_read = 0


def wanted(lines: int) -> bool:
    """Whether the process's next ``lines`` should be scanned."""
    global _read
    _read += lines
    return compiled is not None and _read > FROM and _is_of_the_source()


@cache
def _is_of_the_source() -> bool:
    source = files("rules.records").joinpath("_scanner.c").read_bytes()
    return hashlib.sha256(source).hexdigest() == compiled.SOURCE_SHA256


class Scanner:
    """Scanner of one type's records, for one reader: it keeps its last batch."""

    def __init__(self, kind: type[msgspec.Struct], uses: Mapping[str, Use]) -> None:
        if kind not in _TABLES:
            info = inspect.type_info(kind)
            assert isinstance(info, inspect.StructType)
            _TABLES[kind] = (msgspec.json.encode(info.tag), *_fields(info, uses))
        tag, self.fields, tables = _TABLES[kind]
        self.compiled = compiled.compile(tag, tables)


class Scanned(NamedTuple):
    """Scanned lines. taken: places and fields by scanner. others: (place, line) of the rest."""

    lines: int
    taken: list[tuple[list[int], Fields]]
    others: list[tuple[int, bytes]]


def scan(scanners: Sequence[Scanner], text: bytes, longest: int) -> Scanned | None:
    """Scanned lines of a text; None where none is of these types, or one is not taken or longer than ``longest`` bytes."""
    found = compiled.scan(tuple(each.compiled for each in scanners), text, longest)
    if found is None:
        return None
    lines, of_each, others = found
    taken = []
    for scanner, (places, columns) in zip(scanners, of_each, strict=True):
        fields = _named(scanner.fields, columns) if places else {}
        if fields is None:
            return None
        taken.append((memoryview(places).cast("i").tolist(), fields))
    return Scanned(lines, taken, others)


_Tables = tuple[Any, ...]
_TABLES: dict[type[msgspec.Struct], tuple[bytes, Sequence[_Field], _Tables]] = {}


def _named(fields: Sequence[_Field], columns: Sequence[tuple[int, Any, Any]]) -> Fields | None:
    found: Fields = {}
    for field, (recorded, values, more) in zip(fields, columns, strict=True):
        if field.words is not None and not field.words.issuperset(more):
            return None
        if field.items:
            more = _named(field.items, more)
        elif field.decode is not None:
            more = _decoded(field.decode, more)
        if more is None:
            return None
        found[field.name] = ScannedField(field.kind, recorded, values, more)
    return found


def _decoded(decode: Decode, objects: Sequence[tuple[int, bytes]]) -> Any:
    try:
        return [(place, decode(text)) for place, text in objects]
    except msgspec.DecodeError:
        return None


def _fields(info: inspect.StructType, uses: Mapping[str, Use]) -> tuple[Sequence[_Field], _Tables]:
    fields, tables = [], []
    for each in info.fields:
        bare = _bare(each.type)
        use = uses.get(each.name)
        kind, low, high = _kind(bare, use)
        words = frozenset(map(str, bare.values)) if isinstance(bare, inspect.LiteralType) else None
        items: Sequence[_Field] = ()
        inner: _Tables = ()
        if isinstance(bare, inspect.ListType):
            items, inner = _items(_bare(bare.item_type), use)
        fields.append(_Field(each.name, kind, words, items, use if callable(use) else None))
        tables.append((each.encode_name.encode(), kind, each.required, low, high, inner))
    return tuple(fields), tuple(tables)


def _items(bare: inspect.Type, use: Use | None) -> tuple[Sequence[_Field], _Tables]:
    if isinstance(bare, inspect.StructType):
        assert isinstance(use, Mapping)
        return _fields(bare, use)
    kind, low, high = _kind(bare, None)
    assert kind == NUMBER
    return (), ((b"", kind, True, low, high, ()),)


def _kind(bare: inspect.Type, use: Use | None) -> tuple[int, int, int]:
    match bare:
        case inspect.IntType(gt=None, lt=None, multiple_of=None):
            return NUMBER, *_bounds(bare.ge, bare.le, -_MOST)
        case inspect.BoolType():
            return FLAG, 0, 1
        case inspect.LiteralType():
            return NAME, 0, _MOST
        case inspect.StrType(pattern=None):
            low, high = _bounds(bare.min_length, bare.max_length)
            if isinstance(use, tuple):
                assert low == 0
                return ROW, use[1], high
            return (use if isinstance(use, int) else CHECKED), low, high
        case inspect.ListType():
            return (NUMBERS if use == NUMBERS else LIST), *_bounds(bare.min_length, bare.max_length)
        case inspect.StructType() if callable(use):
            return OBJECT, 0, 0
    raise TypeError(f"the scanner has no kind of field for {bare}")


def _bounds(low: float | None, high: float | None, least: int = 0) -> tuple[int, int]:
    return least if low is None else int(low), _MOST if high is None else int(high)


def _bare(kind: inspect.Type) -> inspect.Type:
    return kind.type if isinstance(kind, inspect.Metadata) else kind
