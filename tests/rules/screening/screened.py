"""Logs of the screening cases as the indicators read them."""

import gzip
import json
from datetime import date, timedelta
from functools import cache
from pathlib import Path

from msgspec import UNSET

from rules.controls.library import library
from rules.records.reader import LogReader
from rules.replay.pots.table_replay import TableLog
from rules.replay.row_replay import replay
from rules.replay.scoring import compiled
from rules.screening.session_statistics import ScreeningKeeper, statistics_of

FOLDER = Path(__file__).parents[2] / "cases" / "screening"
CASES = {
    case["id"]: case for case in map(json.loads, (FOLDER / "cases.ndjson").read_text("utf-8").splitlines())
}
FIRST_DAY = date(2026, 3, 2)  # each session is its own gaming day, all in one month


def logs_of(case):
    """The paths of a case's logs, in order."""
    return sorted((FOLDER / "logs").glob(f"{case}-[0-9].ndjson.gz"))


def lines_of(path):
    """The events of a log, as parsed."""
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


@cache
def screened(path):
    """The session of a log, replayed under the ruleset that it names."""
    return screened_bytes(gzip.decompress(path.read_bytes()))


def screened_lines(events):
    """The session of some events."""
    return screened_bytes(b"\n".join(json.dumps(event).encode() for event in events))


def screened_bytes(log):
    reader, keeper, table = LogReader(), ScreeningKeeper(), None
    for hands in reader.blocks([log]):
        ruleset = library().choice(reader.session.ruleset).revisions[0]
        if hands.pot is None:
            keeper.add(replay(hands, compiled(ruleset)))
            continue
        tournament = reader.session.tournament is not UNSET
        table = table or TableLog(ruleset.sections.pot, tournament=tournament)
        keeper.add(table.add(hands, reader.events))
    close = reader.close[1] if reader.close else None
    (session,) = keeper.sessions(reader.session, reader.events, close)
    return session


def statistics(paths):
    """Statistics of some logs, each on the gaming day after the last one's."""
    return [
        statistics_of([session], session.header, FIRST_DAY + timedelta(days=place))
        for place, session in enumerate(map(screened, paths))
    ]
