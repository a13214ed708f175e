"""Where the register of the service has an audit, as a report prints it."""

from __future__ import annotations

from typing import NamedTuple

from reports.formatting import count, moment
from reports.pages import Pages
from reports.tables import Column, ReportTable
from reports.typography import CODE, SMALL_SOFT


class Registered(NamedTuple):
    """The entry of a finished audit. entry: its place, from 0; result: the SHA-256 of what the audit found; size, root
    (hexadecimal): of the first checkpoint that covers it.

    name, key: of the register. files: attached to the document, the record and its proof.
    """

    name: str
    key: str
    entry: int
    at: str
    result: str
    size: int
    root: str
    files: tuple[str, str]


def draw_registered(pages: Pages, found: Registered) -> None:
    """The entry, the checkpoint that covers it, and what shows it."""
    pages.subheading("Register", 96)
    record, proof = found.files
    pages.paragraph(
        "The service enters every fact in a register to which entries are only added. Whoever holds a checkpoint can prove that "
        f"nothing before it was altered. The files {record} and {proof} are attached to this document: they prove, with the "
        "register’s public key alone, that an audit with this result was entered as stated here."
    )
    table = ReportTable(pages, (Column("", 112, style=SMALL_SOFT), Column("", 392)), most=6)
    table.row("Register", found.name)
    table.row("Entry", f"{found.entry:,}, entered {moment(found.at)}")
    table.row("Digest of the result", found.result, styles=(SMALL_SOFT, CODE))
    table.row("Checkpoint", f"covers {count(found.size, 'entry', 'entries')}")
    table.row("Root of the checkpoint", found.root, styles=(SMALL_SOFT, CODE))
    table.row("Public key", found.key, styles=(SMALL_SOFT, CODE))
    pages.y -= 6
