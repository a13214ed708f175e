"""The files that the program ships, by paths such as ``rules/cards.py``.

What is compiled from them is left out, and so are the READMEs of packages, which no wheel has; that of the verifier is shipped.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

PACKAGES = ("auditor", "reports", "rules", "simulation", "verifier")
ROOT = Path(__file__).parents[2]  # the folder that has the packages: of a checkout, or of what is installed
_LEFT_OUT = (".so", ".pyd", ".mo", ".pyc", "~")
_README, _SHIPPED_README = "README.md", "verifier/README.md"


def shipped(root: Path) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Each file below the packages of a folder, in the order of the paths within a folder."""
    for package in PACKAGES:
        yield from _below(root / package, f"{package}/")


def _below(folder: Path | str, path: str) -> Iterator[tuple[str, os.DirEntry[str]]]:
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda each: each.name)
    for entry in entries:
        name = entry.name
        if name == "__pycache__" or name[0] == "." or name.endswith(_LEFT_OUT):
            continue
        if entry.is_dir():
            yield from _below(entry.path, f"{path}{name}/")
        elif name != _README or path + name == _SHIPPED_README:
            yield path + name, entry
