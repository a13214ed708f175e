"""Hands that a folder's logs have already, so that two players' files give each once."""

from __future__ import annotations

from pathlib import Path

import msgspec

from auditor.importing.histories.history_names import derived_from, named_hands


class FolderHands:
    """Named hands of a room's derived logs in a folder, each read once."""

    def __init__(self, folder: Path, room: str) -> None:
        self._folder, self._room = folder, room
        self._read: dict[Path, tuple[str | None, dict[str, str]]] = {}

    def besides(self, sha256: str) -> dict[str, str]:
        """Sessions by hand name, from other originals' logs. sha256: of the original."""
        found: dict[str, str] = {}
        for path in sorted(self._folder.glob("*.ndjson")):
            if path not in self._read:
                self._read[path] = self._hands(path)
            original, hands = self._read[path]
            if original != sha256:
                found |= hands
        return found

    def _hands(self, path: Path) -> tuple[str | None, dict[str, str]]:
        try:
            with path.open("rb") as lines:
                room, original = derived_from(lines.readline())
                if room != self._room or original is None:
                    return original, {}
                lines.seek(0)
                return original, dict(named_hands(lines))
        except (OSError, msgspec.DecodeError):
            return None, {}
