"""What tests of purges share."""

from auditor.store.rows import NewHold
from tests.cli.kit import call
from tests.http.past import planned

NOON = "T19:00:00.000000Z"  # noon in Seattle


def due(store, day, clock=NOON):
    """What is over on a day, and what holds it."""
    return {each.purgeable.session: each.held for each in planned(store, f"{day}{clock}").due}


def purged(folder, *args):
    return call("purge", "--data", folder, "--yes", "--by", "Dana Reyes", *args)


def hold(store, room="WA-0417", session=None, first=None, last=None):
    return store.holds.make(
        NewHold(room, session, first, last, "case 12", "Agent 12"), "2026-01-01T00:00:00Z"
    )


def in_files(folder, *needles):
    """Which of some texts or bytes are in any file of a folder."""
    found = b"".join(each.read_bytes() for each in folder.rglob("*") if each.is_file())
    return [each for each in needles if (each if isinstance(each, bytes) else each.encode()) in found]


INTO = (
    "INSERT INTO purges (id, at, subject, key, sha256, size, room, session, first_day, last_day, year_ends, years, kept_until, "
    "parameter, clause, by) SELECT 1, {at}, 'evidence', e.sha256, e.sha256, e.size, s.room, s.session, s.day, s.day, "
    "'2015-06-30', 3, {until}, 'p', 'c', 'somebody' FROM evidence AS e JOIN sessions AS s ON s.evidence = e.sha256"
)
NOW, OVER = "'2026-01-01T00:00:00Z'", "'2018-06-30'"
