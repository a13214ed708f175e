"""Standard output for programs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from auditor.cli.terminal import console, for_people

Table = tuple[Sequence[Any], Iterable[Any]]  # the columns and rows of `auditor.cli.text_tables`


def print_json(value: Any) -> None:
    """One line of JSON in UTF-8, whatever the terminal's encoding."""
    import msgspec

    sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")
    sys.stdout.buffer.flush()


def print_list(
    found: Sequence[Any],
    shape: str,
    lines: Callable[[Any], Iterable[str]],
    none: str,
    table: Callable[[Any], Table] | None = None,
) -> None:
    """Print a list. shape: json or text; lines: text of it; none: standard error's words for an empty one; table: a terminal's
    columns and rows.
    """
    if shape == "json":
        print_json(found)
    elif found and table is not None and for_people(sys.stdout):
        from auditor.cli.text_tables import show_table

        show_table(*table(found), console())
    elif found:
        sys.stdout.writelines(f"{line}\n" for line in lines(found))
    else:
        sys.stderr.write(f"auditor: {none}\n")


def print_pieces(pieces: Iterable[bytes]) -> None:
    """One line of JSON in pieces."""
    for piece in pieces:
        sys.stdout.buffer.write(piece)
    sys.stdout.buffer.write(b"\n")
    sys.stdout.buffer.flush()


def never_fail_on_a_character() -> None:
    """Print a question mark for characters that the encoding lacks."""
    reconfigure = getattr(sys.stdout, "reconfigure", None)
    if reconfigure is not None and sys.stdout.encoding.lower().replace("-", "") != "utf8":
        reconfigure(errors="replace")
