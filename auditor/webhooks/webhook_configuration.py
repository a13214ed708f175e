"""Endpoints of messages: `webhooks.toml`, a private file with secrets."""

from __future__ import annotations

import base64
import binascii
import os
import re
import stat
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from msgspec import Struct

from auditor.outgoing.addresses import BadAddress, Network, RequestTarget, networks, target
from rules.typed import from_plain

FILE = "webhooks.toml"
VARIABLE = "AUDITOR_WEBHOOKS"
EVENTS = ("audit.finished", "audit.failed", "log.overdue")
_SECRET = "whsec_"
_SHORTEST, _LONGEST = 24, 64  # bytes of a secret
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class BadWebhooks(ValueError):
    """An unusable configuration, in words for the operator, without secrets."""


@dataclass(frozen=True)
class Endpoint:
    """An endpoint. secret: signing bytes; rooms: None for all."""

    name: str
    target: RequestTarget
    secret: bytes = field(repr=False)
    events: tuple[str, ...] = EVENTS
    rooms: tuple[str, ...] | None = None

    def wants(self, event: str, rooms: Collection[str]) -> bool:
        """Whether it gets an event; all of the event's rooms must be its own."""
        return event in self.events and (self.rooms is None or set(rooms) <= set(self.rooms))


@dataclass(frozen=True)
class Webhooks:
    """Endpoints by name. private: permitted networks; service: base address of links."""

    endpoints: Mapping[str, Endpoint] = field(default_factory=dict)
    private: tuple[Network, ...] = ()
    service: str = ""

    def listeners(self, event: str, rooms: Collection[str]) -> list[str]:
        """Names of an event's endpoints."""
        return [each.name for each in self.endpoints.values() if each.wants(event, rooms)]


class _Endpoint(Struct, forbid_unknown_fields=True):
    name: str
    url: str
    secret: str
    events: tuple[str, ...] = EVENTS
    rooms: tuple[str, ...] | None = None
    ca: str | None = None


class _File(Struct, forbid_unknown_fields=True):
    hosts: list[str] = []
    private: list[str] = []
    service: str = ""
    endpoint: list[_Endpoint] = []


_read_file = from_plain(_File)


def read_webhooks(folder: Path) -> Webhooks:
    """Configuration of a data folder, empty without a file. Raises BadWebhooks."""
    named = os.environ.get(VARIABLE)
    path = Path(named) if named else folder / FILE
    try:
        text = _text(path)
    except (FileNotFoundError, NotADirectoryError):
        if named:
            raise BadWebhooks(f"{VARIABLE} names {path}, which does not exist.") from None
        return Webhooks()
    except OSError as error:
        raise BadWebhooks(f"{path} cannot be read: {error.strerror}.") from error
    try:
        return _checked(_read_file(tomllib.loads(text)))
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, BadWebhooks) as error:
        raise BadWebhooks(f"{path}: {error}") from None


def _text(path: Path) -> str:
    with path.open("rb") as file:
        mode = os.fstat(file.fileno()).st_mode
        if not stat.S_ISREG(mode) or mode & (stat.S_IRWXG | stat.S_IRWXO):
            raise BadWebhooks(
                f"{path} can be read by others than its owner (mode {stat.S_IMODE(mode):03o}), and has secrets. Protect it "
                f"with: chmod 600 {path}"
            )
        try:
            return file.read(1 << 20).decode()
        except UnicodeDecodeError:
            raise BadWebhooks(f"{path} is not UTF-8.") from None


def _checked(file: _File) -> Webhooks:
    endpoints = {each.name: each for each in _endpoints(file)}
    if len(endpoints) < len(file.endpoint):
        raise BadWebhooks("two endpoints have the same name.")
    try:
        return Webhooks(endpoints, tuple(networks(file.private)), file.service.rstrip("/"))
    except BadAddress as error:
        raise BadWebhooks(str(error)) from None


def _endpoints(file: _File) -> Iterator[Endpoint]:
    for each in file.endpoint:
        if not _NAME.fullmatch(each.name):
            raise BadWebhooks(
                "an endpoint's name is 1 to 64 letters, digits and . _ -, and begins with a letter or a digit."
            )
        try:
            called = target(each.url, file.hosts, each.ca)
        except BadAddress as error:
            raise BadWebhooks(f"endpoint {each.name}: {error}") from None
        if wrong := [event for event in each.events if event not in EVENTS]:
            raise BadWebhooks(
                f"endpoint {each.name}: there is no event {wrong[0]!r}; there are {', '.join(EVENTS)}."
            )
        yield Endpoint(each.name, called, _secret(each), each.events, each.rooms)


def _secret(endpoint: _Endpoint) -> bytes:
    try:
        found = base64.b64decode(endpoint.secret.removeprefix(_SECRET), validate=True)
    except (binascii.Error, ValueError):
        found = b""
    if not (endpoint.secret.startswith(_SECRET) and _SHORTEST <= len(found) <= _LONGEST):
        raise BadWebhooks(
            f"endpoint {endpoint.name}: its secret is to be {_SECRET} and the base64 of {_SHORTEST} to {_LONGEST} random bytes."
        )
    return found
