"""`make golden`: compare every input's results with those on record, print what differs, and put the new ones on record.

What is judged otherwise is put on record only under a JUDGEMENT that was raised; words are at any time. With names of inputs:
print how those are judged, and in which words, and write nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from rules.version import JUDGEMENT
from tests.golden import recorded
from tests.golden.guard import refusal
from tests.golden.inputs import inputs
from tests.golden.judging import Results, results
from tests.golden.review import judged_otherwise, review


def main(names: list[str]) -> int:
    """0: the results on record are those of this program; 1: they stay as they were; 2: there is no such input."""
    found = {each.name: results(each) for each in inputs() if not names or each.name in names}
    if unknown := sorted(set(names) - set(found)):
        print(f"tests/golden/inputs has no {', '.join(unknown)}.")
        return 2
    if names:
        _print(line for name in names for line in _whole(found[name]))
        return 0
    on_record = recorded.read()
    _print(review(on_record, found))
    if refused := refusal(on_record, found, JUDGEMENT):
        print(f"Nothing was written. {refused}")
        return 1
    if JUDGEMENT > on_record.judgement > 0 and not judged_otherwise(on_record, found):
        print(f"No input is judged otherwise under JUDGEMENT {JUDGEMENT}: add one that is.")
    now = recorded.recorded(JUDGEMENT, found)
    if now == on_record:
        print(f"Nothing differs: {len(found)} inputs, JUDGEMENT {JUDGEMENT}.")
        return 0
    recorded.write(now)
    print(
        f"Written: the results of {len(found)} inputs, JUDGEMENT {JUDGEMENT}. Read their diff before you commit."
    )
    return 0


def _whole(of: Results) -> Iterator[str]:
    yield from of.judgement
    for part in of.words:
        yield from ("", *part)


def _print(lines: Iterator[str]) -> None:
    for line in lines:
        print(line)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
