"""Hands drawn at random by what nobody chose, so that anybody can draw them again; and what an agreeing sample shows.

`docs/sampling.md` has the procedure and its arithmetic, with numbers worked out. There is one way to draw:

    key      the public value, as UTF-8
    message  "cardroom-sample/1", the root of the checkpoint, the digest of the list of sessions, and a counter from 0, each
             followed by a line feed; root and digest in hexadecimal
    number   HMAC-SHA-256 of them, read as a whole number, the first byte first

A number below the largest multiple of the hands that fits into 256 bits gives the hand (number modulo hands); another one is
passed over, and so is a hand that was drawn before. The counter goes on until there are enough.
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
    """The SHA-256 of a list of sessions: a line for each with its id, the SHA-256 of its log and its number of hands,
    separated by tabs. The lines are in the order of their bytes; each ends with a line feed.
    """
    lines = sorted(f"{session}\t{sha256}\t{hands}\n".encode() for session, sha256, hands in sessions)
    return hashlib.sha256(b"".join(lines)).hexdigest()


def drawn(value: str, root: str, sessions: str, hands: int, wanted: int) -> list[int]:
    """Positions of the drawn hands, from 0, each once, in the order of the draw.

    value: the public value. root, sessions: of the register's checkpoint, and of `list_digest`, in hexadecimal. Raises
    ValueError where there are fewer hands than wanted.
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
    """The upper bound of Clopper and Pearson: with this confidence, the true share of wrong hands is below it.

    It is the largest share with which so few differing hands, or fewer, still occur in 1 - confidence of all samples.
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
    """Probability of so few differing hands, or fewer, where each hand differs with a probability."""
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
    """The smallest number of hands of which so many may differ and the bound is still below a share."""
    if not 0 < share < 1:
        raise ValueError(f"{share} is no share")
    hands = differing + 1
    while most_wrong(differing, hands, confidence) >= share:
        hands += 1
    return hands
