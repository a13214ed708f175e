"""Command that started the program, so that printed commands work as typed."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from pathlib import Path

_MODULE = "auditor.cli"


def own_command() -> str:
    """The program as started: its name on the path, else its file, or its Python."""
    called = Path(sys.argv[0])
    if called.name == "__main__.py" or not called.is_file():
        return f"{as_typed(Path(sys.executable))} -m {_MODULE}"
    found = shutil.which(called.name)
    if found is not None and os.path.samefile(found, called):
        return called.name
    return as_typed(called)


def as_typed(path: Path) -> str:
    """A path for a shell, relative within the working folder."""
    whole, here = Path(os.path.abspath(path)), Path.cwd()
    if whole.is_relative_to(here):
        inside = whole.relative_to(here)
        return shlex.quote(str(inside) if len(inside.parts) > 1 else f"./{inside}")
    return shlex.quote(str(whole))
