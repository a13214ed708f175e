"""docs/cli.md is about the command line that there is."""

import re
from pathlib import Path

import click

from auditor.cli import main
from tests.folding import of_every

PAGE = (Path(__file__).parents[2] / "docs" / "cli.md").read_text("utf-8")
CONTEXT = click.Context(main)
NAMES = main.list_commands(CONTEXT)


def commands(name):
    """A command, and those below it."""
    command = main.get_command(CONTEXT, name)
    assert command is not None
    return [command, *getattr(command, "commands", {}).values()]


def test_commands_below_commands_are_described():
    below = [f"auditor {name} {each.name} " for name in NAMES for each in commands(name)[1:]]
    assert len(below) > 10
    assert [words for words in below if words not in PAGE] == []


@of_every("name", NAMES)
def test_every_command_and_option_is_described(name):
    section = re.search(rf"^## {name}\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL)
    assert section
    options = [
        option
        for command in commands(name)
        for each in command.params
        if isinstance(each, click.Option)
        for option in each.opts
    ]
    assert [option for option in options if option not in section[1] and option != "--output"] == []


def test_every_documented_option_exists():
    known = {"--help", "--version", "--debug"}
    for name in NAMES:
        known |= {
            option
            for command in commands(name)
            for each in command.params
            for option in (*each.opts, *each.secondary_opts)
        }
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", PAGE)) - known == set()
