"""`auditor simulate`: log of an invented table, an event, or a room's ledgers."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import click

from auditor.cli.completion_command import ruleset_names
from auditor.cli.named_logs import STDIN, ruleset_named
from auditor.cli.quiet import is_quiet, quiet_option
from auditor.cli.refused_lines import refusals
from auditor.cli.simulate_tournament import write_ledgers, write_tournament
from auditor.cli.terminal import progress
from auditor.cli.written_files import atomic, writable

if TYPE_CHECKING:
    from simulation import Injected

EPILOG = """\b
Examples:
  auditor simulate --ruleset wsgc-2-4 -o evening.ndjson
  auditor simulate --ruleset wsgc-2-4 --hands 1000 --seed 7 | auditor audit -
  auditor simulate --ruleset wsgc-full --hands 5000 --seed 7 --faults 0.02 --answers key.ndjson -o log.gz
  auditor simulate --ruleset hawaiian-gardens --hands 500 --seed 7 --faults 0.05 -o evening.ndjson
  auditor simulate --ruleset carnivale-ofc-2013 --hands 225 --seed 7 -o event.ndjson
  auditor simulate --ruleset olympic-cash --game omaha --hands 200 --seed 7 -o night.ndjson
  auditor simulate --tournament --ruleset olympic-ranking --entries 90 --seed 7 --out event
  auditor simulate --tournament --ruleset olympic-ranking --entries 40 --seed 7 --faults 5 --answers key.ndjson --out event
  auditor simulate --ledger --ruleset olympic-jackpots --months 3 --seed 7 --out books

Every game of the library can be simulated, with what belongs to it: the banker, the pool, chips in front that run
out, a dealer who has to deal, a fixed rake; in open-face play every card as it was set, the clock, fantasyland, and
in an event levels, stacks, players who are out and newcomers. A game with a single winner names no prize: its logs
hold no payments. A ruleset of pot games is played as one of its games or mixes, every act of every hand, with terms,
buy-ins, players who come, leave and are away, rake, drop and jackpots. Under a ruleset that was in force for some
days all hands are played in them.

With --tournament a whole event is made: the file tournament.ndjson with every entry, seat, level, count, bust, prize and
payout, and the logs of the tables that break last, hand by hand.

With --ledger the books of a room are made, a ledger a month, with jackpots, a ranking and royal flush pools; and the
tournaments and table logs that they name.

The answer key is NDJSON, one line a fault: the hand or the line of the event, what was altered, and the findings that an
audit must report. A fault that finds no place is named: of an event or ledgers, where --only asks for it, nothing is written;
of a session the log is written without it. Another --seed, more --hands, --entries or --tables give it a place.

