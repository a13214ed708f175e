"""Hand histories with a piece cut out, doubled or changed: what is derived is a log, what is not is named, nothing is raised."""

import random

import pytest

from auditor.importing.importers import HISTORIES, import_original
from rules.records.reader import LogReader
from tests.importing.histories.feeds import feed
from tests.importing.histories.originals import DATA, OPTIONS, originals

KINDS = ("pokerstars", "phh", "ohh", "ggpoker", "winning")
FEEDS = ("pokergfx.json", "mavens.txt", "pokernow.csv")
MADE_UP = (
    "ipoker-rakes.xml",
    "ipoker-earlier.xml",
    "bovada-ring.txt",
    "pacific-swedish.txt",
    "partypoker-cash-out.txt",
)
_PIECES = (
    "", " ", "\n", "$", "-", "0", "9" * 30, "1e9", "nan", "[", "]", "{", "}", '"', "'", ":", "*** RIVER *** [Ah Ad 2c Kd] [9c]",
    "*** SUMMARY ***", "\x00", "\ud800", "é\u2028", "null", "true", "[[", "Seat 11: x ($1 in chips)", "p9 cbr 1", "9999-99-99",
)  # fmt: skip


def mutated(text, chance):
    """A history with one to three changes; the first bytes stay, so that its importer still takes it."""
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(20, len(text))
        to = min(len(text), at + chance.choice((0, 1, 2, 5, 40, 400)))
        match chance.randrange(4):
            case 0:
                text = text[:at] + text[to:]
            case 1:
                text = text[:to] + text[at:to] + text[to:]
            case 2:
                text = text[:at] + chance.choice(_PIECES) + text[to:]
            case _:
                lines = text.split("\n")
                one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
                lines[one], lines[other] = lines[other], lines[one]
                text = "\n".join(lines)
    return text.encode("utf-8", "surrogatepass")


@pytest.mark.sampled(50)
@pytest.mark.parametrize("part", range(50))
def test_a_mutated_history_gives_logs_or_problems_and_raises_nothing(part):
    chance = random.Random(part)
    texts = {kind: list(originals(kind).values()) for kind in KINDS} | {name: [feed(name)] for name in FEEDS}
    texts["field"] = [(DATA / "field" / name).read_text(encoding="utf-8") for name in MADE_UP]
    for _ in range(100):
        kind = chance.choice([*texts])
        data = mutated(chance.choice(texts[kind]), chance)
        done = import_original(data, OPTIONS)
        assert done.logs or done.problems
        assert done.importer in (None, *(each.name for each in HISTORIES))
        for log in done.logs:
            for _block in LogReader().blocks([log.data]):
                pass
        for problem in done.problems:
            assert problem.found
            assert problem.expected
            assert problem.do
