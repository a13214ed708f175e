"""Configured addresses, and which may be called."""

from __future__ import annotations

import ipaddress
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

_PORTS = {"https": 443, "http": 80}
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network


class BadAddress(ValueError):
    """An unusable address, in words that follow its purpose, without secrets."""


@dataclass(frozen=True)
class RequestTarget:
    """Target of requests. ca: file of trusted certificates; None: the system's."""

    scheme: str
    host: str
    port: int
    path: str = field(repr=False)  # with the query, which may hold a secret
    ca: str | None = None

    @property
    def shown_host(self) -> str:
        """Host as written before a port."""
        return f"[{self.host}]" if ":" in self.host else self.host


def target(url: str, hosts: Collection[str], ca: str | None = None, *, plain: bool = False) -> RequestTarget:
    """Target of a URL. hosts: permitted, as HOST or HOST:PORT. plain: also without TLS, for signed and public content. Raises
    BadAddress.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or _PORTS.get(parts.scheme, 0)
    except ValueError:
        raise BadAddress("its url cannot be read.") from None
    if parts.scheme not in _PORTS or not host or "@" in parts.netloc or parts.fragment or not _is_plain(url):
        raise BadAddress("its url is to be https://HOST/PATH, without a user and a fragment.")
    if parts.scheme == "http" and not plain and not _is_loopback(host):
        raise BadAddress("its url is to begin with https://; only this machine's loopback may do without.")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    found = RequestTarget(parts.scheme, host, port, path, ca)
    allowed = {each.lower() for each in hosts}
    shown = found.shown_host
    if f"{shown}:{port}" not in allowed and not (port == _PORTS[parts.scheme] and shown in allowed):
        raise BadAddress(
            f'{shown}:{port} is not among the hosts that the file lists. List it as "{shown}:{port}" if it is to be called.'
        )
    return found


def networks(texts: Collection[str]) -> Iterator[Network]:
    """Permitted private networks. Raises BadAddress."""
    for each in texts:
        try:
            yield ipaddress.ip_network(each)
        except ValueError:
            raise BadAddress(
                f"private: {each!r} is no address and no network; one looks like 10.1.2.3 or 10.1.0.0/16."
            ) from None


def may_be_called(address: Address, private: Collection[Network]) -> bool:
    """Whether an address is public or listed, also by its IPv4 meaning."""
    meant = _meant(address)
    if any(each in network for network in private for each in {address, meant}):
        return True
    return all(each.is_global and not each.is_multicast for each in (address, meant)) or (
        meant is not address and meant.is_global and not meant.is_multicast and address in _NAT64
    )


def _meant(address: Address) -> Address:
    if isinstance(address, ipaddress.IPv4Address):
        return address
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address


def _is_plain(url: str) -> bool:
    return url.isascii() and url.isprintable() and " " not in url


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
