"""The known answers of tournaments and ledgers, and how what a replay writes is compared with them."""

import json
from pathlib import Path

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "tournaments.ndjson").read_text("utf-8").splitlines()
]


def differences(wanted, found, path=""):
    """Where a part of a replay differs from what is wanted: objects by the keys that are wanted, lists item by item."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        return [
            each
            for key, value in wanted.items()
            for each in (
                differences(value, found[key], f"{path}.{key}")
                if key in found
                else [f"{path}.{key}: missing"]
            )
        ]
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        return [
            each
            for place, (one, other) in enumerate(zip(wanted, found, strict=True))
            for each in differences(one, other, f"{path}[{place}]")
        ]
    return [] if wanted == found else [f"{path}: {found!r} in place of {wanted!r}"]
