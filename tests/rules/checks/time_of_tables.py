"""Tables that pay for time, by the rules of a room that shares it among its players, and by controls like them."""

import json
from pathlib import Path

from tests.rules.build import seat, session
from tests.rules.fees import at, filed
from tests.rules.open_face import X, Y, Z, ofc

TABLE = session(ruleset="olympic-time", currency="EUR")
CASES = {
    case["id"]: case
    for line in (Path(__file__).parents[2] / "cases" / "time-fees.ndjson").read_text("utf-8").splitlines()
    for case in [json.loads(line)]
}
SPLIT = (
    '\n[fees.time]\nsplit = { rule = "even", odd = "ODD", step_money = STEP, CITE }\n'
    'joining = "next_period"\nCITE\n'
)


def played(number, minute, *seats, **fields):
    """An open-face hand of some seats, two unless they are named."""
    rows = dict(zip((1, 2, 3), (X, Y, Z), strict=True))
    listed = [seat(n, rows.get(n)) for n in seats or (1, 2)]
    return ofc(number, *listed, variant="pineapple", at=at(minute), **fields)


def even(odd="one_each", step=1):
    return filed(SPLIT.replace("ODD", odd).replace("STEP", str(step)))
