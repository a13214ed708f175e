"""Bytes of the parts of facts that may be erased, of the rows of a store from before facts."""

from __future__ import annotations

from typing import Any

import msgspec

from auditor.facts.salted_parts import part_body
from auditor.store.legacy.old_store import OldRow

SECRETS = ("password", "subject", "invitation", "totp")


def _json(text: str) -> Any:
    """Value of a column with JSON; the text where it is none, which was altered."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text


def email(row: OldRow) -> bytes:
    """Sign-in name of an account."""
    return part_body(row["email"])


def secrets(row: OldRow) -> bytes | None:
    """Secrets of credentials; None where there are none."""
    found = {**{name: row[name] for name in SECRETS}, "recovery": _json(row["recovery"])}
    known = (row["issuer"], row["invitation_until"], row["totp_since"])
    return part_body(found) if any([*found.values(), *known]) else None


def pseudonym_secret(row: OldRow) -> bytes:
    """Secret of a room's pseudonyms."""
    return part_body(row["secret"])


def refusal(row: OldRow) -> bytes | None:
    """Message and problems of a file that was not accepted; None where they are purged."""
    said = [row["message"], _json(row["problems"])]
    return part_body(said) if any(said) else None


def import_problems(row: OldRow) -> bytes | None:
    """Problems of an import; None where there are none, or they are purged."""
    found = _json(row["problems"])
    return part_body(found) if found else None


def words(row: OldRow) -> bytes:
    """Words of a step of an incident, as they are written."""
    return str(row["words"]).encode()


def seen(row: OldRow) -> bytes:
    """Seats of a hand as they were seen, and why nothing was."""
    return part_body([_json(row["seats"]), row["unseen"]])


def closing_words(row: OldRow) -> bytes:
    """Unit of a closed alarm, and the reason."""
    return part_body([_json(row["unit"]), row["reason"]])