\b
Exit status: 0 done; 2 this cannot be simulated.
"""

HANDS = 200  # of a session, where their number is not given
MONTHS = 3  # of ledgers
_HANDS = (b"chinese_hand", b"ofc_hand", b"pot_hand")


@click.command("simulate", epilog=EPILOG)
@click.option(
    "--ruleset",
    required=True,
    metavar="ID[@REV]",
    callback=ruleset_named,
    shell_complete=ruleset_names,
    help="The ruleset to play under.",
)
@click.option(
    "--hands",
    type=click.IntRange(min=0),
    show_default=f"{HANDS}, an evening's",
    help="How many hands; not of a --tournament or --ledger.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="The same seed gives the same bytes.",
)
@click.option(
    "--faults",
    type=click.FloatRange(0),
    default=0.0,
    metavar="RATE",
    help="The share of hands with a fault (0 to 1); of a tournament or ledgers, how many kinds of faults there are.",
)
@click.option(
    "--only",
    "--fault",
    multiple=True,
    metavar="FAULT",
    help="Only faults of this name; may be repeated. A game, or an event, does not have every fault.",
)
@click.option(
    "--answers",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the answer key there.",
)
@click.option("-o", "--output", default=STDIN, metavar="FILE", help="Where to write; gzip if it ends in .gz.")
@click.option(
    "--evidence", type=click.Choice(["rows", "full"]), default="full", show_default=True,
    help="Final rows and nets, or also cards as dealt or set one by one, clocks, stacks, transfers and pools; of pot games "
    "what was put in and shown, or also every act.",
)  # fmt: skip
@click.option(
    "--players",
    type=click.IntRange(min=1),
    help="This many players at every hand; without this option players come and go.",
)
@click.option(
    "--unit",
    type=click.IntRange(min=1),
    default=100,
    show_default=True,
    help="Money per unit, in cents; of pot games the small blind. An event with levels has its own.",
)
@click.option(
    "--game",
    default="",
    metavar="GAME",
    show_default="the ruleset's first",
    help="Of a ruleset of pot games: one of its games or mixes, such as omaha or horse.",
)
@click.option(
    "--limit",
    type=click.Choice(["no_limit", "pot_limit", "fixed_limit"]),
    show_default="the usual one",
    help="How a pot game is bet.",
)
@click.option("--room", default="WA-0417", show_default=True)
@click.option("--session", default="", help="The session's id; made from the seed unless given.")
@click.option("--table", default="T1", show_default=True)
@click.option("--tournament", is_flag=True, help="A whole event in place of one table's session.")
@click.option(
    "--ledger", is_flag=True, help="The ledgers of a room over months in place of one table's session."
)
@click.option(
    "--months",
    type=click.IntRange(1, 24),
    show_default="3",
    help="Of ledgers: how many months from January 2026 on.",
)
@click.option("--entries", type=click.IntRange(min=1), help="Of an event: how many players enter, 20 to 300.")
@click.option(
    "--kind",
    type=click.Choice(["freezeout", "reentry", "rebuy_broke", "rebuy_any", "double_chance"]),
    show_default="by the seed",
    help="Of an event: what may be bought again.",
)
@click.option(
    "--tables",
    type=click.IntRange(min=0),
    default=4,
    show_default=True,
    help="Of an event: how many tables have a log.",
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Of an event or ledgers: where to write the files.",
)
@click.option(
    "--opened-at",
    default="",
    show_default="2026-03-14T16:00:00-07:00, or when the ruleset was in force",
    metavar="TIME",
)
@quiet_option(", and no note on faults that found no hand")
def command(
    ruleset: str,
    hands: int | None,
    seed: int,
    faults: float,
    only: tuple[str, ...],
    room: str,
    answers: Path | None,
    output: str,
    players: int | None,
    limit: str | None,
    tournament: bool,
    ledger: bool,
    months: int | None,
    entries: int | None,
    kind: str | None,
    tables: int,
    out: Path | None,
    **how: Any,
) -> None:
    """Make a plausible session log, a whole tournament or a room's ledgers from a seed: rightly paid, or with known faults."""
    if tournament and ledger:
        raise click.UsageError("--tournament and --ledger are two simulations; ask for one.")
    if ledger:
        if entries is not None or kind is not None or faults != int(faults):
            raise click.UsageError("--ledger takes a whole number of --faults, and no --entries or --kind.")
        write_ledgers(
            ruleset, out, answers, months=months or MONTHS, seed=seed, room=room, faults=int(faults), only=only
        )  # fmt: skip
    elif tournament:
        if entries is None or months is not None or faults != int(faults):
            raise click.UsageError(
                "--tournament needs --entries and a whole number of --faults, and takes no --months."
            )
        write_tournament(
            ruleset, out, answers, players=entries, seed=seed, kind=kind or "", tables=tables, room=room,
            faults=int(faults), only=only,
        )  # fmt: skip
    else:
        if faults > 1 or any(each is not None for each in (entries, kind, out, months)):
            raise click.UsageError(
                "A session has --faults from 0 to 1; --entries, --kind and --out are of a --tournament, "
                "--months and --out of a --ledger."
            )
        how |= {"seed": seed, "limit": limit or "", "faults": faults, "only": only, "room": room}
        _write_session(ruleset, output, answers, HANDS if hands is None else hands, players, how)


def _write_session(
    ruleset: str, output: str, answers: Path | None, hands: int, players: int | None, how: dict[str, Any]
) -> None:
    from rules.controls.library import library
    from simulation import simulate

    answers = writable(answers) if answers else None
    path = None if output == STDIN else writable(Path(output))
    if path is not None and path == answers:
        raise click.UsageError("--answers and --output name the same file; name two.")
    with refusals():
        revision = library().get(ruleset)
    try:
        made = simulate(revision, hands=hands, players=(players, players) if players else None, **how)
    except ValueError as error:
        raise click.UsageError(f"This cannot be simulated: {error}.") from error
    with _writing(path) as stream, progress("Simulating", hands) as advance:
        done = 0
        for chunk in made.chunks():
            stream.write(chunk)
            done += sum(chunk.count(b'"event":"%s"' % each) for each in _HANDS)
            advance(done)
    if not is_quiet():
        _name_absent(made.key, how)
    if answers is not None:
        import msgspec

        with atomic(answers) as stream:
            stream.write(msgspec.json.Encoder().encode_lines(made.key))


def _name_absent(key: Sequence[Injected], how: dict[str, Any]) -> None:
    absent = sorted(set(how["only"]) - {each.kind for each in key}) if how["faults"] else []
    if absent:
        click.echo(
            f"auditor: With seed {how['seed']} no hand has the fault {', '.join(absent)}. "
            "Try another --seed, more --hands or a higher rate of --faults.",
            err=True,
        )


@contextmanager
def _writing(path: Path | None) -> Iterator[BinaryIO]:
    if path is None:
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    with atomic(path) as stream:
        if path.suffix == ".gz":
            import gzip

            with gzip.GzipFile("", "wb", fileobj=stream, mtime=0) as packed:
                yield packed  # type: ignore[misc]  # a binary stream, by another name
        else:
            yield stream
