"""One message to one endpoint: signed as Standard Webhooks has it, sent once, to an address that is allowed.

The host's addresses are looked up here, and the connection goes to the address that was looked at, so that no answer of a name
server leads into a private network. Redirects are not followed, and no proxy is used.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import ipaddress
import socket
from typing import Any

import requests
from requests.adapters import HTTPAdapter

from auditor.webhooks.configuration import Endpoint, Webhooks
from rules.version import VERSION

TIMEOUT_SECONDS = (5.0, 10.0)  # to connect, and for each wait after that
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class NotDelivered(Exception):
    """A message that did not arrive, and why, without the endpoint's address."""


def signature(secret: bytes, message: str, timestamp: int, body: bytes) -> str:
    """The signature of a message: HMAC-SHA256 over its id, its time in seconds, and its body."""
    signed = f"{message}.{timestamp}.".encode() + body
    return f"v1,{base64.b64encode(hmac.digest(secret, signed, hashlib.sha256)).decode()}"


def send(webhooks: Webhooks, endpoint: Endpoint, message: str, body: bytes, timestamp: int) -> None:
    """Send a message. timestamp: of this attempt, in seconds. Raises NotDelivered."""
    address = _address(webhooks, endpoint)
    shown = f"[{endpoint.host}]" if ":" in endpoint.host else endpoint.host
    headers = {
        "Host": f"{shown}:{endpoint.port}",
        "Content-Type": "application/json",
        "User-Agent": f"cardroom-auditor/{VERSION}",
        "webhook-id": message,
        "webhook-timestamp": f"{timestamp}",
        "webhook-signature": signature(endpoint.secret, message, timestamp, body),
    }
    where = f"[{address}]" if address.version == 6 else f"{address}"
    url = f"{endpoint.scheme}://{where}:{endpoint.port}{endpoint.target}"
    with requests.Session() as session:
        session.trust_env = False
        session.mount("https://", _ByName(endpoint.host))
        status = _posted(session, url, headers, body, endpoint.ca)
    if not 200 <= status < 300:
        led = "; redirects are not followed" if 300 <= status < 400 else ""
        raise NotDelivered(f"it answers {status}{led}")


def _posted(session: requests.Session, url: str, headers: dict[str, str], body: bytes, ca: str | None) -> int:
    try:
        with session.post(
            url, data=body, headers=headers, timeout=TIMEOUT_SECONDS, allow_redirects=False, stream=True,
            verify=ca or True,
        ) as answer:  # fmt: skip
            return answer.status_code
    except requests.exceptions.SSLError:
        raise NotDelivered("its certificate is not trusted, or it does not speak TLS") from None
    except requests.Timeout:
        raise NotDelivered("it does not answer in time") from None
    except OSError:  # those of requests are
        raise NotDelivered("nothing answers there, or the connection broke") from None


def _address(webhooks: Webhooks, endpoint: Endpoint) -> Address:
    """The address to connect to. All that the host has must be allowed. Raises NotDelivered."""
    try:
        found = socket.getaddrinfo(endpoint.host, endpoint.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise NotDelivered(f"the host {endpoint.host} is not known") from None
    addresses = [ipaddress.ip_address(str(each[4][0]).partition("%")[0]) for each in found]
    for each in addresses:
        if not _may_be_called(webhooks, each):
            raise NotDelivered(
                f"{endpoint.host} is at {each}, which is not a public address; `private` of the configuration would have to "
                "list it"
            )
    return addresses[0]


def _may_be_called(webhooks: Webhooks, address: Address) -> bool:
    meant = _meant(address)
    if any(each in network for network in webhooks.private for each in {address, meant}):
        return True
    return all(each.is_global and not each.is_multicast for each in (address, meant)) or (
        meant is not address and meant.is_global and not meant.is_multicast and address in _NAT64
    )


def _meant(address: Address) -> Address:
    """The IPv4 address that an IPv6 one stands for, where it does."""
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address


class _ByName(HTTPAdapter):
    """Connects to an address, and has the certificate be that of a name."""

    def __init__(self, name: str) -> None:
        self._name = name
        super().__init__(max_retries=0)

    def init_poolmanager(self, *args: Any, **options: Any) -> None:
        """Make the pool of connections."""
        super().init_poolmanager(*args, **options, server_hostname=self._name, assert_hostname=self._name)
