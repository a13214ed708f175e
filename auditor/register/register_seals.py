"""The line of a checkpoint that states the seals of a store: ``seals NUMBER CHAIN``, the last of them and the chain up to it."""

from __future__ import annotations

import re
from typing import NamedTuple

from auditor.register.register_checkpoints import Checkpoint
from auditor.register.register_notes import NoteError

_LINE = re.compile("seals (0|[1-9][0-9]{0,18}) ([0-9a-f]{64}|-)", re.ASCII)
_NAME = "seals "


class SealHead(NamedTuple):
    """The number of the last seal, and the chain up to it; 0 and no text where there is none."""

    number: int
    chain: str

    @property
    def line(self) -> str:
        """The line of a checkpoint that states them."""
        return f"{_NAME}{self.number} {self.chain or '-'}"


def stated_seals(checkpoint: Checkpoint) -> SealHead | None:
    """The seals that a checkpoint states; None where it states none. Raises NoteError where it does not state them so."""
    lines = [each for each in checkpoint.further if each.startswith(_NAME)]
    if not lines:
        return None
    found = _LINE.fullmatch(lines[0])
    if found is None or len(lines) > 1:
        raise NoteError(f"A checkpoint states its seals as 'seals NUMBER CHAIN', once; found {lines}.")
    return SealHead(int(found[1]), found[2].replace("-", ""))
