"""Addresses at which the service may listen."""

from __future__ import annotations

import ipaddress


def is_loopback(host: str) -> bool:
    """Whether a host name or address is this machine's loopback."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def why_not_bind(host: str, *, proxy_hops: int = 0, keys: bool = False) -> str | None:
    """Reason against listening at an address, for whoever starts the service; None where it may.

    proxy_hops: proxies before the service, the last of which terminates TLS. keys: whether requests need one.
    """
    if is_loopback(host):
        return None
    if not keys:
        return (
            f"{host} is not a loopback address. Without keys everybody who reaches the service may use it: it listens on this "
            "machine only. Use --host 127.0.0.1, or leave --open out."
        )
    if not proxy_hops:
        return (
            f"{host} is not a loopback address, and the service does not speak TLS: keys would cross the network in the "
            "clear. Put a proxy before it that does, and say so with --behind-tls-proxy 1."
        )
    return None
