"""Limits of keys: defaults, and the environment's variables for them."""

from __future__ import annotations

import os
from collections.abc import Mapping

from auditor.settings import whole_number
from auditor.store.caller import UploadLimits

DEFAULTS = UploadLimits(per_second=10, bytes_a_day=2_000_000_000, refused_a_day=200)
VARIABLES = {
    "per_second": "AUDITOR_UPLOADS_PER_SECOND",
    "bytes_a_day": "AUDITOR_EVIDENCE_BYTES_A_DAY",
    "refused_a_day": "AUDITOR_REFUSED_FILES_A_DAY",
}


def upload_limits(environment: Mapping[str, str] = os.environ) -> UploadLimits:
    """Limits of each key, or of a service without keys. Raises BadLimit."""
    found = {
        name: whole_number(variable, environment.get(variable, ""), getattr(DEFAULTS, name))
        for name, variable in VARIABLES.items()
    }
    return UploadLimits(**found)
