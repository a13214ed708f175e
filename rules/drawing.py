"""Random draws of hands that anybody can repeat, and the bounds that a sample gives (`docs/sampling.md`).

A draw is HMAC-SHA-256, read as a big-endian number: the key is the public value in UTF-8; the message is
"cardroom-sample/1", the checkpoint's root, the digest of the list of sessions (both in hexadecimal) and a counter from 0,
each with a line feed. A number below the largest multiple of the hands within 256 bits gives hand (number modulo hands);
others, and hands drawn before, are passed over.
"""

from __future__ import annotations

import hashlib
import hmac
import math
from collections.abc import Iterable

FORM = "cardroom-sample/1"
CONFIDENCE = 0.95
_RANGE = 1 << 256
_STEPS = 100  # of halving: more than a float has digits


def list_digest(sessions: Iterable[tuple[str, str, int]]) -> str:
    """SHA-256 of sessions: a line for each of id, SHA-256 of its log and number of hands, with tabs between; lines sorted
    by bytes, each with a line feed."""
    lines = sorted(f"{session}\t{sha256}\t{hands}\n".encode() for session, sha256, hands in sessions)
    return hashlib.sha256(b"".join(lines)).hexdigest()


def drawn(value: str, root: str, sessions: str, hands: int, wanted: int) -> list[int]:
    """Positions of the drawn hands, from 0, in order of the draw.

    value: public. root: of the checkpoint; sessions: of `list_digest`; both hexadecimal. Raises ValueError for too few
    hands.
    """
    if not 0 < wanted <= hands:
        raise ValueError(f"{wanted} of {hands} hands cannot be drawn")
    limit = _RANGE - _RANGE % hands
    places: dict[int, None] = {}  # in the order of the draw
    counter = 0
    while len(places) < wanted:
        message = f"{FORM}\n{root}\n{sessions}\n{counter}\n".encode()
        number = int.from_bytes(hmac.digest(value.encode(), message, "sha256"))
        if number < limit:
            places.setdefault(number % hands)
        counter += 1
    return list(places)


def most_wrong(differing: int, looked_at: int, confidence: float = CONFIDENCE) -> float:
    """Upper bound of Clopper and Pearson on the share of wrong hands.

    It is the largest share at which 1 - confidence of samples have so few differing hands.
    """
    if not 0 <= differing <= looked_at or looked_at == 0:
        raise ValueError(f"{differing} of {looked_at} hands is no sample")
    if differing == looked_at:
        return 1.0
    low, high = differing / looked_at, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if _as_few(differing, looked_at, middle) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high


def _as_few(differing: int, looked_at: int, share: float) -> float:
    """Probability of so few differing hands, by the share of wrong ones."""
    if share in (0.0, 1.0):
        return 1.0 - share
    right, wrong = math.log1p(-share), math.log(share)
    return math.fsum(
        math.exp(_log_choose(looked_at, each) + each * wrong + (looked_at - each) * right)
        for each in range(differing + 1)
    )


def _log_choose(of: int, some: int) -> float:
    return math.lgamma(of + 1) - math.lgamma(some + 1) - math.lgamma(of - some + 1)


def enough(share: float, differing: int = 0, confidence: float = CONFIDENCE) -> int:
    """Smallest sample whose bound is below a share with so many differing hands."""
    if not 0 < share < 1:
        raise ValueError(f"{share} is no share")
    hands = differing + 1
    while most_wrong(differing, hands, confidence) >= share:
        hands += 1
    return hands
