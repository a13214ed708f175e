"""The limits of each key: the one place that has their defaults, and the variables of the environment that change them."""

from __future__ import annotations

import os
from collections.abc import Mapping

from auditor.store.caller import UploadLimits

DEFAULTS = UploadLimits(per_second=10, bytes_a_day=2_000_000_000, refused_a_day=200)
VARIABLES = {
    "per_second": "AUDITOR_UPLOADS_PER_SECOND",
    "bytes_a_day": "AUDITOR_EVIDENCE_BYTES_A_DAY",
    "refused_a_day": "AUDITOR_REFUSED_FILES_A_DAY",
}


class BadLimit(ValueError):
    """A limit that is none, in words for the person who starts the service."""


def upload_limits(environment: Mapping[str, str] = os.environ) -> UploadLimits:
    """The limits of each key, or of a service without keys as a whole. Raises BadLimit."""
    found = {
        name: _number(variable, environment.get(variable, ""), getattr(DEFAULTS, name))
        for name, variable in VARIABLES.items()
    }
    return UploadLimits(**found)


def _number(variable: str, text: str, default: int) -> int:
    if not text:
        return default
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:19]) <= 10**18):
        raise BadLimit(f"{variable} is {text!r}; a whole number from 1 on is expected.")
    return int(text)
