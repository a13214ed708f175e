"""Command that started the program, as a person can type it again: what it prints as a command works as printed."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

_MODULE = "auditor.cli"


def own_command() -> str:
    """The program as it was started: its name where that is on the path, else its file, or the Python that runs it."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py" or not called.is_file():
        return f"{as_typed(Path(sys.executable))} -m {_MODULE}"
    found = shutil.which(called.name)
    if found is not None and os.path.samefile(found, called):
        return called.name
    return as_typed(called)


def as_typed(path: Path) -> str:
    """A path as a shell takes it: from the working folder where it is in there, else whole."""
    whole, here = Path(os.path.abspath(path)), Path.cwd()
    if whole.is_relative_to(here):
        inside = whole.relative_to(here)
        return shlex.quote(str(inside) if len(inside.parts) > 1 else f"./{inside}")
    return shlex.quote(str(whole))
