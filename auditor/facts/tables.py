"""Tables that facts make: one description of them, and what a fold sees of them.

Each row has the number of the fact that made it as it is (``fact``). A row that later facts change has that of its first one too
(``first_fact``): both together make it, whatever came between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from operator import itemgetter
from typing import Any, Protocol

from msgspec import Struct

Row = Mapping[str, Any]
FACT = "fact"  # the column with the number of a row's last fact
FIRST = "first_fact"  # and with that of its first one
TYPES: dict[str, tuple[type, ...]] = {
    "text": (str,),
    "integer": (int,),
    "flag": (bool,),
    "json": (dict, list, str, int, float, bool, type(None)),
}


def name_of(key: Iterable[Any]) -> str:
    """Name of a row for people, by its key."""
    return " ".join(map(str, key))


class ProjectedTable(Struct, frozen=True, dict=True):
    """A table. key: its columns in order; columns: their types (`TYPES`) by name; nullable: those that may have no value."""

    name: str
    key: tuple[str, ...]
    columns: dict[str, str]
    nullable: frozenset[str]

    @cached_property
    def key_of(self) -> Callable[[Row], tuple[Any, ...]]:
        """Key of a row."""
        return values_of(self.key)

    @cached_property
    def values_of(self) -> Callable[[Row], tuple[Any, ...]]:
        """Values of a row, columns in order."""
        return values_of(tuple(self.columns))

    @cached_property
    def coded(self) -> tuple[tuple[int, str], ...]:
        """Places and names of the columns that are stored as something else: flags and JSON."""
        places = enumerate(self.columns.items())
        return tuple((place, name) for place, (name, kind) in places if kind in ("flag", "json"))

    @cached_property
    def _fitting(self) -> set[tuple[object, ...]]:
        """Columns and types of rows that were right."""
        return set()

    def check(self, row: Row) -> None:
        """Raise TypeError for a row with other columns or types."""
        shape = (*row, *map(type, row.values()))
        if shape not in self._fitting:
            self._check_each(row)
            self._fitting.add(shape)

    def _check_each(self, row: Row) -> None:
        if row.keys() != self.columns.keys():
            raise TypeError(f"{self.name} has other columns: {sorted(row.keys() ^ self.columns.keys())}")
        for name, kind in self.columns.items():
            value = row[name]
            if value is None:
                if name not in self.nullable:
                    raise TypeError(f"{self.name}.{name} is never null")
            elif type(value) not in TYPES[kind]:
                raise TypeError(f"{self.name}.{name} is {kind}, and not {type(value).__name__}")


def values_of(names: tuple[str, ...]) -> Callable[[Row], tuple[Any, ...]]:
    """Function that gives the values which a row has in some columns."""
    if len(names) > 1:
        return itemgetter(*names)
    (name,) = names
    return lambda row: (row[name],)


class Tables(Protocol):
    """Tables as a fold sees them."""

    def get(self, table: str, *key: Any) -> Row | None:
        """A row by its key, or None."""

    def put(self, table: str, row: Row) -> None:
        """Write a row in place of the one that has its key."""

    def drop(self, table: str, *key: Any) -> None:
        """Remove a row, if it is there."""

    def of(self, table: str, **where: Any) -> Iterator[Row]:
        """Rows with these values, in the order of their keys."""


def _table(name: str, key: str, columns: str, *beside: str) -> ProjectedTable:
    types: dict[str, str] = {}
    nullable = set()
    for text in columns.split(","):
        column, kind = text.split()
        types[column] = kind.rstrip("?")
        if kind.endswith("?"):
            nullable.add(column)
    types |= dict.fromkeys((*beside, FACT), "integer")
    return ProjectedTable(name, tuple(key.split(", ")), types, frozenset(nullable))


_EVERY = (
    _table("keys", "id",
           "id text, secret_sha256 text, role text, name text, person flag, rooms json?, authority text?, made_at text, "
           "made_by text?, expires_at text, revoked_at text?, replaces text?"),
    _table("people", "id", "id integer, email text, key text, last text, last_at text, until text"),
    _table("credentials", "person",
           "person integer, issuer text?, invitation_until text?, totp_since text?, secrets text?"),
    _table("sign_in_factors", "sign_in, at", "sign_in integer, at text, person integer, method text"),
    _table("reminders", "person", "person integer, calendar text?, calendar_at text?, daily flag"),
    _table("pseudonym_keys", "room", "room text, made_at text, secret text"),
    _table("rooms", "id", "id text, terms json, change integer"),
    _table("changes", "id",
           "id integer, at text, room text, action text, ruleset text?, revision integer?, by text?, reference text?, "
           "note text?, details json, key text?"),
    _table("controls", "ruleset, revision",
           "ruleset text, revision integer, room text, standing text, source text, document text?, digest text?, starts text?, "
           "title text?, change integer"),
    _table("filed", "sha256", "sha256 text, size integer, media_type text, filename text?, received_at text"),
    _table("terms_proposals", "id", "id integer, at text, room text, terms json, by text?, key text?"),
    _table("terms_decisions", "proposal",
           "proposal integer, at text, standing text, reference text?, note text?, change integer?, by text?, key text?"),
    _table("holds", "id",
           "id integer, at text, room text, session text?, first_day text?, last_day text?, reason text, by text?, key text?, "
           "lifted_at text?, lift_reason text?, lift_by text?, lift_key text?"),
    _table("purges", "subject, key",
           "id integer, at text, subject text, key text, sha256 text, size integer, room text?, session text?, first_day text?, "
           "last_day text, year_ends text, years integer, kept_until text, parameter text, clause text, by text"),
    _table("returns", "id", "id integer, at text, sha256 text, key text?"),
    _table("erasures", "id", "id integer, at text, purge integer"),
    _table("repairs", "id",
           "id integer, at text, subject text, sha256 text, found_sha256 text, found_size integer, by text?"),
    _table("evidence", "sha256",
           "sha256 text, content_sha256 text?, size integer, media_type text, filename text?, received_at text, outcome text, "
           "problem_count integer, problems text?, key text?", FIRST),
    _table("sessions", "id",
           "id integer, room text, session text, table_name text, currency text, day text, opened_at text, closed_at text?, "
           "hands integer, ruleset text?, evidence text, content_sha256 text, supersedes integer?, received_at text, "
           "facts_sha256 text, key text?", FIRST),
    _table("event_files", "id",
           "id integer, kind text, room text, name text, currency text, day text?, sha256 text, content_sha256 text, "
           "size integer, media_type text, filename text?, received_at text, supersedes integer?, key text?, facts_sha256 text"),
    _table("originals", "id",
           "id integer, sha256 text, size integer, media_type text, filename text?, received_at text, room text?, key text?"),
    _table("imports", "id",
           "id integer, original integer, at text, importer text?, version text?, problem_count integer, refusals integer, "
           "key text?, options json?, problems text?"),
    _table("derived_logs", "import, position",
           "import integer, position integer, room text, session text, table_name text, sha256 text, outcome text, "
           "session_id integer?, message text?"),
    _table("audits", "id",
           "id integer, state text, request json, ruleset text?, skipped json, idempotency_key text?, request_sha256 text, "
           "attempts integer, created_at text, finished_at text?, hands_total integer, error text?, summary_sha256 text?, "
           "root text?, counts json?, result_sha256 text?, knowledge json?, of integer?, room text?, day text?, "
           "finish integer?, key text?, open flag, event integer?", FIRST),
    _table("audit_sessions", "audit, position", "audit integer, position integer, session integer, what_if flag"),
    _table("session_results", "session, basis",
           "session integer, basis text, audit integer, result_sha256 text, summary_sha256 text"),
    _table("screening_statistics", "id",
           "id integer, session integer, audit integer, day text, sha256 text, size integer"),
    _table("screening_sums", "id", "id integer, statistics integer, version integer, sha256 text, size integer"),
    _table("room_incidents", "incident",
           "incident text, audit integer, position integer, room text, session text?, day text, code text, clause text, "
           "event text?"),
    _table("incident_events", "id",
           "id integer, at text, room text, incident text, action text, audit integer, stated_sha256 text, due text?, "
           "words_sha256 text?, words text?, files json, correction integer?, by text?, key text?"),
    _table("incident_states", "incident",
           "incident text, room text, state text, correction integer?, answer text?, step integer, steps integer"),
    _table("attachments", "sha256", "sha256 text, size integer, received_at text"),
    _table("reports", "id",
           "id integer, at text, audit integer, edition text, exhibits integer?, made_sha256 text, sha256 text, size integer, "
           "signer json?, engine text, by text?, key text?"),
    _table("report_pulls", "id", "id integer, at text, report integer, what text, by text?, key text?"),
    _table("samples", "id",
           "id integer, at text, room text, first_day text, last_day text, sessions_sha256 text, list_sha256 text, "
           "hands integer, wanted integer, source text, value text, by text?, key text?"),
    _table("sample_draws", "sample", "sample integer, at text, root text, size integer, drawn json"),
    _table("sample_hands", "id",
           "id integer, at text, sample integer, number integer, by text?, key text?, seen text"),
    _table("sample_closings", "sample", "sample integer, at text, results_sha256 text, by text?, key text?"),
    _table("screening_lists", "id",
           "id integer, at text, room text, as_of integer, results integer, alarms integer, sha256 text, size integer"),
    _table("screening_closings", "id",
           "id integer, at text, room text, result text, indicator text, year integer, log10_e text, as_of integer, by text?, "
           "key text?, words text"),
    _table("engines", "id",
           "id integer, at text, version text, library text, code text?, judgement integer?"),
    _table("log_keys", "verifier", "verifier text, at text"),
)  # fmt: skip
TABLES: dict[str, ProjectedTable] = {table.name: table for table in _EVERY}
