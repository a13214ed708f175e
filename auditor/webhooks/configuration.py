"""Which endpoints get messages: `webhooks.toml` in the data folder, which only its owner reads, because it has their secrets."""

from __future__ import annotations

import base64
import binascii
import ipaddress
import os
import re
import stat
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from rules.typed import from_plain

FILE = "webhooks.toml"
VARIABLE = "AUDITOR_WEBHOOKS"
EVENTS = ("audit.finished", "audit.failed", "log.overdue")
_SECRET = "whsec_"
_SHORTEST, _LONGEST = 24, 64  # bytes of a secret
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_PORTS = {"https": 443, "http": 80}
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class BadWebhooks(ValueError):
    """A configuration that cannot be used, in words for the person who starts the service. It has no secret."""


@dataclass(frozen=True)
class Endpoint:
    """Where messages go. secret: the bytes that sign them. rooms: None: all. ca: a file of trusted certificates."""

    name: str
    scheme: str
    host: str
    port: int
    target: str = field(repr=False)  # path and query, which may hold a secret too
    secret: bytes = field(repr=False)
    events: tuple[str, ...] = EVENTS
    rooms: tuple[str, ...] | None = None
    ca: str | None = None

    def wants(self, event: str, rooms: Collection[str]) -> bool:
        """Whether it gets an event that concerns some rooms: all of them must be its own."""
        return event in self.events and (self.rooms is None or set(rooms) <= set(self.rooms))


@dataclass(frozen=True)
class Webhooks:
    """The endpoints by name. private: networks that may be called though they are not public. service: its address for links."""

    endpoints: Mapping[str, Endpoint] = field(default_factory=dict)
    private: tuple[Network, ...] = ()
    service: str = ""

    def listeners(self, event: str, rooms: Collection[str]) -> list[str]:
        """The names of the endpoints that get an event."""
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
    """The configuration of a data folder; an empty one where there is no file. Raises BadWebhooks."""
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
    return Webhooks(endpoints, tuple(_networks(file.private)), file.service.rstrip("/"))


def _endpoints(file: _File) -> Iterator[Endpoint]:
    hosts = {each.lower() for each in file.hosts}
    for each in file.endpoint:
        if not _NAME.fullmatch(each.name):
            raise BadWebhooks(
                "an endpoint's name is 1 to 64 letters, digits and . _ -, and begins with a letter or a digit."
            )
        try:
            parts = urlsplit(each.url)
            host, port = parts.hostname or "", parts.port or _PORTS.get(parts.scheme, 0)
        except ValueError:
            raise BadWebhooks(f"endpoint {each.name}: its url cannot be read.") from None
        if (
            parts.scheme not in _PORTS
            or not host
            or "@" in parts.netloc
            or parts.fragment
            or not _is_plain(each.url)
        ):
            raise BadWebhooks(
                f"endpoint {each.name}: its url is to be https://HOST/PATH, without a user and a fragment."
            )
        if parts.scheme == "http" and not _is_loopback(host):
            raise BadWebhooks(
                f"endpoint {each.name}: its url is to begin with https://; only this machine's loopback may do without."
            )
        shown = f"[{host}]" if ":" in host else host
        if f"{shown}:{port}" not in hosts and not (port == _PORTS[parts.scheme] and shown in hosts):
            raise BadWebhooks(
                f"endpoint {each.name}: {shown}:{port} is not among the hosts that the file lists. List it as "
                f'"{shown}:{port}" if it is to be called.'
            )
        if wrong := [event for event in each.events if event not in EVENTS]:
            raise BadWebhooks(
                f"endpoint {each.name}: there is no event {wrong[0]!r}; there are {', '.join(EVENTS)}."
            )
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        yield Endpoint(
            each.name, parts.scheme, host, port, target, _secret(each), each.events, each.rooms, each.ca
        )  # fmt: skip


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


def _networks(texts: list[str]) -> Iterator[Network]:
    for each in texts:
        try:
            yield ipaddress.ip_network(each)
        except ValueError:
            raise BadWebhooks(
                f"private: {each!r} is no address and no network; one looks like 10.1.2.3 or 10.1.0.0/16."
            ) from None


def _is_plain(url: str) -> bool:
    return url.isascii() and url.isprintable() and " " not in url


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
