"""What commands show at a terminal, as pictures of text: a file for each picture, at 80, 100 and 120 columns.

`PICTURES=anew pytest tests/cli/test_pictures.py` makes them anew; look at what differs before you commit it.
"""

import os
import pty
import re
from collections.abc import Iterator
from pathlib import Path

from tests.cli.kit import environment
from tests.processes import COMMAND, Forked

PICTURES = Path(__file__).parent / "pictures"
WIDTHS = (80, 100, 120)
ANEW = os.environ.get("PICTURES") == "anew"
_CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def at_a_terminal(*args: object, columns: int = 110, **env: str) -> tuple[int, str]:
    """A command at a terminal of its own: its status, and what it shows there, with colours."""
    main_end, process_end = pty.openpty()
    process = Forked(
        COMMAND,
        *args,
        stdin=process_end,
        output=process_end,
        errors=True,
        environment=environment(COLUMNS=str(columns), LINES="40", **env),
    )
    os.close(process_end)
    shown = b"".join(_pieces(main_end))
    os.close(main_end)
    return process.wait(60), shown.decode()


def _pieces(end: int) -> Iterator[bytes]:
    """What comes from a terminal until its process has ended, which is an error on Linux and nothing on others."""
    try:
        while piece := os.read(end, 1 << 16):
            yield piece
    except OSError:
        return


def as_seen(shown: str) -> str:
    """What somebody sees, without colours and the blanks at the ends of lines."""
    lines = _CONTROL.sub("", shown).replace("\r\n", "\n").split("\n")
    return "\n".join(line.rstrip() for line in lines).strip("\n") + "\n"


def is_pictured(name: str, columns: int, shown: str) -> None:
    """Compare what is seen with the picture of that name and width; make it where that was asked for."""
    file = PICTURES / f"{name}-{columns}.txt"
    seen = as_seen(shown)
    if ANEW:
        file.write_text(seen, encoding="utf-8")
    assert seen == file.read_text(encoding="utf-8"), f"{file} differs; see {__name__}"
