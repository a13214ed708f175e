"""`auditor controls`: a room's controls as versioned documents."""

from __future__ import annotations

import click

from auditor.cli import controls_files, controls_gaps, controls_shown, controls_steps_commands, controls_try
from auditor.cli.group import OrderedGroup

EPILOG = """\b
Examples:
  auditor controls sample > thirteen.toml
  auditor controls validate thirteen.toml
  auditor controls gaps thirteen.toml --pdf gaps.pdf
  auditor controls upload WA-0417 thirteen.toml
  auditor controls attach WA-0417 wa-0417-thirteen@1 "Internal Controls.pdf"
  auditor controls try WA-0417 wa-0417-thirteen@1 --from 2025-07-01 --pdf what-if.pdf
  auditor controls submit WA-0417 wa-0417-thirteen@1 --by "M. Ito"
  auditor controls approve WA-0417 wa-0417-thirteen@1 --by "Agent 12" --reference GC-2026-118
  auditor controls list WA-0417 --on 2026-03-14
  auditor controls diff wa-0417-thirteen@1 wa-0417-thirteen@2

\b
Exit status: 0 done; 1 of validate: it cannot be approved as it is, of diff: something differs;
2 refused, or not there; 3 the service failed, or a what-if was not finished; 5 it cannot be reached.
"""


@click.group("controls", cls=OrderedGroup, epilog=EPILOG)
def command() -> None:
    """File a card room's controls, follow them to their approval, and compare them.

    ROOM is a room on record (`auditor rooms`); a revision is ID@REV.
    """


for each in (
    *controls_files.commands,
    *controls_steps_commands.commands,
    *controls_shown.commands,
    controls_gaps.command,
    controls_try.command,
):
    command.add_command(each)
