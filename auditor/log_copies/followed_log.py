"""Copy of a service's log, kept elsewhere: its tiles, which are for everybody, and the records that a key may read."""

from __future__ import annotations

from typing import Any, Protocol

from msgspec import Struct

from auditor.log_copies.copied_log import LogCopy, bundles_of, extend, keys_to_trust, must_continue
from auditor.log_copies.copied_records import CopiedRecord, lines_of, records_in
from auditor.log_copies.copy_errors import NotAsSigned, UnusableCopy
from auditor.log_copies.copy_folder import CopyFolder, records_path, tile_path
from auditor.register import register_notes, tiles
from auditor.register.key_handovers import stated_handovers
from auditor.register.register_notes import NoteError, Verifier
from auditor.register.tiles import Tile
from auditor.register.tree import HASH_BYTES

_OF_ENTRY = ("leaf", "nonce", "record")


class LogServer(Protocol):
    """A service that shows its log."""

    def state(self) -> dict[str, Any]:
        """Name, key, last checkpoint and handovers, as `GET /v1/register` has them."""

    def tile(self, tile: Tile) -> bytes:
        """Bytes of a tile or bundle."""

    def entry(self, index: int) -> dict[str, Any] | None:
        """An entry with its record; None where the key may not read it."""


class FollowedLog(Struct, frozen=True):
    """A copy after a run. records: those that it has; None where they were not asked for."""

    log: LogCopy
    key: str
    records: int | None


def follow_log(server: LogServer, folder: CopyFolder, key: Verifier | None, *, records: bool) -> FollowedLog:
    """Bring a folder up to a service's last checkpoint, and verify all of it. key: that has to have signed; None: of the copy.

    Raises UnusableCopy, NotContinued, NotAsSigned, OSError, and what the server raises; the folder then has what it had.
    """
    state = server.state()
    keys = keys_to_trust(folder, _served_key(state), key, stated_handovers(state.get("handovers", [])))
    trusted, note = keys.last, state["checkpoint"]
    before, now = must_continue(folder, keys, note, lambda tile: served_hashes(server, tile))
    had = 0 if before is None else before.checkpoint.size
    with folder.locked(trusted):
        if now is None:
            return FollowedLog(LogCopy(trusted.name, 0, 0, ""), str(trusted), None)
        partial = extend(folder, before, now, server.tile)
        found = _keep_records(server, folder, had, now.size) if records else None
        folder.finish(note, partial)
    return FollowedLog(LogCopy(trusted.name, had, now.size, now.root.hex()), str(trusted), found)


def served_hashes(server: LogServer, tile: Tile) -> list[bytes]:
    """Hashes of a tile of a service. Raises TileError."""
    return tiles.hashes_of(server.tile(tile))


def _served_key(state: dict[str, Any]) -> Verifier:
    try:
        return register_notes.verifier(state["key"])
    except NoteError as error:
        raise NotAsSigned(f"The service states no key of its log: {error}") from error


def _keep_records(server: LogServer, folder: CopyFolder, had: int, size: int) -> int:
    """Keep the records that the key may read; how many the copy has. had: entries that were asked for before."""
    total = 0
    for bundle in bundles_of(size):
        leaves = _leaves(folder, bundle)
        kept = folder.read(records_path(bundle))
        found = {} if kept is None else records_in(kept, bundle, leaves)
        for entry in range(bundle.start, bundle.start + bundle.width):
            if entry not in found and (kept is None or entry >= had):
                _ask(server, entry, bundle, leaves, found)
        folder.put(records_path(bundle), lines_of(found[entry] for entry in sorted(found)))
        total += len(found)
    return total


def _ask(
    server: LogServer, entry: int, bundle: Tile, leaves: list[bytes], found: dict[int, CopiedRecord]
) -> None:
    stated = server.entry(entry)
    if stated is None:
        return
    line = lines_of([CopiedRecord(entry, *(str(stated.get(name)) for name in _OF_ENTRY))])
    read = records_in(line, bundle, leaves)
    if entry not in read:
        raise NotAsSigned(f"The service shows an entry {entry:,} that is not the one that its key signed.")
    found.update(read)


def _leaves(folder: CopyFolder, bundle: Tile) -> list[bytes]:
    path = tile_path(Tile(0, bundle.index, bundle.width))
    body = folder.read(path) or b""
    if len(body) != bundle.width * HASH_BYTES:
        raise UnusableCopy(f"{folder.path / path} is not what was written. Run it again.")
    return tiles.hashes_of(body)
