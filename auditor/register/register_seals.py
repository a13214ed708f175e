"""Checkpoint line ``seals NUMBER CHAIN``: a store's last seal and chain."""

from __future__ import annotations

import re
from typing import NamedTuple

from auditor.register.register_checkpoints import Checkpoint
from auditor.register.register_notes import NoteError

_LINE = re.compile("seals (0|[1-9][0-9]{0,18}) ([0-9a-f]{64}|-)", re.ASCII)
_NAME = "seals "


class SealHead(NamedTuple):
    """Number and chain of the last seal; 0 and "" for none."""

    number: int
    chain: str

    @property
    def line(self) -> str:
        """The checkpoint's line."""
        return f"{_NAME}{self.number} {self.chain or '-'}"


def stated_seals(checkpoint: Checkpoint) -> SealHead | None:
    """Seals that a checkpoint states, or None. Raises NoteError where malformed."""
    lines = [each for each in checkpoint.further if each.startswith(_NAME)]
    if not lines:
        return None
    found = _LINE.fullmatch(lines[0])
    if found is None or len(lines) > 1:
        raise NoteError(f"A checkpoint states its seals as 'seals NUMBER CHAIN', once; found {lines}.")
    return SealHead(int(found[1]), found[2].replace("-", ""))
