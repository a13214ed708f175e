"""`auditor controls submit`, `withdraw`, `approve`, `deny` and `discard`: steps of a revision."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import click

from auditor.cli.calling_service import asking, controls_path, url_option
from auditor.steps import CONTROLS_STEPS, ControlsStep, StepField

_room = click.argument("room")
_revision = click.argument("revision", metavar="ID@REV")
_by = click.option("--by", required=True, help="Who takes the step.")


def _command(step: ControlsStep) -> click.Command:
    def taken(room: str, revision: str, url: str, **given: Any) -> None:
        named = {
            each.name: _by_parameter(each.name, given[each.name]) for each in step.fields if each.by_parameter
        }
        _take(url, room, revision, step, {**given, **named})

    decorate = (_room, _revision, _by, *map(_option, step.fields), url_option)
    for each in reversed(decorate):
        taken = each(taken)
    words = "\n\n".join(filter(None, (step.words, step.command_words)))
    return click.command(step.name, short_help=step.short, help=words)(taken)


def _option(field: StepField) -> Callable[[Any], Any]:
    if field.by_parameter:
        return click.option(f"--{field.name}", multiple=True, metavar="PARAMETER=REFERENCE", help=field.words)
    return click.option(f"--{field.name}", required=field.required, help=field.words)


def _by_parameter(option: str, given: tuple[str, ...]) -> dict[str, str]:
    named = {}
    for each in given:
        parameter, equals, letter = each.partition("=")
        if not equals or not parameter or not letter:
            raise click.UsageError(
                f"--{option} {each!r}: write PARAMETER=REFERENCE, such as fantasyland=A-2026-4."
            )
        named[parameter] = letter
    return named


def _take(url: str, room: str, revision: str, step: ControlsStep, given: dict[str, Any]) -> None:
    from reports.formatting import count

    body = {name: value for name, value in given.items() if value is not None and value != {}}
    with asking(url) as client:
        _, found = client.send("POST", f"{controls_path(room, revision)}/{step.name}", json=body)
    days = found["in_force"]
    when = f", in force from {days['from']}" if step.final else ""
    if when and days["until"]:
        when += f" to {days['until']}"
    sys.stdout.write(f"{revision}: {found['standing']}{when}\n")
    for warning in found["warnings"] if step.final else ():
        sys.stderr.write(f"auditor: {revision}: {warning}\n")
    if found["problems"]:
        many = count(len(found["problems"]), "thing")
        sys.stderr.write(
            f"auditor: {revision} could not be approved in this form: {many} to mend, listed by 'auditor controls show "
            f"{room} {revision}'.\n"
        )


@click.command("discard", short_help="take back a draft that was filed by mistake")
@_room
@_revision
@click.option("--by", help="Who discards it.")
@click.option("--note", help="Anything that belongs on record.")
@url_option
def discard(room: str, revision: str, by: str | None, note: str | None, url: str) -> None:
    """Discard a draft that was filed by mistake. Its number is free again; what was done stays in the room's history."""
    given = {name: value for name, value in {"by": by, "note": note}.items() if value is not None}
    with asking(url) as client:
        client.send("DELETE", controls_path(room, revision), params=given)
    sys.stdout.write(f"{revision}: discarded\n")


commands = (*map(_command, CONTROLS_STEPS), discard)
