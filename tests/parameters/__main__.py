"""`make parameters`: try each flip of the parameters of the library and of made controls, write the verdicts and the README's
table of clauses, and print what makes no difference.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from auditor.reference.clauses import table_of_documents
from auditor.reference.parameters.measured import (
    MEASURED,
    codes_written,
    enforced,
    measured,
    standings,
    written,
)
from rules.checks.coverage import held_by, stating
from rules.checks.measured_codes import MEASURED_CODES, measured_codes
from rules.controls.library import library
from simulation.flips.gate import Before, Flip, Gate, Verdict, flips, verdicts_of
from simulation.flips.holders import with_holders
from tests.parameters.samples import rulesets, samples

README = Path(__file__).parents[2] / "README.md"
_BEFORE: dict[str, Before] = {}  # audits under rulesets as they are, shared by the sections of a process
TABLE = re.compile(r"^\| document .*?(?=\n\n)", re.DOTALL | re.MULTILINE)


def main(sections: Sequence[str]) -> int:
    """Measure all parameters, or those of some sections alone, and keep the other verdicts."""
    every = list(flips(rulesets()))
    wanted = {section(each.path) for each in every}
    wanted &= set(sections) if sections else wanted
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        found = {each.id: each for part in pool.map(_of_section, sorted(wanted)) for each in part}
    kept = {each.id: each for each in measured() if section(each.path) not in wanted} if sections else {}
    order = [each.id for each in every if each.id in found or each.id in kept]
    rows = [found.get(name) or kept[name] for name in order]
    MEASURED.write_text(written(rows), "utf-8")
    MEASURED_CODES.write_text(codes_written(rows), "utf-8")
    write_table()
    for path, standing in standings(rows).items():
        if standing != "enforced":
            print(f"{path}: {standing}")
    return 0


def write_table() -> None:
    """Put what becomes of the clauses into the README, as measured now."""
    measured.cache_clear()
    enforced.cache_clear()
    measured_codes.cache_clear()
    held_by.cache_clear()
    stating.cache_clear()
    README.write_text(TABLE.sub(lambda _: table_of_documents(), README.read_text("utf-8")), "utf-8")


def section(path: str) -> str:
    """The first key of a path, of pot games the first two."""
    first, _, rest = path.partition(".")
    return f"{first}.{rest.partition('.')[0]}" if first == "pot" else first


def _of_section(name: str) -> list[Verdict]:
    """The verdicts of a section, in a process of its own."""
    gate = Gate(library(), list(samples().values()), before=_BEFORE)
    known = {each.id: each for each in measured()}
    every = list(_flips_of(name))
    return list(with_holders(gate, every, verdicts_of(gate, every, known), known, stating))


def _flips_of(name: str) -> Iterator[Flip]:
    return (each for each in flips(rulesets()) if section(each.path) == name)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
