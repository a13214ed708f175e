"""Key for a service, from the environment or a private file, never an argument."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from auditor.cli import exits
from auditor.cli.command_errors import CommandFailure

VARIABLE, FILE_VARIABLE = "AUDITOR_KEY", "AUDITOR_KEY_FILE"


def default_file() -> Path:
    """Default file of the key."""
    config = os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config"
    return Path(config) / "cardroom-auditor" / "key"


def client_key() -> str | None:
    """The key, or None. Raises Failure for a file that others may read or without a key."""
    given = os.environ.get(VARIABLE, "").strip()
    if given:
        return _one_line(given, VARIABLE)
    named = os.environ.get(FILE_VARIABLE)
    path = Path(named) if named else default_file()
    try:
        with path.open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            if not stat.S_ISREG(mode) or mode & (stat.S_IRWXG | stat.S_IRWXO):
                raise CommandFailure(
                    f"{path} can be read by others than its owner (mode {stat.S_IMODE(mode):03o}), so its key is not used. "
                    f"Protect it with: chmod 600 {path}",
                    exits.REFUSED,
                )
            text = file.read(1024).decode("ascii", "replace").strip()
    except FileNotFoundError:
        if named:
            raise CommandFailure(
                f"{FILE_VARIABLE} names {path}, which does not exist.", exits.REFUSED
            ) from None
        return None
    return _one_line(text, str(path))


def how_to_give_one() -> str:
    """Advice where the service wants a key or another one."""
    return (
        f"The command takes the key from {VARIABLE}, or from {FILE_VARIABLE} or {default_file()} (mode 600)."
    )


def _one_line(text: str, where: str) -> str:
    if not text or not text.isascii() or not text.isprintable() or " " in text:
        raise CommandFailure(
            f"{where} has no key: one line is expected, as `auditor keys make` prints it.", exits.REFUSED
        )
    return text
