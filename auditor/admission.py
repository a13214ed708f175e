"""Checks of a file before it is stored: whether an audit takes it, and its oddities.

A log that only another log would mend is refused; one that an approval would mend is taken with a warning.
"""

from __future__ import annotations

import datetime as dt
import difflib
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from auditor.arrival_warnings import Arriving, oddities
from auditor.errors import RecordDamaged
from auditor.evidence import Evidence
from auditor.named_rulesets import RulesetObstacle, is_in_force, may_name, ruleset_obstacle
from auditor.registry import Registry, RegistryAtChange
from auditor.store import Store
from auditor.store.service_clock import now
from auditor.terms import gaming_day
from auditor.warned import ArrivalWarning
from rules.audit import SeenOfLog
from rules.controls.ruleset import Ruleset
from rules.records.problems import Problem, Refused, shown
from rules.results import LogFacts

MOST_NAMED = 8  # rulesets that a problem lists
DRAFT = "draft"
_GAMES = {"chinese": "closed hands", "ofc": "open-face play", "pot": "pot games"}
_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
_UNSEEN = ArrivalWarning(
    "record-damaged", "", "The record is damaged, so the log was not checked.", "It is kept. Ask whoever runs the service."
)  # fmt: skip
_NEAR = 0.6  # alike enough to be suggested, as difflib counts


class Unfit(Refused):
    """A log that no audit takes. choices: ids of the rulesets that it may name."""

    def __init__(self, problem: Problem, choices: Sequence[str]) -> None:
        super().__init__([problem], 1)
        self.choices = tuple(choices)
        self.args = ("The log was refused: it can be read, and it cannot be audited.",)


class Stands(Struct, frozen=True):
    """Standing of a log's rulesets. problem: why no audit takes it; choices: rulesets that it may name; warning: obstacle that
    another log does not lift.
    """

    problem: Problem | None = None
    choices: tuple[Ruleset, ...] = ()
    warning: ArrivalWarning | None = None


class Admission:
    """Checks of logs that arrive over a store."""

    def __init__(self, store: Store, registry: Registry) -> None:
        self._store = store
        self._registry = registry

    def looked_at(self, facts: LogFacts, seen: SeenOfLog, evidence: Evidence) -> tuple[ArrivalWarning, ...]:
        """Oddities of a log; of a tournament table's whatever ruleset it names. Raises Unfit.

        While the record is damaged a log is taken unchecked, so that it is not lost.
        """
        try:
            return self._of_new(facts, seen, evidence)
        except RecordDamaged:
            return (_UNSEEN,)

    def _of_new(self, facts: LogFacts, seen: SeenOfLog, evidence: Evidence) -> tuple[ArrivalWarning, ...]:
        stands = self.stands(facts, seen)
        if stands.problem is not None and facts.tournament is not None:
            stands = Stands(warning=_with_tournament(stands.problem, facts.tournament))
        if stands.problem is not None:
            raise Unfit(stands.problem, [each.id for each in stands.choices])
        return self._warnings(stands, Arriving(facts, seen, evidence))

    def of_stored(self, facts: LogFacts) -> tuple[ArrivalWarning, ...]:
        """Oddities of a log on record; an obstacle to its audit is a warning."""
        try:
            stands = self.stands(facts)
            if stands.problem is not None:
                stands = Stands(warning=_cannot(stands.problem))
            return self._warnings(stands, Arriving(facts))
        except RecordDamaged:
            return (_UNSEEN,)

    def of_histories(self, room: str) -> list[str]:
        """Ids of the pot games' rulesets that a log of a room may name today."""
        snapshot = self._registry.snapshot()
        found = self._store.rooms.get(room)
        if found is None or room in snapshot.unreadable:
            return []
        day = dt.date.fromisoformat(gaming_day(found.terms, now()))
        return [each.id for each in may_name(snapshot, room, day, ("pot",))]

    def stands(self, facts: LogFacts, seen: SeenOfLog | None = None) -> Stands:
        """Standing of a log's rulesets now."""
        snapshot = self._registry.snapshot()
        day = self._day(facts)
        games = seen.games if seen is not None else ()
        found = ruleset_obstacle(facts.room, day, facts.ruleset, None, snapshot, self._store.controls)
        if found is not None:
            return _stands(found, facts, day, snapshot, games)
        name = facts.ruleset
        if name is None or any(
            is_in_force(facts.room, each, name, snapshot) for each in self._days(facts, seen, day)
        ):
            return Stands()
        if self._store.controls.of_room(facts.room, name.partition("@")[0]):
            words = f"{name} is not in force on {day.isoformat()}, the gaming day of the log."
            do = "No hand is tested until a revision for that day is approved. Where another ruleset was played, correct the log."
            return Stands(warning=ArrivalWarning("not-in-force", "ruleset", words, do))
        choices = may_name(snapshot, facts.room, day, games)
        problem = Problem(
            1, "ruleset", f"{shown(name)}, which is not in force on {day.isoformat()}", _expected(name, day, games, choices)
        )  # fmt: skip
        return Stands(problem, tuple(choices))

    def _day(self, facts: LogFacts) -> dt.date:
        room = self._store.rooms.get(facts.room)
        day = gaming_day(room.terms, facts.opened_at) if room is not None else facts.opened_at[:10]
        return dt.date.fromisoformat(day)

    def _days(self, facts: LogFacts, seen: SeenOfLog | None, first: dt.date) -> Iterator[dt.date]:
        yield first
        room = self._registry.snapshot().rooms.get(facts.room)
        for at in (seen.first, seen.last) if seen is not None else ():
            if at is not None:
                yield room.day_of(at) if room is not None else (_EPOCH + dt.timedelta(microseconds=at)).date()

    def _warnings(self, stands: Stands, arriving: Arriving) -> tuple[ArrivalWarning, ...]:
        first = [stands.warning] if stands.warning is not None else []
        found = oddities(arriving, self._store, self._registry.snapshot(), self._day(arriving.facts), now())
        return (*first, *found)


def _stands(
    found: RulesetObstacle, facts: LogFacts, day: dt.date, snapshot: RegistryAtChange, games: Collection[str]
) -> Stands:
    if found.passes:
        return Stands(warning=_passing(found))
    if found.kind == "several":
        mine = tuple(each for each in found.several if not games or each.family in games) or found.several
        listed = ", ".join(each.id for each in mine)
        problem = Problem(1, "ruleset", "no ruleset, and the room has several in force", f"one of {listed}")
        return Stands(problem, mine)
    choices = may_name(snapshot, facts.room, day, games)
    return Stands(
        Problem(1, "ruleset", _found(found), _expected(found.named, day, games, choices)), tuple(choices)
    )


def _found(found: RulesetObstacle) -> str:
    if found.named is None:
        return "no ruleset, and the room has no approved controls in force on that day"
    if found.filed is not None:
        return f"{shown(found.named)}, which the room filed and which was {found.filed.standing}"
    return f"{shown(found.named)}, which is neither in the library nor of the room"


def _expected(name: str | None, day: dt.date, games: Collection[str], choices: Sequence[Ruleset]) -> str:
    names = [str(each) for each in choices] if "@" in (name or "") else [each.id for each in choices]
    near = difflib.get_close_matches(name or "", names, 1, _NEAR)
    of_games = f" for {' and '.join(_GAMES[each] for each in sorted(games))}" if games else ""
    what = f"a ruleset in force on {day.isoformat()}{of_games}"
    if near:
        return f"{what} (did you mean '{near[0]}'?)"
    if not names:
        return f"{what}, of which there is none"
    more = f" and {len(names) - MOST_NAMED} more of the library" if len(names) > MOST_NAMED else ""
    return f"{what}: {', '.join(names[:MOST_NAMED])}{more}"


def _passing(found: RulesetObstacle) -> ArrivalWarning:
    if found.filed is None:
        return ArrivalWarning(
            "controls-unreadable",
            "room",
            found.words,
            "The log is taken, and is audited once they can be read.",
        )
    standing = "a draft" if found.filed.standing == DRAFT else found.filed.standing
    its = f"{found.filed.name} of the room is {standing} and not approved"
    words = its if found.named else f"The log names no ruleset, and {its}"
    return ArrivalWarning(
        "not-approved", "ruleset", f"{words}.", "The log cannot be audited until the controls are approved."
    )


def _with_tournament(problem: Problem, tournament: str) -> ArrivalWarning:
    return ArrivalWarning(
        "only-with-tournament", problem.field, f"The log cannot be audited by itself: it has {problem.found}.",
        f"The audit of tournament {tournament} reads it. Expected for one of its own: {problem.expected}.",
    )  # fmt: skip


def _cannot(problem: Problem) -> ArrivalWarning:
    return ArrivalWarning(
        "cannot-be-audited", problem.field, f"The log on record cannot be audited: it has {problem.found}.",
        f"Expected {problem.expected}. Correct the log.",
    )  # fmt: skip
