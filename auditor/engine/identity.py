"""Identity of the program: version, judgement, digests.

``code`` covers what can change a result: ``rules`` without its library (which has its own digest), the modules of ``auditor``
that make audits, and the versions of numpy, msgspec and time zones. ``documents`` covers other output: ``reports``, ``auditor``,
``verifier``, the library's texts. A digest is the SHA-256 of `sha256sum` lines by path, then ``NAME==VERSION`` of dependencies,
equal in checkout, wheel and container.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from auditor.engine import last_read
from auditor.engine.engine_files import ROOT, shipped
from auditor.engine.imports import makes_audits
from rules.results import Audit, Engine
from rules.version import JUDGEMENT, VERSION

_RULES, _LIBRARY = "rules/", "rules/library/"
CODE_NEEDS = ("msgspec", "numpy", "tzdata")
DOCUMENTS_NEED = ("arabic-reshaper", "python-bidi", "reportlab")


class Program(Struct, frozen=True):
    """An installed program. code, documents: hex SHA-256."""

    version: str
    code: str
    judgement: int
    documents: str

    def engine(self, library: str) -> Engine:
        """Engine with a library, by its digest."""
        return Engine(version=self.version, code=self.code, judgement=self.judgement, library=library)

    @property
    def release(self) -> str:
        """Version with the code's first eight characters."""
        return self.engine("").release

    @property
    def basis(self) -> str:
        """Basis of documents' ETags beside the audit."""
        return f"{self.code} {self.documents}"


_known: dict[Path, Program] = {}  # of this process
_read: set[Path] = set()  # those of them that were read


def program(root: Path = ROOT) -> Program:
    """Program of a folder, read again where a file's size or time changed."""
    found = _known.get(root)
    if found is None:
        state = _state(root)
        digests = last_read.get(root, state)
        found = _known[root] = _from_bytes(root, state) if digests is None else _program(*digests)
    return found


def read_program(root: Path = ROOT) -> Program:
    """Program of a folder from its bytes, read once a process."""
    if root not in _read:
        _known[root] = _from_bytes(root, _state(root))
        _read.add(root)
    return _known[root]


def judged(audit: Audit) -> Audit:
    """An audit by this process with its judging code."""
    return replace(audit, engine=replace(audit.engine, code=program().code))


def _from_bytes(root: Path, state: str) -> Program:
    """Program of a folder. state: taken before the files are read."""
    read = {path: Path(entry.path).read_bytes() for path, entry in shipped(root)}
    lines = {path: f"{hashlib.sha256(body).hexdigest()}  {path}" for path, body in read.items()}
    code = _digest(lines, _judging(read), CODE_NEEDS)
    documents = _digest(lines, _shown(read), DOCUMENTS_NEED)
    last_read.put(root, state, code, documents)
    return _program(code, documents)


def _program(code: str, documents: str) -> Program:
    return Program(VERSION, code, JUDGEMENT, documents)


def _judging(read: Mapping[str, bytes]) -> set[str]:
    rules = {path for path in read if path.startswith(_RULES) and not path.startswith(_LIBRARY)}
    return rules | makes_audits(read, read.__getitem__)


def _shown(read: Iterable[str]) -> set[str]:
    return {path for path in read if not path.startswith(_RULES) or path.startswith(_LIBRARY)}


def _digest(lines: Mapping[str, str], paths: Iterable[str], needs: Iterable[str]) -> str:
    covered = [lines[path] for path in sorted(paths)] + _versions(needs)
    return hashlib.sha256("\n".join([*covered, ""]).encode()).hexdigest()


def _versions(needs: Iterable[str]) -> list[str]:
    return [f"{each}=={version(each)}" for each in needs]


def _state(root: Path) -> str:
    state = hashlib.sha256("\n".join(_versions((*CODE_NEEDS, *DOCUMENTS_NEED))).encode())
    for path, entry in shipped(root):
        stat: os.stat_result = entry.stat()
        state.update(f"\n{path} {stat.st_size} {stat.st_mtime_ns} {stat.st_ctime_ns}".encode())
    return state.hexdigest()
