"""Entry of an audit, or of controls, in the register."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from reports.drawn_pages import Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import count, listed, moment
from reports.qr import draw_qr
from reports.typography import CODE, NOTE, SMALL_SOFT

_REGISTER = (
    "The service enters every fact in a register to which entries are only added. Whoever holds a checkpoint can prove that "
    "nothing before it was altered."
)
_IN_FULL = (
    "The full report of this audit has the record of the entry and its proof. They are not part of this edition, because with "
    "them a reader could test guesses at what is left out."
)


class Registered(NamedTuple):
    """Entry of an audit or a step of controls. entry: from 0; result: SHA-256 of findings or controls; size, root
    (hexadecimal): of the first covering checkpoint.

    name, key: of the register. files: attached record and proof. whole: attached audit as JSON. checkpoint: C2SP signed
    note. A redacted edition has neither result nor files nor whole, with which readers could test guesses.
    """

    name: str
    key: str
    entry: int
    at: str
    result: str | None
    size: int
    root: str
    files: tuple[str, str] | None
    whole: str | None
    checkpoint: str

    @property
    def printed(self) -> str:
        """Text of the printed code: entry and checkpoint."""
        return f"entry {self.entry}\n{self.checkpoint}"


def draw_registered(pages: Pages, found: Registered) -> None:
    """Draw entry, checkpoint and proof."""
    pages.subheading("Register", 96)
    pages.paragraph(f"{_REGISTER} {_attached(*found.files) if found.files else _IN_FULL}")
    if found.whole is not None:
        pages.paragraph(
            f"The file {found.whole}, attached too, is the whole audit, of which this document was made. The digest of the "
            "result is the SHA-256 of that file."
        )
    _entry(pages, found)


def draw_compared(pages: Pages, sides: Sequence[tuple[str, Registered | None]]) -> None:
    """Draw entries of a comparison. None: not in the register under its present key."""
    entered = [(name, found) for name, found in sides if found is not None]
    if not entered:
        return
    pages.subheading("Register", 96)
    files = listed([each for _, found in entered for each in found.files or ()])
    pages.paragraph(
        f"{_REGISTER} The files {files} are attached to this document: they prove, with the register’s public key alone, that "
        "audits with these results were entered as stated here."
    )
    for name, found in entered:
        pages.subheading(name, 96)
        _entry(pages, found)


def draw_filed(pages: Pages, found: Registered, step: str) -> None:
    """Draw the entry of controls. step: in words, such as "approved"."""
    pages.subheading("Register", 96)
    record, proof = found.files or ("", "")
    pages.paragraph(
        f"{_REGISTER} The files {record} and {proof} are attached to this document: they prove, with the register’s public key "
        f"alone, that controls with this digest were {step} as stated here."
    )
    _entry(pages, found, "Digest of the controls")


def _entry(pages: Pages, found: Registered, what: str = "Digest of the result") -> None:
    table = ReportTable(pages, (ReportColumn("", 112, style=SMALL_SOFT), ReportColumn("", 392)), most=6)
    table.row("Register", found.name)
    table.row("Entry", f"{found.entry:,}, entered {moment(found.at)}")
    if found.result is not None:
        table.row(what, found.result, styles=(SMALL_SOFT, CODE))
    table.row("Checkpoint", f"covers {count(found.size, 'entry', 'entries')}")
    table.row("Root of the checkpoint", found.root, styles=(SMALL_SOFT, CODE))
    table.row("Public key", found.key, styles=(SMALL_SOFT, CODE))
    pages.y -= 6
    draw_qr(pages, found.printed, f"QR code: entry {found.entry:,}, and the checkpoint as it was signed")
    pages.paragraph(
        "The number of the entry and the checkpoint as it was signed, for whoever has this page on paper.",
        NOTE,
    )


def _attached(record: str, proof: str) -> str:
    return (
        f"The files {record} and {proof} are attached to this document: they prove, with the register’s public key alone, that "
        "an audit with this result was entered as stated here."
    )
