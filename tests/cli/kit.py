"""Small logs with known results, and the command line as a process."""

import json
import os
import sys
from itertools import combinations, permutations
from pathlib import Path

import msgspec
from click.testing import CliRunner

from auditor.cli import main
from tests import processes
from tests.processes import COMMAND, finished

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "auditor" / "samples" / "wa-0417-2026-03-14.ndjson"

ROWS = {
    1: {"front": "JsJd{0}", "middle": "QsQdQh2c3c", "back": "AsAdAhKsKd"},
    2: {"front": "{1}", "middle": "9s9d7h3d2d", "back": "TsTdTh4c6c"},
}
KICKERS = ("4h", "5h", "6h", "8h")
FRONTS = ["".join(cards) for cards in combinations([f"{rank}s" for rank in "2345678"], 3)]
SUITS = [
    "".join(order) for order in permutations("cdhs") if order[1] < order[3]
]  # d and s look alike in seat 1
# Seat 1 wins all three rows: three units in wsgc-base, four in wsgc-2-4, six in wsgc-1-6.


def session(**changes):
    return {
        "event": "session",
        "format": "cardroom-log/1",
        "room": "WA-0417",
        "session": "s-1",
        "table": "T1",
        "currency": "USD",
        "opened_at": "2026-03-14T18:00:00-07:00",
        "unit": 100,
        "ruleset": "wsgc-base",
        **changes,
    }


def hand(number, *nets, **changes):
    """A hand that seat 1 wins; ``nets`` are those of seat 1 and seat 2 (default: right in wsgc-base).

    Every number has cards of its own: the same deal twice would be a finding, whatever its suits.
    """
    suits = str.maketrans("cdhs", SUITS[number % len(SUITS)])
    drawn = KICKERS[number // len(SUITS) % len(KICKERS)], FRONTS[number % len(FRONTS)]
    seats = [
        {
            "seat": seat,
            "player": f"p-{seat}",
            **{row: ROWS[seat][row].format(*drawn).translate(suits) for row in ROWS[seat]},
            "net": net,
        }
        for seat, net in zip(ROWS, nets or (300, -300), strict=True)
    ]
    return {"event": "chinese_hand", "hand": number, "seats": seats, **changes}


def log(*hands, **changes):
    """The bytes of a session log."""
    return b"".join(msgspec.json.encode(each) + b"\n" for each in (session(**changes), *hands))


def right(hands=3, **changes):
    """A log in which nothing differs."""
    return log(*(hand(number + 1) for number in range(hands)), **changes)


def wrong(**changes):
    """A log whose second hand says 100 where 300 was due."""
    return log(hand(1), hand(2, 100, -100), hand(3), **changes)


REFUSED = log({**hand(1), "hand": "one"}, {"event": "chinese_hand", "hand": 2})


def command(*args):
    return [sys.executable, "-m", "auditor.cli", *map(str, args)]


def environment(**changes):
    plain = {name: value for name, value in os.environ.items() if not name.startswith("AUDITOR_")}
    return {**plain, "TERM": "xterm", **changes}


def run(*args, stdin=b"", **env):
    """Run a command in a process of its own; its status, its output and its standard error."""
    done = finished(COMMAND, *args, stdin=stdin, environment=environment(**env))
    return Done(done.returncode, done.stdout.decode(), done.stderr.decode())


def call(*args, stdin=b"", **env):
    """Run a command in this process: the same result as `run`, without a process."""
    arguments = [str(each) for each in args]
    cleared = {name: None for name in os.environ if name.startswith("AUDITOR_")}
    changes = cleared | processes.environment_of(*arguments) | env
    done = CliRunner().invoke(main, arguments, input=stdin, prog_name="auditor", env=changes)
    return Done(done.exit_code, done.stdout, done.stderr)


class Done:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err

    @property
    def json(self):
        return json.loads(self.out)

    @property
    def lines(self):
        return self.out.splitlines()
