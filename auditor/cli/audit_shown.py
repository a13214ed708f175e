"""Printing of an audit as JSON, plain text, or on a terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from auditor.cli.terminal import console, for_people

if TYPE_CHECKING:
    from auditor.cli.audit_parts import ShownParts
    from rules.controls.library import Library
    from rules.results import Audit


def show(audit: Audit, shape: str, shown: ShownParts, registry: Library | None = None) -> None:
    """Print an audit. shape: json or text; JSON has everything."""
    if shape == "json":
        from auditor.cli.output import print_pieces
        from auditor.serialization import document
        from rules.controls.library import library
        from rules.findings.written import json_pieces

        print_pieces(json_pieces(document(audit, registry or library())))
    elif for_people(sys.stdout):
        from auditor.cli.audit_screen import show as show_on_screen

        show_on_screen(audit, console(), shown=shown, registry=registry)
    else:
        from auditor.cli.audit_text import lines

        for line in lines(audit, registry, shown):
            sys.stdout.write(line + "\n")
