"""One-time codes: an authenticator's (TOTP, RFC 6238), and those handed out once and kept as digests."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from urllib.parse import quote

STEP = 30  # seconds that a code of an authenticator is for
DIGITS = 6
LATE = 1  # steps before the present one whose code is still taken: typing takes time
SECRET_BYTES = 20  # as the HMAC-SHA-1 of the RFC has, and every authenticator takes
RECOVERY = 10  # codes for whoever lost the authenticator
_CODE_BYTES = 15  # 120 random bits, as 24 characters


def totp(secret: bytes, step: int, digits: int = DIGITS) -> str:
    """Code of a step, the seconds since 1970 over `STEP` (RFC 6238 with HMAC-SHA-1 of RFC 4226)."""
    mac = hmac.digest(secret, step.to_bytes(8, "big"), "sha1")
    offset = mac[-1] & 15
    number = int.from_bytes(mac[offset : offset + 4], "big") & 0x7FFF_FFFF
    return f"{number % 10**digits:0{digits}}"


def step_of(secret: bytes, code: str, at: float) -> int | None:
    """Step of a code, the present or a late one's; else None. at: seconds since 1970."""
    given = "".join(code.split())
    if not (len(given) == DIGITS and given.isascii() and given.isdecimal()):
        return None
    now = int(at // STEP)
    found = None
    for step in range(now, now - LATE - 1, -1):  # every one is compared, so that the time says nothing
        if hmac.compare_digest(totp(secret, step), given) and found is None:
            found = step
    return found


def new_secret() -> bytes:
    """Secret of an authenticator."""
    return secrets.token_bytes(SECRET_BYTES)


def address(secret: bytes, email: str, service: str) -> str:
    """Address for an authenticator's QR code (``otpauth:``)."""
    label = quote(f"{service}:{email}", safe="")
    return f"otpauth://totp/{label}?secret={written(secret)}&issuer={quote(service, safe='')}"


def written(secret: bytes) -> str:
    """A secret as typed into an authenticator."""
    return base64.b32encode(secret).decode().rstrip("=")


def handed_out() -> str:
    """A code shown once: four groups of six small letters and digits."""
    text = base64.b32encode(secrets.token_bytes(_CODE_BYTES)).decode().lower()
    return "-".join(text[at : at + 6] for at in range(0, len(text), 6))


def digest(code: str) -> str:
    """Digest of a handed-out code, whatever its hyphens, spaces and case."""
    return hashlib.sha256("".join(code.lower().replace("-", " ").split()).encode()).hexdigest()
