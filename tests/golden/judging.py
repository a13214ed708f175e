"""What the engine says of a golden input: how it judges, and in which words, one thing a line.

Judgement is all that the JSON of an audit and `auditor replay` state, but for words: codes, places, amounts, money, coverage,
incidents. Words are what both state for people (`WORDS`), why hands are untestable, and the text of the PDF.

What is in neither, because it changes without a change of either: the identity of the engine, which `of_no_engine` takes out of
an audit before a document is made of it, and the moment, for which `MADE_AT` stands.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from io import BytesIO
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import fields, replace

from auditor.documents import dates_of, write_document
from auditor.importing.frame import Imported, ImportOptions
from auditor.importing.importers import import_original
from auditor.serialization import document
from rules.audit import BytesSource, audit_summary, combine, replay_log, with_day
from rules.audit.event_audit import audit_ledger, audit_tournament
from rules.audit.files_of_event import read_beside
from rules.audit.room_day import room_day
from rules.controls.library import APPROVED, Library, library, load
from rules.controls.quotes import with_quotes
from rules.file_kind import file_kind
from rules.findings.written import json_pieces
from rules.results import Audit
from tests.golden.inputs import EVENTS, Input
from tests.pdf import lines_of

MADE_AT = "2026-04-01T12:00:00Z"
# Texts for people, names of texts, and what a finding cites: to put one in other words finds nothing else.
WORDS = frozenset(
    {
        "message",
        "name",
        "title",
        "short",
        "explanation",
        "means",
        "reason",
        "clause",
        "because",
        "digest",
        "do",
        "command",
    }
)
_SAID_APART = (
    "engine", "logs", "event", "coverage", "findings", "controls",
    "unaudited",  # of the controls, and no judgement; the words of the report have it
)  # fmt: skip  # of an audit
_OF_THE_LOG = ("room", "session")
_PLAIN = re.compile(r"[^\s=\"\[\]{}]+")
_OF_A_DIGEST = re.compile(r"[0-9a-f]{32,}")
_KEY = b"of the golden inputs"  # for the pseudonyms of names
_DIGITS = 12  # that are shown of a digest


class Results(Struct, frozen=True):
    """What was made of an input. words: by part: those of the JSON, then those of each page of the PDF."""

    judgement: list[str]
    words: list[list[str]]


class Judged(Struct, frozen=True, kw_only=True):
    """An audit of an input with what its documents are made from. replay: of each hand, or of the event as a whole."""

    audit: Audit
    registry: Library
    sources: dict[tuple[str, str], BytesSource]
    replay: list[dict[str, Any]]


def results(given: Input) -> Results:
    """Judgement and words of an input."""
    found = judged(given)
    return Results(judgement_of(given, found), words_of(given, found))


# --------------------------------------------------------------------------------------------- the audit


def judged(given: Input) -> list[Judged]:
    """The audits of an input: one, but of an original one for each log that it has."""
    registry = _registry(given)
    if given.parts:
        return [_of_part(given, each, registry) for each in given.parts]
    if given.original is not None:
        return [_of_logs(given, [each.data], registry) for each in _imported(given).logs]
    if given.event is not None:
        return [_of_event(given, given.event, given.files[f"{given.event}.ndjson"], registry)]
    return [_of_logs(given, given.logs, registry)]


def _of_part(given: Input, part: bytes, registry: Library) -> Judged:
    kind = file_kind([part])
    return _of_event(given, kind, part, registry) if kind in EVENTS else _of_logs(given, [part], registry)


def _imported(given: Input) -> Imported:
    assert given.original is not None
    return import_original(given.original, ImportOptions(key=_KEY, **given.asked.history))


def _registry(given: Input) -> Library:
    """The library, with the controls beside the input: those of its room, or a draft to try."""
    if given.controls is None:
        return library()
    standing = APPROVED if given.asked.room is not None and given.asked.room.own else "draft"
    return load({"controls.toml": given.controls}, library(), standing)


def _of_logs(given: Input, logs: Iterable[bytes], registry: Library) -> Judged:
    """The audit of a log, or of the logs of a gaming day."""
    asked, room, parts, replays = given.asked, given.room, [], []
    how = {"ruleset": asked.ruleset, "library": registry, "room": room, "as_if": asked.as_if}
    sources = [BytesSource(each) for each in logs]
    for source in sources:
        parts.append(audit_summary(source, authority=asked.authority, **how))
        replays.extend(replay_log(source, **how))
    audit = combine([each for each, _ in parts])
    if asked.day is not None:
        assert room is not None, "a gaming day has a room"
        across = {"numbered": asked.numbered, "totals": asked.totals, "tables": asked.tables}
        audit = with_day(audit, room_day(room, asked.day, [each for _, each in parts], **across))
    by_session = {(log.room, log.session): source for log, source in zip(audit.logs, sources, strict=True)}
    return Judged(audit=of_no_engine(audit), registry=registry, sources=by_session, replay=replays)


def _of_event(given: Input, kind: str, data: bytes, registry: Library) -> Judged:
    source, asked = BytesSource(data), given.asked
    beside = [] if given.parts else [read_beside(BytesSource(each), kind) for each in given.logs]
    how = {"ruleset": asked.ruleset, "library": registry, "room": given.room, "as_if": asked.as_if}
    if kind == "tournament":
        audit = audit_tournament(source, beside, authority=asked.authority, **how)
    else:
        audit = audit_ledger(source, beside, **how)
    due = audit.event.due if audit.event else None  # what `auditor replay` prints
    return Judged(audit=of_no_engine(audit), registry=registry, sources={}, replay=[due or {}])


def of_no_engine(audit: Audit) -> Audit:
    """The audit as if an engine without an identity had made it. The PDF prints the identity, and a digest of it."""
    nobody = {each.name: 0 if each.type is int else "none" for each in fields(audit.engine)}
    return replace(audit, engine=type(audit.engine)(**nobody))


def _json_of(found: Judged) -> dict[str, Any]:
    """The audit as programs get it."""
    pieces = json_pieces(document(found.audit, found.registry))
    said: dict[str, Any] = json.loads(b"".join(pieces))
    return said


# ----------------------------------------------------------------------------------------- its judgement


def judgement_of(given: Input, found: Iterable[Judged]) -> list[str]:
    """The lines of what was judged, the same for as long as nothing is judged otherwise."""
    lines = list(_of_the_original(given))
    for each in found:
        lines += [*_heading(given, each), *_of_the_audit(each), *_of_the_replay(each.replay)]
    return lines


def _heading(given: Input, found: Judged) -> Iterator[str]:
    """Which of several audits it is."""
    if given.parts or given.original is not None:
        log, event = found.audit.log, found.audit.event
        yield f"audit: {log.session if log else event.id if event else None}"


def _of_the_original(given: Input) -> Iterator[str]:
    """What of an original could not be converted, and the log that each session of it became."""
    if given.original is None:
        return
    imported = _imported(given)
    yield _line("original", {"importer": imported.importer, "refusals": imported.refusals})
    for each in imported.problems:
        yield _line("problem", {"where": each.where, "field": each.field, "refuses": each.refuses})
    for log in imported.logs:
        yield _line("log", {"session": log.session, "table": log.table, "of": _digest(log.data)})


def _of_the_audit(found: Judged) -> Iterator[str]:
    said = _without_words(_json_of(found))
    for name, value in said.items():
        if name not in _SAID_APART:
            yield from _lines(name, value)
    if said["log"] is None:
        yield from _lines("logs", said["logs"])
    of_one = said["log"] is not None or said["event"] is not None
    for each in said["findings"]:
        yield _line("finding", {name: each[name] for name in each if not (of_one and name in _OF_THE_LOG)})
    for name, value in (said["event"] or {}).items():
        if name in EVENTS:
            for part, rows in (value or {}).items():
                yield from _lines(f"{name} {part}", rows)
        elif name != "due":  # which is the replay
            yield from _lines(f"event {name}", value)
    yield from _of_coverage(said["coverage"])


def _of_coverage(rows: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """The checks that apply to a hand: those of a family with the same figures on one line."""
    alike: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for row in rows:
        figures = {name: value for name, value in row.items() if name != "code" and value}
        if figures.keys() - {"inapplicable"}:
            alike[row["code"][:3], _pairs(figures)].append(row["code"])
    for (_, figures), codes in alike.items():
        yield f"coverage: {' '.join(codes)}: {figures}"


def _of_the_replay(replay: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """What was due, but for what is null, false, 0 or empty; the digest is of all of it."""
    for each in replay:
        due = _without_words(each)
        plain = {name: value for name, value in due.items() if not isinstance(value, list | Mapping)}
        yield _line("replay", {**_something(plain), "all": _digest(msgspec.json.encode(due))})
        for name, value in due.items():
            if name not in plain:
                yield from _lines(f"  {name}", _something(value))


def _without_words(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _without_words(each) for name, each in value.items() if name not in WORDS}
    return [_without_words(each) for each in value] if isinstance(value, list | tuple) else value


def _something(value: Any) -> Any:
    """A value without what of it is null, false, 0 or empty."""
    if isinstance(value, Mapping):
        return {name: kept for name, each in value.items() if (kept := _something(each))}
    return [_something(each) for each in value] if isinstance(value, list | tuple) else value


def _lines(name: str, value: Any) -> Iterator[str]:
    """A line for a value, or for each object of a list; none for null or an empty list."""
    if value is None or value in ([], {}):
        return
    if isinstance(value, list) and isinstance(value[0], Mapping):
        yield from (_line(name, each) for each in value)
    else:
        yield _line(name, value) if isinstance(value, Mapping) else f"{name}: {_text(value)}"


def _line(name: str, values: Mapping[str, Any]) -> str:
    return f"{name}: {_pairs(values)}"


def _pairs(values: Mapping[str, Any]) -> str:
    return " ".join(f"{name}={_text(value)}" for name, value in values.items() if value not in (None, [], {}))


def _text(value: Any) -> str:
    """A value as text without spaces but in quotes or brackets; of a digest the first digits."""
    if isinstance(value, Mapping):
        return f"{{{_pairs(value)}}}"
    if isinstance(value, list):
        return f"[{' '.join(map(_text, value))}]"
    if not isinstance(value, str) or not _PLAIN.fullmatch(value):
        return json.dumps(value, ensure_ascii=False)
    return value[:_DIGITS] if _OF_A_DIGEST.fullmatch(value) else value


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:_DIGITS]


# --------------------------------------------------------------------------------------------- its words


def words_of(given: Input, found: Iterable[Judged]) -> list[list[str]]:
    """The texts for people: those of the JSON, then the lines of each page of the PDF."""
    said, pages = [], []
    if given.original is not None:
        said += [f"{each.found}; expected {each.expected}. {each.do}" for each in _imported(given).problems]
    for each in found:
        said += [*_said(_json_of(each)), *_said(each.replay)]
        pages += [] if given.parts else lines_of(pdf_of(given, each))
    return [said, *pages]


def _said(value: Any, of: str = "") -> Iterator[str]:
    """The words of a part of a document, each with the code or the id of what it is about."""
    if isinstance(value, Mapping):
        about = next((str(value[name]) for name in ("code", "id", "ambiguity") if value.get(name)), of)
        for name, each in value.items():
            if name in WORDS and isinstance(each, str):
                yield f"{about} {name}: {each}".lstrip()
            elif name != "due":  # of an event, whose replay it is
                yield from _said(each, about)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _said(each, of)


def pdf_of(given: Input, found: Judged) -> bytes:
    """The report."""
    out, audit, registry, room = BytesIO(), found.audit, found.registry, given.room
    authority = given.asked.authority
    write_document(
        audit,
        found.sources,
        with_quotes(registry.revisions(), {f"{each.id}@{each.revision}" for each in audit.rulesets}),
        out,
        registry,
        {room.id: room} if room is not None else {},
        dates_of(audit, registry, MADE_AT, authority),
        authority=authority,
    )
    return out.getvalue()
