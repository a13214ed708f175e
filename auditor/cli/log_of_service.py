"""Log of a running service, as commands read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from auditor.cli import exits
from auditor.cli.client import ErrorAnswer
from auditor.cli.command_errors import CommandFailure
from rules.typed import from_plain

if TYPE_CHECKING:
    from auditor.cli.client import Client
    from auditor.register.tiles import Tile

_NOT_FOUND = 404


class _State(Struct, frozen=True):
    name: str
    key: str
    checkpoint: str | None
    handovers: list[str] = []


_state = from_plain(_State)


class LogOfService:
    """The log of a service, as `auditor.log_copies.followed_log.LogServer` has it."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def state(self) -> dict[str, Any]:
        """Name, key, last checkpoint and handovers. Raises CommandFailure for an answer that is none of the auditor's service."""
        try:
            return msgspec.structs.asdict(_state(self._client.get("/v1/register")))
        except msgspec.ValidationError as error:
            raise CommandFailure(
                f"{self._client.url} says of its log what no service of the auditor says ({error}); see its address.",
                exits.UNREACHABLE,
            ) from error

    def tile(self, tile: Tile) -> bytes:
        """Bytes of a tile or bundle."""
        return tile_of(self._client, tile)

    def entry(self, index: int) -> dict[str, Any] | None:
        """An entry with its record; None where the key may not read it."""
        try:
            return self._client.get(f"/v1/register/entries/{index}")
        except ErrorAnswer as answered:
            if answered.status != _NOT_FOUND:
                raise
            return None


def tile_of(client: Client, tile: Tile) -> bytes:
    """Bytes of a tile or bundle of a service."""
    return client.content(f"/v1/register/tile/{tile.path}")
