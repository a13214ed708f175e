"""Copies of the program, altered as a developer would alter it."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("auditor", "reports", "rules", "simulation", "verifier")


def copied(folder: Path) -> Path:
    """The program in a folder of its own, with what was compiled for this one."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def altered(folder: Path, path: str, old: str, new: str) -> None:
    """Put a text in the place of another one, which is in the file once."""
    text = (folder / path).read_text()
    assert text.count(old) == 1, path
    (folder / path).write_text(text.replace(old, new))


def run(installation: Path, code: str, *args: object) -> str:
    """What a script prints that runs with another installation, in a process of its own."""
    path = os.pathsep.join([str(installation), str(ROOT)])
    done = subprocess.run(
        [sys.executable, "-c", f"import rules; assert rules.__file__.startswith({str(installation)!r})\n{code}", *map(str, args)],
        env={**os.environ, "PYTHONPATH": path}, cwd=installation, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout
