"""`auditor explain LOG --hand N`: a hand as recorded and as due."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from auditor.cli import exits
from auditor.cli.command_errors import CommandFailure
from auditor.cli.event_files_command import kind_of
from auditor.cli.named_logs import opened, shown_name
from auditor.cli.output import print_json
from auditor.cli.refused_lines import print_json_error, refusals

if TYPE_CHECKING:
    from auditor.evidence import FileEvidence
    from rules.audit.hand_without_rulings import HandWithoutRulings
    from rules.results import LogFacts
    from rules.shown_hands import Exhibit


def print_hand(log: str, hand: int, ruleset: str | None, *, as_json: bool, steps: bool = False) -> None:
    """Print each hand with the number; JSON has an exhibit a line. steps: text step by step."""
    facts, found, without = _hand(log, hand, ruleset, as_json=as_json)
    if not found:
        message = f"{shown_name(log)} has no hand {hand}"
        if facts.first_hand is not None:
            message += f"; its hands are numbered {facts.first_hand} to {facts.last_hand}"
        if as_json:
            print_json_error("no-such-hand", f"{message}.", file=shown_name(log))
            raise click.exceptions.Exit(exits.REFUSED)
        raise CommandFailure(f"{message}.", exits.REFUSED)
    from reports.story import money_of

    for place, exhibit in enumerate(found):
        money = exhibit.money or money_of(facts)
        if as_json:
            print_json(_as_dict(exhibit, without.get(exhibit.line)))
            continue
        sys.stdout.write("\n\n" if place else "")
        sys.stdout.writelines(f"{line}\n" for line in _lines(exhibit, money, steps=steps))
        if exhibit.line in without and not steps:
            from auditor.cli.without_rulings_text import lines_without_rulings

            text = lines_without_rulings(without[exhibit.line], money)
            sys.stdout.writelines(f"{line}\n" for line in text)


def _as_dict(exhibit: Exhibit, without: HandWithoutRulings | None) -> dict[str, Any]:
    """The exhibit and what the hand would have been; null: nobody ruled on it."""
    import msgspec

    found: dict[str, Any] = msgspec.to_builtins(exhibit)
    return found | {"would_have_been": msgspec.to_builtins(without)}


def _lines(exhibit: Exhibit, money: str, *, steps: bool) -> Iterator[str]:
    from auditor.cli.hand_steps_text import step_lines
    from auditor.cli.hand_text import lines, title
    from reports.hand_steps import steps_of

    if not steps:
        yield from lines(exhibit, money)
        return
    yield title(exhibit)
    yield ""
    yield from step_lines(steps_of(exhibit, money))


def _must_have_hands(log: str, source: FileEvidence, *, as_json: bool) -> None:
    kind = kind_of(source)
    if kind is None:
        return
    what = "a ledger" if kind == "ledger" else "the file of a tournament"
    message = (
        f"{shown_name(log)} is {what}: its hands are in the logs of its tables, whose hands this command explains. "
        "`auditor replay` prints what was due in it."
    )
    if as_json:
        print_json_error("no-such-hand", message, file=shown_name(log))
        raise click.exceptions.Exit(exits.REFUSED)
    raise CommandFailure(message, exits.REFUSED)


def _hand(
    log: str, hand: int, ruleset: str | None, *, as_json: bool
) -> tuple[LogFacts, list[Exhibit], dict[int, HandWithoutRulings]]:
    from rules.audit import explain_hand, read_facts
    from rules.audit.hand_without_rulings import hand_without_rulings
    from rules.controls.library import library

    with opened(log) as source, refusals(log, as_json=as_json):
        _must_have_hands(log, source, as_json=as_json)
        facts = read_facts(source)
        found = explain_hand(source, hand, ruleset=ruleset)
        without = hand_without_rulings(source, hand, library=library(), ruleset=ruleset)
        return facts, found, without
