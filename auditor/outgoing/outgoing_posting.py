"""One request to one target, sent once.

The host is resolved here, and the checked address is connected to, so that no name server leads into a private network. No
redirects, no proxy.
"""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Collection, Mapping
from typing import Any

import requests
from msgspec import Struct
from requests.adapters import HTTPAdapter

from auditor.outgoing.addresses import Address, Network, RequestTarget, may_be_called
from rules.version import VERSION

TIMEOUT_SECONDS = (5.0, 10.0)  # to connect, and for each wait after that


class NotReached(Exception):
    """A target without an answer; reason without its address."""


class TargetAnswer(Struct, frozen=True):
    """Answer of a target. body: cut to the wanted bytes."""

    status: int
    body: bytes


def post(
    target: RequestTarget,
    private: Collection[Network],
    headers: Mapping[str, str],
    body: bytes,
    most: int = 0,
) -> TargetAnswer:
    """Send bytes to a target. private: permitted networks. Raises NotReached."""
    return _asked("POST", target, private, headers, body, most)


def get(
    target: RequestTarget, private: Collection[Network], headers: Mapping[str, str], most: int
) -> TargetAnswer:
    """Get at most so many bytes from a target. private: as in `post`. Raises NotReached."""
    return _asked("GET", target, private, headers, None, most)


def _asked(
    method: str,
    target: RequestTarget,
    private: Collection[Network],
    headers: Mapping[str, str],
    body: bytes | None,
    most: int,
) -> TargetAnswer:
    address = _address(target, private)
    where = f"[{address}]" if address.version == 6 else f"{address}"
    url = f"{target.scheme}://{where}:{target.port}{target.path}"
    named = {"Host": f"{target.shown_host}:{target.port}", "User-Agent": f"cardroom-auditor/{VERSION}"}
    with requests.Session() as session:
        session.trust_env = False
        session.mount("https://", _ByName(target.host))
        return _answer(session, method, url, {**named, **headers}, body, target.ca, most)


def _answer(
    session: requests.Session,
    method: str,
    url: str,
    headers: dict[str, str],
    body: bytes | None,
    ca: str | None,
    most: int,
) -> TargetAnswer:
    try:
        with session.request(
            method, url, data=body, headers=headers, timeout=TIMEOUT_SECONDS, allow_redirects=False, stream=True,
            verify=ca or True,
        ) as answer:  # fmt: skip
            return TargetAnswer(answer.status_code, _read(answer, most))
    except requests.exceptions.SSLError:
        raise NotReached("its certificate is not trusted, or it does not speak TLS") from None
    except requests.Timeout:
        raise NotReached("it does not answer in time") from None
    except OSError:  # those of requests are
        raise NotReached("nothing answers there, or the connection broke") from None


def _read(answer: requests.Response, most: int) -> bytes:
    body = b""
    while len(body) < most and (piece := answer.raw.read(most - len(body), decode_content=True)):
        body += piece
    return body


def _address(target: RequestTarget, private: Collection[Network]) -> Address:
    """Address to connect to; all of the host's must be permitted. Raises NotReached."""
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotReached(f"the host {target.host} is not known") from None
    addresses = [ipaddress.ip_address(str(each[4][0]).partition("%")[0]) for each in found]
    for each in addresses:
        if not may_be_called(each, private):
            raise NotReached(
                f"{target.host} is at {each}, which is not a public address; `private` of the configuration would have to "
                "list it"
            )
    return addresses[0]


class _ByName(HTTPAdapter):
    """Adapter that connects to an address with the certificate of a name."""

    def __init__(self, name: str) -> None:
        self._name = name
        super().__init__(max_retries=0)

    def init_poolmanager(self, *args: Any, **options: Any) -> None:
        """Make the pool of connections."""
        super().init_poolmanager(*args, **options, server_hostname=self._name, assert_hostname=self._name)
