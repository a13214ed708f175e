"""Rows that name the engine of an audit."""

from __future__ import annotations

from reports.drawn_tables import ReportTable
from reports.typography import CODE, SMALL_SOFT
from rules.results import Engine

_STYLES = (SMALL_SOFT, CODE)


def draw_engine_rows(table: ReportTable, engine: Engine) -> None:
    """Draw release, code, judgement and library; engines before 0.2.0 had no code and judgement."""
    table.row("Engine", f"cardroom-auditor {engine.release}")
    if engine.judgement is not None:
        table.row("Judgement", f"{engine.judgement} (engines with the same number judge alike)")
    if engine.code is not None:
        table.row("Code", engine.code, styles=_STYLES)
    table.row("Ruleset library", engine.library, styles=_STYLES)
