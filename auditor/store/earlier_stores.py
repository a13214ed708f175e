"""Results that earlier programs stored, in the shape of today: what they did not work out is null, never a missing key or 0.

An audit is stored as its program wrote it, and never written again. Each field that `Audit` and its parts got later has a
default, which is null wherever another value would say something about the audit.
"""

from __future__ import annotations

from typing import Any

import msgspec

from rules.results import Audit
from rules.typed import from_plain

typed = from_plain(Audit)


def completed(stored: str) -> dict[str, Any]:
    """The summary of an audit as a row has it, as JSON, with every field that an audit has today.

    What is no summary, because somebody altered it, is left as it is: whoever reads it compares it with its seal.
    """
    found: dict[str, Any] = msgspec.json.decode(stored)
    try:
        complete: dict[str, Any] = msgspec.to_builtins(typed(found))
    except msgspec.ValidationError:
        return found
    return complete
