"""When results may differ from those on record, and what to do where they do."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from tests.golden.judging import Results
from tests.golden.recorded import Recorded
from tests.golden.review import judged_otherwise, review, said_otherwise

REWRITE = "Run `make golden`, and read the diff of tests/golden/results."
RAISE = (
    "Raise JUDGEMENT in rules/version.py, add its line to CHANGELOG.md, and run `make golden`. "
    "If it is raised already in this change: `git checkout tests/golden/results`, then `make golden`."
)


def refusal(on_record: Recorded, found: Mapping[str, Results], judgement: int) -> str | None:
    """Why results may not be put on record; None: they may."""
    if judgement < on_record.judgement:
        return f"JUDGEMENT is {judgement}; the results on record were written under {on_record.judgement}."
    if judgement == on_record.judgement and judged_otherwise(on_record, found):
        return f"Inputs are judged otherwise, and JUDGEMENT is {judgement} as on record. {RAISE}"
    return None


def differences(on_record: Recorded, found: Mapping[str, Results], judgement: int) -> str | None:
    """What of some inputs is not as on record, and what to do; None: all is. Inputs that are not among them are not looked at."""
    missing = sorted(found.keys() - on_record.judged.keys())
    if not (missing or judged_otherwise(on_record, found) or said_otherwise(on_record, found)):
        return None
    those = replace(on_record, judged={name: on_record.judged[name] for name in found if name not in missing})
    do = REWRITE if refusal(on_record, found, judgement) is None else RAISE
    return "\n".join((*review(those, found), do))
