"""Key of the register's checkpoints: a file beside the store, in no backup."""

from __future__ import annotations

import os
import re
import secrets
from pathlib import Path

from auditor.register.register_notes import NoteError, Signer, new_signer, signer
from auditor.store.secret_files import make_once, put_in_place

FILE = "register.key"
NAME = "AUDITOR_REGISTER_NAME"  # of a register that has none yet
_SEED_BYTES = 32
_NUMBERED = re.compile(r"(.+)/([2-9]|[1-9][0-9])")


class UnusableKey(RuntimeError):
    """An unreadable or invalid key, in words for the operator."""


def load(folder: Path, name: str = FILE) -> Signer | None:
    """Key of a data folder, or None. name: of its file. Raises UnusableKey."""
    path = folder / name
    try:
        return signer(path.read_text("utf-8").strip())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise UnusableKey(f"The key of the register, {path}, cannot be read: {error.strerror}.") from error
    except (NoteError, UnicodeDecodeError) as error:
        raise UnusableKey(
            f"{path} is not the key of a register. Put the right file back; or move this one away, and a new key is made, "
            "which those who verify the register have to be given."
        ) from error


def load_or_make(folder: Path, name: str | None) -> Signer:
    """Key of a data folder, made once if absent.

    name: the register's, if it has one. Raises UnusableKey.
    """
    found = load(folder)
    if found is not None:
        return found
    chosen = name or os.environ.get(NAME) or f"cardroom-auditor.invalid/{secrets.token_hex(8)}"
    try:
        made = new_signer(chosen, secrets.token_bytes(_SEED_BYTES))
    except NoteError as error:
        raise UnusableKey(f"{NAME}: {error}") from error
    try:
        if not make_once(folder / FILE, f"{made.secret}\n"):
            made = load(folder) or made
    except OSError as error:
        raise UnusableKey(
            f"The key of the register cannot be written into {folder}: {error.strerror}."
        ) from error
    return made


def begin_next(folder: Path, name: str) -> Signer:
    """Put a new key under the next name, NAME/2 after NAME, into place, and return it. Raises OSError.

    What was signed with the key before stays verifiable with its public key.
    """
    begin, number = _numbered(name)
    made = new_signer(f"{begin}/{number + 1}", secrets.token_bytes(_SEED_BYTES))
    put_in_place(folder / FILE, f"{made.secret}\n")
    return made


def last_name(name: str, other: str | None) -> str:
    """The later one of two names of a register, NAME/2 after NAME; the first where the other is of another register."""
    if other is None or _numbered(name)[0] != _numbered(other)[0]:
        return name
    return max(name, other, key=lambda each: _numbered(each)[1])


def first_name(name: str) -> str:
    """The name that a register began with: NAME of NAME/2."""
    return _numbered(name)[0]


def _numbered(name: str) -> tuple[str, int]:
    found = _NUMBERED.fullmatch(name)
    return (found[1], int(found[2])) if found else (name, 1)
