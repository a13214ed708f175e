"""Bringing a copy of a log up to a checkpoint: what it had is compared, what came is added, all of it is verified."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from msgspec import Struct

from auditor.log_copies.copy_errors import NotAsSigned, NotContinued, UnusableCopy
from auditor.log_copies.copy_folder import CopiedHead, CopyFolder, tile_path
from auditor.register import tiles, tree
from auditor.register.following import must_follow, must_have_handed_over
from auditor.register.key_handovers import KeyHandover, LogKeys
from auditor.register.register_checkpoints import Checkpoint
from auditor.register.register_notes import NoteError, Verifier
from auditor.register.tiles import WIDTH, Read, Tile, TileError
from auditor.register.tree import Frontier, ProofError

Fetch = Callable[[Tile], bytes]  # the bytes of a bundle of entries, as the log has them


class LogCopy(Struct, frozen=True):
    """A copy after a run. before: entries that it had."""

    name: str
    before: int
    size: int
    root: str


def keys_to_trust(
    folder: CopyFolder, served: Verifier, stated: Verifier | None, handovers: Iterable[KeyHandover] = ()
) -> LogKeys:
    """Keys of the log that a folder is to have: by the stated one, else that of the copy, else, of a new copy, the served one.

    handovers: of the log, which lead from that key to the served one. Raises UnusableCopy where the copy is of another log,
    NotContinued where the log of its name has another key.
    """
    copied = folder.key()
    wanted = stated or copied or served
    keys = LogKeys.of(wanted, handovers)
    if copied is not None and copied not in keys.keys:
        raise UnusableCopy(
            f"{folder.path} is a copy of {copied}, and {wanted} was stated. Name another folder."
        )
    if served.name != wanted.name:
        raise UnusableCopy(
            f"This is the log {served.name}, and the one to be copied is {wanted.name}. Name another folder. A log has another "
            "name after a loss that was accepted: its first entry under that name states it."
        )
    if served != keys.last:
        raise NotContinued(
            f"Another key: the log {served.name} is signed with {served.key_id.hex()}, and the key of the copy is "
            f"{keys.last.key_id.hex()}, which did not hand the log over to it. If it was replaced on purpose, copy the log into "
            "another folder; else somebody else signs under its name."
        )
    return keys


def must_continue(
    folder: CopyFolder, keys: LogKeys, note: str | None, read: Read
) -> tuple[CopiedHead | None, Checkpoint | None]:
    """Head of a folder, and the log's checkpoint, which continues it; None where there is none.

    note: the log's last checkpoint. read: hashes of its tiles. Raises NotAsSigned, NotContinued, UnusableCopy.
    """
    before = folder.head(keys)
    had = 0 if before is None else before.checkpoint.size
    if note is None:
        if had:
            raise NotContinued(_rolled_back(folder, 0, had))
        return before, None
    try:
        now = keys.seen(note.encode())
    except NoteError as error:
        raise NotAsSigned(f"The checkpoint of the log is not what its key signed: {error}") from error
    try:
        must_have_handed_over(now, keys, read)
    except (ProofError, TileError) as error:
        raise NotAsSigned(f"The log handed its key over at other entries than it has: {error}") from error
    if before is not None:
        _must_follow(folder, now, before.checkpoint, read)
    return before, now


def _must_follow(folder: CopyFolder, now: Checkpoint, had: Checkpoint, read: Read) -> None:
    if now.size < had.size:
        raise NotContinued(_rolled_back(folder, now.size, had.size))
    try:
        must_follow(now, had, read)
    except TileError as error:
        raise NotAsSigned(f"The tiles of the log are not those that its key signed: {error}") from error
    except ProofError as error:
        raise NotContinued(
            f"Forked: the log has {now.size:,} entries, and its first {had.size:,} are not those that {folder.path} has of it. "
            f"The copy stays as it is: keep it, it shows what was signed. ({error})"
        ) from error


def _rolled_back(folder: CopyFolder, size: int, had: int) -> str:
    return (
        f"Rolled back: the log has {size:,} entries, and {folder.path} has {had:,} that its key signed. The copy stays as it is: "
        "keep it, it shows what was lost."
    )


def extend(folder: CopyFolder, before: CopiedHead | None, now: Checkpoint, fetch: Fetch) -> set[Tile]:
    """Add the entries up to a checkpoint, with all tiles; its partial tiles, with which `CopyFolder.finish` ends the run.

    Raises NotAsSigned where the log's entries are not those that were signed, UnusableCopy where the folder's are not.
    """
    bundles, frontier, roots = _Bundles(folder, fetch), Frontier(), HashTiles(folder.put)
    for bundle in bundles_of(now.size):
        leaves = bundles.leaves(bundle)
        for leaf in leaves:
            frontier.add(leaf)
            if before is not None and frontier.size == before.checkpoint.size:
                bundles.must_be(frontier, before.checkpoint, 0)
        roots.take(leaves, bundle.width == WIDTH)
    roots.end()
    bundles.must_be(frontier, now, now.size if before is None else now.size - before.checkpoint.size)
    return {each for each in (*bundles_of(now.size), *tiles.tiles_of(now.size)) if each.width < WIDTH}


def bundles_of(size: int) -> Iterator[Tile]:
    """Bundles of the entries of a log of a size."""
    return (tiles.at(None, index, size) for index in range(-(-size // WIDTH)))


class _Bundles:
    """Bundles of entries: as they were copied where that is whole, else as the log has them."""

    def __init__(self, folder: CopyFolder, fetch: Fetch) -> None:
        self._folder = folder
        self._fetch = fetch
        self._used: list[Tile] = []
        self._fetched: list[Tile] = []

    def leaves(self, bundle: Tile) -> list[bytes]:
        """Hashes of the entries of a bundle, which is kept."""
        self._used.append(bundle)
        kept = self._kept(bundle)
        if kept is not None:
            return kept
        try:
            entries = tiles.entries_of(self._fetch(bundle))
        except TileError as error:
            raise NotAsSigned(f"{tile_path(bundle)} of the log: {error}") from error
        if len(entries) != bundle.width:
            raise NotAsSigned(
                f"{tile_path(bundle)} of the log has {len(entries)} entries, and not {bundle.width}."
            )
        self._fetched.append(bundle)
        self._folder.put(tile_path(bundle), tiles.bundle(entries))
        return [tree.leaf_hash(each) for each in entries]

    def _kept(self, bundle: Tile) -> list[bytes] | None:
        body = self._folder.read(tile_path(bundle))
        hashes = self._folder.read(tile_path(Tile(0, bundle.index, bundle.width)))
        if body is not None and hashes is not None:
            with suppress(TileError):
                leaves = [tree.leaf_hash(each) for each in tiles.entries_of(body)]
                if len(leaves) == bundle.width and b"".join(leaves) == hashes:
                    return leaves
        return None

    def must_be(self, frontier: Frontier, signed: Checkpoint, came: int) -> None:
        """Raise NotAsSigned, or UnusableCopy where all were copied before, unless the entries are those that were signed.

        came: the last so many were never signed for the copy. They go, as what was fetched goes, so that a later run fetches them
        anew: nothing that was not signed stays.
        """
        if frontier.root() == signed.root:
            return
        new = [each for each in self._used if each.start + each.width > signed.size - came]
        for each in {*new, *self._fetched}:
            self._folder.discard(tile_path(each))
        if came or self._fetched:
            raise NotAsSigned(
                f"The entries of the log are not those that its key signed (size {signed.size:,})."
            )
        raise UnusableCopy(
            f"{self._folder.path} does not have the {signed.size:,} entries that its checkpoint signed: somebody altered it. "
            "Copy the log into another folder."
        )


class HashTiles:
    """Tiles of hashes of the leaves that come, level by level. put: takes the place and the bytes of each."""

    def __init__(self, put: Callable[[str, bytes], object]) -> None:
        self._put = put
        self._levels: list[list[bytes]] = []  # of each level, the hashes of its last tile
        self._numbers: list[int] = []

    def take(self, leaves: list[bytes], full: bool) -> None:
        """Take the leaves of a bundle."""
        if full:
            self._add(0, leaves)
        else:
            self._level(0).extend(leaves)

    def _level(self, level: int) -> list[bytes]:
        while len(self._levels) <= level:
            self._levels.append([])
            self._numbers.append(0)
        return self._levels[level]

    def _add(self, level: int, hashes: list[bytes]) -> None:
        held = self._level(level)
        held.extend(hashes)
        if len(held) == WIDTH:
            self._write(level)
            self._numbers[level] += 1
            self._levels[level] = []
            self._add(level + 1, [tree.root(held)])

    def end(self) -> None:
        """Write the partial tiles at the right edge."""
        for level, hashes in enumerate(self._levels):
            if hashes:
                self._write(level)

    def _write(self, level: int) -> None:
        hashes = self._levels[level]
        tile = Tile(level, self._numbers[level], len(hashes))
        self._put(tile_path(tile), b"".join(hashes))
