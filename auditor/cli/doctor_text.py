"""Output of `auditor doctor`: tables at a terminal, lines in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import TYPE_CHECKING

import click

from auditor.cli.quiet import is_quiet
from auditor.cli.terminal import console, for_people

if TYPE_CHECKING:
    from auditor.cli.output import Table
    from auditor.doctor import Examination, ExaminedCheck, StoreFault


def print_examination(found: Examination, *, err: bool = False) -> None:
    """Checks with their faults; quiet: only faulty ones. err: on standard error."""
    checks = [each for each in found.checks if each.faults or each.not_done or each.remarks or not is_quiet()]
    stream = sys.stderr if err else sys.stdout
    if not for_people(stream):
        for line in _lines(checks):
            click.echo(line, err=err)
    elif checks:
        from auditor.cli.text_tables import show_table

        screen = console(stream)
        show_table(*table_of_checks(checks), screen)
        if any(each.faults or each.not_done for each in checks):
            screen.print()
            show_table(*table_of_faults(checks), screen)
        for each in checks:
            for remark in each.remarks:
                screen.print(f"{each.check}: {remark}.", markup=False, highlight=False)
    _print_notes(found, err=err)


def _print_notes(found: Examination, *, err: bool) -> None:
    """What the log says of the store, unless it is to be quiet."""
    for each in () if is_quiet() else found.notes:
        click.echo(fill(each, 79, break_long_words=False, break_on_hyphens=False), err=err)


def _lines(checks: Sequence[ExaminedCheck]) -> Iterator[str]:
    for each in checks:
        yield f"{each.check:<12} {_result(each):<10} {each.subject}"
        for fault in each.faults:
            where = _where(fault)
            yield f"  {where + ': ' if where else ''}{_wrong(fault)}"
        if each.more:
            yield f"  and {each.more} more"
        if each.not_done:
            yield f"  {each.not_done}"
        for remark in each.remarks:
            yield f"  {remark}"


def table_of_checks(checks: Sequence[ExaminedCheck]) -> Table:
    """Columns and rows of checks."""
    from auditor.cli.text_tables import Column

    columns = Column("check", style="bold"), Column("result"), Column("what is examined", "words")
    return columns, [(each.check, _result(each), each.subject) for each in checks]


def table_of_faults(checks: Sequence[ExaminedCheck]) -> Table:
    """Columns and rows of faults, with a last row for unlisted ones."""
    from auditor.cli.text_tables import Column

    columns = Column("check"), Column("row", style="bold"), Column("what is wrong", "words")
    rows = []
    for each in checks:
        rows += [(each.check, _where(fault, each.check), _wrong(fault)) for fault in each.faults]
        if each.more:
            rows.append((each.check, "", f"and {each.more:,} more"))
        if each.not_done:
            rows.append((each.check, "", each.not_done))
    return columns, rows


def _result(check: ExaminedCheck) -> str:
    count = len(check.faults) + check.more
    sound = "not done" if check.not_done else "ok"
    return f"{count} fault{'s' * (count != 1)}" if count else sound


def _where(fault: StoreFault, check: str = "") -> str:
    return " ".join(part for part in (fault.table, fault.row) if part not in ("", check))


def _wrong(fault: StoreFault) -> str:
    return f"expected {fault.expected}; found {fault.found}"
