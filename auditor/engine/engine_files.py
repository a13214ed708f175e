"""Shipped files by path, such as ``rules/cards.py``, without compiled ones and packages' READMEs, but with the verifier's."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

PACKAGES = ("auditor", "reports", "rules", "simulation", "verifier")
ROOT = Path(__file__).parents[2]  # the folder that has the packages: of a checkout, or of what is installed
_LEFT_OUT = (".so", ".pyd", ".mo", ".pyc", "~")
_README, _SHIPPED_README = "README.md", "verifier/README.md"


def shipped(root: Path) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Files of the packages below a folder, by path within each folder."""
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
