"""Check that the packages are the files that were installed.

Another distribution with a package `rules`, `simulation`, `reports` or `verifier` may overwrite them, and pip does not say so.
Each start compares each package's first file with its recorded digest; a checkout, an editable installation and the container
have none.
"""

from __future__ import annotations

import base64
import hashlib
import os
import re
import sys
from pathlib import Path

PACKAGES = ("rules", "simulation", "reports", "verifier")
OVERWRITTEN = 3  # the exit status; gunicorn stops, too, where a worker ends with it
_DISTRIBUTION = re.compile(r"cardroom_auditor-[^-]+\.dist-info")


def refuse_overwritten() -> None:
    """End the process with a reason on standard error where a package was overwritten."""
    folder = Path(__file__).parents[1]
    if found := overwritten(folder):
        print(f"auditor: {_reason(folder, found)}", file=sys.stderr)
        raise SystemExit(OVERWRITTEN)


def overwritten(folder: Path) -> list[str]:
    """Packages' first files that differ from the installation's record (`rules/__init__.py`); none without a record. folder: the
    parent of `auditor`.
    """
    records = [Path(each, "RECORD") for each in os.scandir(folder) if _DISTRIBUTION.fullmatch(each.name)]
    recorded = "\n".join(each.read_text("utf-8") for each in records if each.exists())
    found = []
    for name in (f"{package}/__init__.py" for package in PACKAGES):
        digests = re.findall(rf"^{name},sha256=([\w-]+),", recorded, re.MULTILINE)
        if digests and _digest(folder / name) not in digests:
            found.append(name)
    return found


def _digest(file: Path) -> str:
    try:
        read = file.read_bytes()
    except OSError:
        return ""
    return base64.urlsafe_b64encode(hashlib.sha256(read).digest()).rstrip(b"=").decode()


def _reason(folder: Path, names: list[str]) -> str:
    from importlib.metadata import distributions

    others = {
        each.metadata["Name"]
        for each in distributions(path=[str(folder)])
        if set(names) & set(map(str, each.files or ())) and each.metadata["Name"] != "cardroom-auditor"
    }
    by = f" Installed beside it, with files of the same names: {', '.join(sorted(others))}." if others else ""
    return (
        f"{', '.join(names)} in {folder} is not what cardroom-auditor installed.{by} Nothing was done, because the rules could "
        "be another program's. Install cardroom-auditor into an environment of its own (python3 -m venv DIR; docs/deploying.md)."
    )
