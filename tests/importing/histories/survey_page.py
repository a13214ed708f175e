"""The survey as a section of docs/histories.md.

`python -m tests.importing.histories.survey_page FILE` audits all hands, and writes the last section of FILE anew.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

from auditor.importing.importers import HISTORIES
from tests.importing.histories.public_hands import (
    COLLECTIONS,
    EXPLAINED,
    KINDS,
    LEFT_OUT,
    UNEQUAL,
    Collection,
    Hand,
    collection,
    site,
)
from tests.importing.histories.survey import Read, made_up, public_hands, unexplained

HEADING = "## The hands that the program is tried on\n"
_WORDS = """
An amount is equal where the replay of the acts comes to what the original states, read without the importer. A cell has the hands
whose amount is equal, and how many state it. Findings are those of an audit under `standard-cash`. The hands of the WSOP are of a
tournament, whose chips are counted in the same way. Each hand that is left out, whose money is not equal, or that has a finding
is listed below with the reason; one of PokerNow by its line.
"""
_MADE_UP = """
Of other formats and rare forms, the program's own tests have files that were made up. They are no evidence of what a site writes.
An audit of them finds nothing but a point that is undetermined.
"""


def section() -> str:
    """The section, as Markdown."""
    reads = [each for kind in KINDS for each in public_hands(kind)]
    parts = [HEADING, *_public(reads), *_listed(), *_made_up()]
    return "\n".join(parts) + "\n"


def _public(reads: list[Read]) -> list[str]:
    order = list(dict.fromkeys(COLLECTIONS.values()))
    groups: defaultdict[tuple[int, str, str], list[Read]] = defaultdict(list)
    for each in reads:
        groups[order.index(collection(each.hand)), site(each.hand), each.year].append(each)
    return [
        "Real hands of public collections, each named with the commit that they were taken from:\n",
        *(_source(number, each) for number, each in enumerate(order, 1)),
        _WORDS,
        "| collection | site or place | year | hands | read | totals equal | rake and fees equal | nets equal | findings |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
        *(_row(str(at + 1), place, year or "not stated", groups[at, place, year])
          for at, place, year in sorted(groups)),
        _row("all", "", "", reads),
        "",
    ]  # fmt: skip


def _source(number: int, each: Collection) -> str:
    where = f"https://github.com/{each.repository}/tree/{each.commit}"
    return f"{number}. [{each.repository}]({where}), {each.licence}"


def _row(number: str, place: str, year: str, reads: list[Read]) -> str:
    compared = [each.equal for each in reads if each.equal is not None]
    money = [_of([each[at] for each in compared]) for at in range(3)]
    found = sum(len(EXPLAINED[each.hand].findings) for each in reads if each.hand in EXPLAINED)
    cells = [number, place, year, str(len(reads)), str(len(compared)), *money, str(found)]
    return f"| {' | '.join(cells)} |"


def _of(equal: list[bool | None]) -> str:
    stated = [each for each in equal if each is not None]
    return f"{sum(stated)} of {len(stated)}" if stated else "none stated"


def _listed() -> list[str]:
    rows = [
        *(("left out", hand, reason) for hand, reason in LEFT_OUT.items()),
        *(("net not equal", hand, reason) for hand, reason in UNEQUAL.items()),
        *((_codes(each.findings), hand, each.reason) for hand, each in EXPLAINED.items()),
    ]
    alike: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for what, hand, reason in rows:
        alike[what, reason].append(_name(hand))
    return [
        "| hand | what | reason |",
        "| --- | --- | --- |",
        *(f"| {', '.join(names)} | {what} | {reason} |" for (what, reason), names in alike.items()),
    ]


def _name(hand: Hand) -> str:
    """The site and the name of the file, or the number of the line in a file of several hands."""
    return f"{site(hand)} {hand[1].split('/')[-1].removesuffix('.txt')}"


def _codes(findings: list[tuple[str, int | None]]) -> str:
    return ", ".join(code if seat is None else f"{code} (seat {seat})" for code, seat in findings)


def _made_up() -> list[str]:
    titles = {each.name: each.title for each in HISTORIES}
    return [
        _MADE_UP,
        "| format | importer | made-up files | hands read | of tournaments | listed and left out |",
        "| --- | --- | --- | --- | --- | --- |",
        *(f"| {titles[name]} | `{name}` | {each.files} | {each.hands} | {each.tournament} | {each.left_out} |"
          for name, each in made_up().items()),
    ]  # fmt: skip


def main(name: str) -> None:
    """Write the section into the document, unless an audit finds what is not explained."""
    if other := unexplained():
        sys.exit(
            "\n".join(f"{hand}: an audit finds {codes}, which is not explained" for hand, codes in other)
        )
    page = Path(name)
    page.write_text(page.read_text("utf-8").partition(HEADING)[0] + section(), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
