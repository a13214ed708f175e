"""Text histories: files into hands, and lines into acts by each site's table of patterns. An unknown line may matter, so its hand
is reported and left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial

from msgspec import Struct

from auditor.importing.frame import Importer, ImportOptions
from auditor.importing.histories.decoding import decoded
from auditor.importing.histories.history_hand import Building, HandNotPlayed, UnknownName, WrongHand
from auditor.importing.histories.history_lines import nothing
from auditor.importing.histories.history_logs import doubtful, reader, wrong
from auditor.importing.histories.settling import finish
from auditor.importing.histories.transcript import Rule, Table, Transcript
from auditor.importing.workbook.workbook_tables import WorkbookProblems
from reports.formatting import count
from rules.records.problems import shown

TEXT_TYPE = "text/plain"
_LINE_ENDS = re.compile(r"\r\n|\n|\r")
_SPACES = {0xA0: " ", 0x202F: " "}  # that do not break a line
# of a mailed transcript and of an export by web, which number the hands of a file
_BETWEEN = re.compile(r"Transcript for .* requested by .*|\*{5,} # \d+ \*{5,}|Hand #\d+:")
_STARTS: dict[str, re.Pattern[str]] = {}  # how a hand of each site begins, by its title
LONGEST_LINE = 1000  # characters; an honest line has some two hundred
_LEFT_OUT = "Correct the line, or take it out if it says nothing of the play."


class Site(Struct, frozen=True):
    """A site's texts.

    name: of its sessions; title: as people say. start: a hand's first words, number as group `id`; head: the whole first line.
    lines: patterns, first match decides. end: a whole hand's line; ends: its forms, if several.
    """

    name: str
    title: str
    start: re.Pattern[str]
    head: re.Pattern[str]
    example: str
    begin: Rule
    lines: Table
    end: str = "*** SUMMARY ***"
    finish: Callable[[Transcript], None] | None = None
    ends: re.Pattern[str] | None = None

    def is_whole(self, lines: list[str]) -> bool:
        """Whether the line that ends a whole hand is there."""
        return any(map(self.ends.fullmatch, lines)) if self.ends else self.end in lines


def importer(site: Site) -> Importer:
    """The importer of a site's texts."""
    _STARTS[site.title] = site.start
    return Importer(
        name=site.name,
        title=site.title,
        version="2",
        media_type=lambda _: TEXT_TYPE,
        recognises=_recognises(site),
        read=reader(partial(_hands, site), site.name),
    )


def _recognises(site: Site) -> Callable[[bytes], bool]:
    def recognised(data: bytes) -> bool:
        begin, _ = decoded(data[:4096])
        return any(site.start.match(_plain(line)) for line in _LINE_ENDS.split(begin))

    return recognised


def _hands(site: Site, text: str, options: ImportOptions, problems: WorkbookProblems) -> Iterator[Building]:
    lines = ["" if _BETWEEN.fullmatch(line) else line for line in map(_plain, _LINE_ENDS.split(text))]
    starts = list(_starts(site, lines))
    _before(site, lines[: starts[0][0] if starts else len(lines)], problems)
    _not_read(site, starts, problems)
    for place, (at, title, start) in enumerate(starts):
        if title != site.title:
            continue
        end = starts[place + 1][0] if place + 1 < len(starts) else len(lines)
        hand = Building(line=at + 1, ident=start["id"])
        try:
            _one(site, hand, lines[at:end], options)
        except WrongHand as each:
            refuses = not isinstance(each, HandNotPlayed)
            at_line = each.line or hand.line
            wrong(
                problems, at_line, hand.ident, each.field, each.found, each.expected, each.do, refuses=refuses
            )
        else:
            doubtful(problems, hand)
            yield hand


def _starts(site: Site, lines: list[str]) -> Iterator[tuple[int, str, re.Match[str]]]:
    """First lines of hands, from 0, with their site's title, as a file may join sites."""
    every = {site.title: site.start, **_STARTS}
    for at, line in enumerate(lines):
        for title, start in every.items():
            if line and (found := start.match(line)):
                yield at, title, found
                break


def _not_read(site: Site, starts: list[tuple[int, str, re.Match[str]]], problems: WorkbookProblems) -> None:
    for title in dict.fromkeys(title for _, title, _ in starts if title != site.title):
        lines = [at + 1 for at, each, _ in starts if each == title]
        found, expected = f"{count(len(lines), 'hand')} of {title}", f"hands of {site.title} only"
        do = "Save them as a file of their own, and import that too."
        problems.add(None, f"line {lines[0]}", "", found, expected, do)


def _plain(line: str) -> str:
    return line.translate(_SPACES).strip().lstrip("\ufeff")


def _before(site: Site, lines: list[str], problems: WorkbookProblems) -> None:
    """Report lines before the first hand, perhaps the end of a cut one."""
    at = next((at for at, line in enumerate(lines, 1) if line), None)
    if at is not None:
        expected = f"the first line of a hand of {site.title}"
        do = "It is passed over; see that no hand before the first one is cut off."
        problems.add(None, f"line {at}", "", shown(lines[at - 1]), expected, do, refuses=False)


def _one(site: Site, hand: Building, lines: list[str], options: ImportOptions) -> None:
    transcript = Transcript(hand, options)
    at, last = 0, max(at for at, line in enumerate(lines) if line)
    cut_off = WrongHand(
        "the end of the hand", f"the line `{site.end}`", "Import the whole text.", line=hand.line + last
    )
    try:
        head = site.head.fullmatch(lines[0][:LONGEST_LINE])
        if not head:
            raise WrongHand(shown(lines[0]), f"a game that is known, in a line such as `{site.example}`")
        site.begin(transcript, head)
        for at in range(1, len(lines)):
            if lines[at]:
                _line(site, transcript, lines[at])
    except WrongHand as each:
        if at == last and not site.is_whole(lines):
            raise cut_off from each
        each.line = each.line or hand.line + at
        raise
    if not site.is_whole(lines):
        raise cut_off
    (site.finish or finish)(transcript)


def _line(site: Site, transcript: Transcript, line: str) -> None:
    """Read a line. A name may look like a line's end ("Al: folds"); then another pattern is meant."""
    if len(line) > LONGEST_LINE:
        raise WrongHand(f"a line of {len(line):,} characters", f"at most {LONGEST_LINE:,}", _LEFT_OUT)
    unknown: UnknownName | None = None
    for pattern, rule in site.lines:
        found = pattern.fullmatch(line)
        if found and (unknown is None or rule is not nothing):
            try:
                rule(transcript, found)
            except UnknownName as each:
                unknown = unknown or each
            else:
                return
    raise unknown or WrongHand(shown(line), f"a line of a hand history of {site.title}", _LEFT_OUT)
