"""Discovery of the checks, and their documentation."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

import rules.checks as _package
from rules.checks.support.check import Check, Tested

LOG = (
    "cards",
    "rows",
    "money",
    "fees",
    "pots",
    "table",
    "procedure",
    "log",
)  # the rooms whose checks take a log
# The order in which findings are reported: by the letters of their codes, then by number.
_OF_LOGS = (
    "log", "dck", "set", "stk", "scr", "pay", "pot", "bet", "sur", "fee", "jkp", "irr", "clk", "lvl", "trn", "ctl",
)  # fmt: skip
_OF_TOURNAMENTS = "ctl", "trn", "log", "lvl", "jkp"
_OF_LEDGERS = "ctl", "jkp", "log"
_NAMED = re.compile(r"([a-z]{3})\d{3}_\w+")  # a module that is a check, by its code and name

PARTS = ("Finds", "Why", "Example", "Needs")


class CatalogueEntry(Struct, frozen=True):
    """A check with its docstring's parts."""

    check: Check
    run: Callable[[Any], Tested]
    summary: str
    finds: str
    why: str
    example: str
    needs: str
    module: str

    @property
    def code(self) -> str:
        return self.check.code

    @property
    def name(self) -> str:
        return self.check.name

    @property
    def kind(self) -> str:
        return self.check.kind

    @property
    def severity(self) -> str:
        return self.check.severity

    @property
    def clauses(self) -> tuple[str, ...]:
        return self.check.clauses

    @property
    def documentation(self) -> str:
        return "\n\n".join(
            (
                f"### {self.code} {self.name}",
                f"**{self.summary}**",
                f"*{self.kind}, {self.severity}* · clauses: {', '.join(f'`{each}`' for each in self.clauses)}",
                f"**Finds** {self.finds}",
                f"**Why it matters** {self.why}",
                f"**Example** {self.example}",
                f"**Needs** {self.needs}",
            )
        )


@cache
def checks() -> tuple[CatalogueEntry, ...]:
    """Checks of a log, in order of report."""
    return tuple(_entry(import_module(name)) for name in _modules(LOG, _OF_LOGS))


@cache
def room_checks() -> tuple[CatalogueEntry, ...]:
    """Checks across the sessions of a room, likewise."""
    return tuple(_entry(import_module(name)) for name in _modules(("day",), _OF_LOGS))


@cache
def tournament_checks() -> tuple[CatalogueEntry, ...]:
    """Checks of a tournament. One that shares a code with a table's check has its page."""
    return _of_events("tournament", _OF_TOURNAMENTS)


@cache
def ledger_checks() -> tuple[CatalogueEntry, ...]:
    """Checks of a ledger, likewise."""
    return _of_events("ledger", _OF_LEDGERS)


def checks_of_tables() -> tuple[CatalogueEntry, ...]:
    """Checks of logs and across those of a day."""
    return (*checks(), *room_checks())


def _of_events(room: str, letters: tuple[str, ...]) -> tuple[CatalogueEntry, ...]:
    pages = {entry.code: entry for entry in checks_of_tables()}
    names = _modules((room,), letters)
    return tuple(_entry(import_module(name), pages.get(_code(name))) for name in names)


@cache
def _modules(rooms: tuple[str, ...], letters: tuple[str, ...]) -> tuple[str, ...]:
    """Modules of checks in some rooms, by code. Only rooms are imported."""
    found = [
        f"{__package__}.{room}.{module.name}"
        for room in rooms
        for module in iter_modules([str(folder / room) for folder in map(Path, _package.__path__)])
        if _NAMED.fullmatch(module.name)
    ]
    return tuple(sorted(found, key=lambda name: (letters.index(_code(name)[:3].lower()), _code(name))))


@cache
def every_check() -> tuple[CatalogueEntry, ...]:
    """Every check; of two with one code the first."""
    return tuple(by_code().values())


@cache
def every_module() -> tuple[CatalogueEntry, ...]:
    """Checks of every listing: both of one code."""
    return (*checks_of_tables(), *tournament_checks(), *ledger_checks())


@cache
def by_code() -> dict[str, CatalogueEntry]:
    found: dict[str, CatalogueEntry] = {}
    for entry in every_module():
        found.setdefault(entry.code, entry)
    return found


@cache
def modules_by_code() -> dict[str, str]:
    """Module of each code. Nothing is imported."""
    return dict(reversed([(_code(name), name) for name in (*_of_tables(), *_of_files())]))


@cache
def _event_modules_by_code() -> dict[str, str]:
    return dict(reversed([(_code(name), name) for name in _of_files()]))


def _of_tables() -> tuple[str, ...]:
    return (*_modules(LOG, _OF_LOGS), *_modules(("day",), _OF_LOGS))


def _of_files() -> tuple[str, ...]:
    return (*_modules(("tournament",), _OF_TOURNAMENTS), *_modules(("ledger",), _OF_LEDGERS))


def entry_of(code: str) -> CatalogueEntry | None:
    """Check with a code; None: none. No other is imported."""
    module = modules_by_code().get(code)
    return _entry(import_module(module)) if module is not None else None


@cache
def check_of(code: str, of_event: bool = False) -> Check | None:
    """Check with a code; None: none. of_event: of a tournament or ledger. No other is imported."""
    module = (_event_modules_by_code() if of_event else modules_by_code()).get(code)
    if module is None:
        return None
    check: Check = import_module(module).CHECK
    return check


def quotes_nobody(code: str) -> bool:
    """Whether no message of a code quotes the log; unknown codes may."""
    check = check_of(code)
    return check is not None and not check.quotes


def _code(name: str) -> str:
    return name.rpartition(".")[2].partition("_")[0].upper()


def _entry(module: ModuleType, page: CatalogueEntry | None = None) -> CatalogueEntry:
    """Entry of a module. page: the check with its code, whose documentation it shares."""
    if page is not None:
        return replace(page, check=module.CHECK, run=module.run, module=module.__name__)
    summary, parts = _read(module.__doc__ or "")
    return CatalogueEntry(
        check=module.CHECK,
        run=module.run,
        summary=summary,
        finds=parts["Finds"],
        why=parts["Why"],
        example=parts["Example"],
        needs=parts["Needs"],
        module=module.__name__,
    )


def _read(doc: str) -> tuple[str, dict[str, str]]:
    """Sentence and parts of a docstring: `Finds:`, `Why:`, `Example:`, `Needs:`."""
    head, *rest = re.split(rf"^({'|'.join(PARTS)}): ", doc.strip(), flags=re.MULTILINE)
    parts = dict(zip(rest[::2], (re.sub(r"\s+", " ", text).strip() for text in rest[1::2]), strict=True))
    return re.sub(r"\s+", " ", head).strip(), parts
