"""`auditor controls gaps`: points that a draft leaves open."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

import click

from auditor.cli import exits
from auditor.cli.calling_service import asking, json_option, url_option
from auditor.cli.command_errors import CommandFailure
from auditor.cli.output import print_json
from auditor.cli.terminal import progress

if TYPE_CHECKING:
    from simulation.gaps import GapReport

_WIDE = 100


@click.command("gaps", short_help="report what a draft leaves open, and what other readings would move")
@click.argument("target", metavar="FILE|ID@REV")
@click.option(
    "--pdf",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Also save the report as a PDF.",
)
@url_option
@json_option
def command(target: str, pdf: Path | None, url: str, shape: str) -> None:
    """Report what controls leave to the default, with the money that other readings would move in 10,000 simulated deals, and
    the questions that a regulator would send back. Of pot games 260 hands are dealt, as many of each game.

    FILE is examined without a service; ID@REV is a revision on record with one.
    """
    from auditor.cli.written_files import writable

    out = writable(pdf) if pdf else None
    report = _of_file(Path(target)) if Path(target).is_file() else _on_record(target, url)
    if out is not None:
        from auditor.cli.written_files import atomic
        from reports.gaps import write_gap_pdf

        with atomic(out) as stream:
            write_gap_pdf(report, stream)
    if shape == "json":
        print_json(report)
    else:
        sys.stdout.writelines(f"{line}\n" for line in lines(report))


def _of_file(path: Path) -> GapReport:
    from auditor.cli.written_files import controls_text
    from auditor.collector import no_collector
    from auditor.engine import program
    from rules.controls.examined_filing import examine
    from rules.controls.library import library
    from simulation.gaps import DEALS, POT_HANDS, gap_report

    examined = examine(str(path), controls_text(path), library())
    if examined.ruleset is None or not examined.playable:
        listed = "".join(f"\n  {problem}" for problem in examined.problems)
        raise CommandFailure(
            f"{path} cannot be played under, so nothing can be simulated.{listed}", exits.REFUSED
        )
    deals = POT_HANDS if examined.ruleset.family == "pot" else DEALS
    with progress("Simulating", deals) as advance, no_collector():
        return gap_report(examined.ruleset, progress=advance, engine=program().release)


def _on_record(name: str, url: str) -> GapReport:
    import msgspec

    from simulation.gaps import GapReport

    ruleset, pinned, revision = name.partition("@")
    if not pinned or not revision.isdecimal():
        raise click.UsageError(f"There is no file {name}, and it is no revision such as wa-0417-thirteen@2.")
    with asking(url) as client:
        return msgspec.convert(client.get(f"/v1/rulesets/{ruleset}/{revision}/gaps.json"), GapReport)


def lines(report: GapReport) -> Iterator[str]:
    """The report: readings by money, unpriced ones, and questions."""
    from reports.formatting import count, money

    subject, dealt = report.ruleset, report.dealt
    yield f"{subject.id}@{subject.revision}  {subject.title}{f'  ({subject.standing})' if subject.standing else ''}"
    amount = money(dealt.unit, dealt.currency)
    at = f" with a small blind of {amount}" if subject.family == "pot" else f" at {amount} a unit"
    at = at if dealt.unit else ""
    if dealt.because is not None:
        yield report.notes[0]
    else:
        yield f"{count(dealt.deals, 'simulated deal')}{at}, {dealt.fewest} to {dealt.most} players, seed {dealt.seed}"
    yield ""
    yield f"{count(len(report.points), 'reading')} left open"
    for point in report.points:
        amount = money(point.money, dealt.currency) if point.money is not None else "not known"
        seen = (
            f"in {count(point.deals, 'deal')}"
            if point.deals is not None
            else "not worked out by simulated deals"
        )
        yield f"  {amount:>14}  {point.id}: {point.reading}, {seen}"
    yield ""
    yield f"{count(len(report.unpriced), 'point')} without a price or a procedure"
    for each in report.unpriced:
        yield from wrap(f"{each.path}: {each.says}", _WIDE, initial_indent="  ", subsequent_indent="    ")
    if report.questions:
        yield ""
        yield count(len(report.questions), "question")
    for question in report.questions:
        indent = f"{question.number:>3}. "
        for paragraph in question.text.splitlines():
            yield from wrap(paragraph, _WIDE, initial_indent=indent, subsequent_indent="     ")
            indent = "     "
