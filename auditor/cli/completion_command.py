"""`auditor completion`: the shell's completion script."""

from __future__ import annotations

import click

EPILOG = """\b
Examples:
  auditor completion bash > ~/.local/share/bash-completion/completions/auditor
  auditor completion zsh > ~/.zfunc/_auditor
  auditor completion fish > ~/.config/fish/completions/auditor.fish

\b
Exit status: 0 done; 2 no such shell.
"""


@click.command("completion", epilog=EPILOG)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the script that completes commands, options and their values in SHELL.

    A new shell then completes after the Tab key. The folder of zsh has to be in its fpath.
    """
    from click.shell_completion import get_completion_class

    from auditor.cli import main

    kind = get_completion_class(shell)
    assert kind is not None  # click has the three
    made = kind(main, {}, "auditor", "_AUDITOR_COMPLETE")
    click.echo(made.source_template % made.source_vars())


def ruleset_names(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Rulesets of the library with a beginning."""
    from rules.controls.library import library

    return [name for name in map(str, library().listed()) if name.startswith(incomplete)]
