"""Group of commands that imports each when called, and ends failures in words."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from auditor.cli import exits
from auditor.cli.command_errors import CommandFailure, debugging, exit_status, os_reason, words_of
from auditor.cli.output import never_fail_on_a_character

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class Commands(click.Group):
    """Group of modules, each with a `command`."""

    def __init__(self, *args: Any, commands_in: str, commands_help: dict[str, str], **options: Any) -> None:
        super().__init__(*args, **options)
        self._package = commands_in
        self._help = commands_help

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Commands in their order, the main job first."""
        return list(self._help)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in self._help:
            return None
        command: click.Command = import_module(f"{self._package}.{cmd_name}_command").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self._help.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Command of the first argument. Raises a usage error with a suggestion."""
        name = args[0]
        if name not in self._help and not name.startswith("-") and not ctx.resilient_parsing:
            raise click.UsageError(f"There is no command {name!r}.{_did_you_mean(name, self._help)}", ctx)
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Completions of a command's name, without imports."""
        from click.shell_completion import CompletionItem

        names = [
            CompletionItem(name, help=said)
            for name, said in self._help.items()
            if name.startswith(incomplete)
        ]
        return [*names, *click.Command.shell_complete(self, ctx, incomplete)]

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; every failure ends in words and a status."""
        never_fail_on_a_character()
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except BrokenPipeError:
            _forget_stdout()
            ctx.exit(exits.PIPE_CLOSED)
        except KeyboardInterrupt:
            click.echo("\nauditor: stopped.", err=True)
            ctx.exit(exits.INTERRUPTED)
        except OSError as error:
            _forget_stdout()
            raise CommandFailure(f"{os_reason(error)}.", exits.IO_ERROR) from error
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except Exception as error:  # the end of every command: words for a person, never a traceback
            status = exit_status(error)
            if status != exits.BROKE_DOWN:
                raise CommandFailure(words_of(error), status) from error
            if debugging():
                raise
            raise CommandFailure(_broke_down(error), status) from error


class WithCommands(click.Command):
    """A command with an argument of its own, or the name of one below it."""

    def __init__(self, *args: Any, commands: dict[str, click.Command], **options: Any) -> None:
        super().__init__(*args, **options)
        self.commands = commands

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Context of this command, or of the one below that the arguments call."""
        if args and args[0] in self.commands:
            below = self.commands[args[0]]
            return below.make_context(f"{info_name} {args[0]}", args[1:], parent, **extra)
        first = args[0] if len(args) > 1 else ""
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.UsageError as error:
            hint = _did_you_mean(first, self.commands)
            if not hint:
                raise
            raise click.UsageError(error.format_message() + hint, error.ctx) from error

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, then the commands below."""
        super().format_options(ctx, formatter)
        rows = []
        for name, below in self.commands.items():
            arguments = [each.make_metavar(ctx) for each in below.params if isinstance(each, click.Argument)]
            rows.append((" ".join((name, *arguments)), below.get_short_help_str(limit=72)))
        with formatter.section("Commands"):
            formatter.write_dl(rows)


class OrderedGroup(click.Group):
    """A group that lists its commands as added."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in that order."""
        return list(self.commands)


def _forget_stdout() -> None:
    """Discard a broken standard output's buffer, without a complaint at exit."""
    if sys.stdout is not sys.__stdout__:
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.close(nowhere)


def _broke_down(error: Exception) -> str:
    from auditor.faults import broke_down

    return (
        f"{broke_down(error)}; nothing it printed is a result. Please report the fault, with what `auditor --debug` before the "
        "command shows."
    )


def _did_you_mean(name: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(name, list(known), n=1)
    return f" Did you mean {near[0]!r}?" if near else ""
