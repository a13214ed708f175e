"""Modules of ``auditor`` that make an audit, by imports at any depth."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Iterator

# What audits sessions, gaming days and events, for the service, bulk runs and in two processes; and what logs are derived by.
MAKE_AUDITS = (
    "auditor/bulk/file_task.py",
    "auditor/bulk/room_task.py",
    "auditor/days.py",
    "auditor/event_audits.py",
    "auditor/importing/importers.py",
    "auditor/jobs/audit_from_store.py",
    "auditor/keyed/keyed_log.py",
    "auditor/reading_process.py",
)
_SHOWS = ("auditor/cli/", "auditor/engine/", "auditor/http/")


def makes_audits(paths: Collection[str], source: Callable[[str], bytes]) -> set[str]:
    """Paths of these modules. source: text of a module."""
    found: set[str] = set()
    waiting = [each for each in MAKE_AUDITS if each in paths]
    while waiting:
        path = waiting.pop()
        if path in found or path.startswith(_SHOWS):
            continue
        found.add(path)
        waiting += [each for name in _imported(source(path)) for each in _paths(name) if each in paths]
    return found


def _imported(source: bytes) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)


def _paths(name: str) -> Iterator[str]:
    """Files that a dotted name may mean, and its packages."""
    parts = name.split(".")
    if parts[0] != "auditor":
        return
    for many in range(1, len(parts) + 1):
        yield "/".join(parts[:many]) + "/__init__.py"
    yield "/".join(parts) + ".py"
