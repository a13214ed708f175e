"""A revision of a room's controls for a page: its redline in plain words, in the room's words and in parameters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from msgspec import Struct, field

from auditor.http.context import service
from auditor.redline import Redline
from auditor.store.rows import ControlsRecord, FiledRecord
from reports.formatting import money
from rules.clauses import catalogue
from rules.controls.bounds import Bound, is_bound
from rules.controls.difference import Difference, apart, by_clauses
from rules.controls.examined_filing import Examined
from rules.controls.parameters import as_text
from rules.controls.plain import ControlsChange, changes
from rules.controls.ruleset import Ruleset
from rules.controls.wording import RedlinePiece, is_wording, redlined, wordings
from simulation.gaps import GapReport
from simulation.gaps.dealt import USUAL_CURRENCY


class ClauseView(Struct, frozen=True):
    """A clause and what it says: the room's own words, or the catalogue's statement; "" where neither has it."""

    id: str
    says: str
    source: str


class ParameterView(Struct, frozen=True):
    """A parameter in force and as filed, as text; "" where one side has none."""

    path: str
    before: str
    after: str


class GroupView(Struct, frozen=True):
    """Parameters that share their clauses."""

    parameters: Sequence[ParameterView]
    clauses: Sequence[ClauseView]


class WordingView(Struct, frozen=True):
    """The filed wording of a section as a redline. new: it had none before; gone: it has none any more."""

    section: str
    pieces: Sequence[RedlinePiece]
    new: bool
    gone: bool


class RedlineView(Struct, frozen=True):
    """Changes by a revision. recited: parameters whose value is the same and whose clauses differ."""

    redline: Redline
    changes: Sequence[ControlsChange]
    wordings: Sequence[WordingView]
    groups: Sequence[GroupView]
    recited: Sequence[GroupView]
    bounds: Sequence[tuple[Bound, str, str, Sequence[ClauseView]]]
    fixed: int


class RevisionView(Struct, frozen=True):
    """Everything that is shown of a revision. gaps: None where they were not worked out yet."""

    examined: Examined
    state: str
    days: tuple[str | None, str | None]
    warnings: Sequence[str]
    source: FiledRecord
    document: FiledRecord | None
    currency: str
    redline: RedlineView | None
    problems: Sequence[str] = field(default_factory=tuple)
    gaps: GapReport | None = None


def revision_view(record: ControlsRecord) -> RevisionView:
    """Contents of the page of a revision."""
    approval, filing = service().approval, service().filing
    examined = approval.examined(record)
    days = approval.days(record, examined)
    ruleset = examined.ruleset
    redline = service().redlines.of(record, ruleset) if ruleset is not None else None
    return RevisionView(
        examined,
        approval.state(record, days),
        days,
        approval.warnings(record, examined),
        filing.file_record(record.source),
        filing.file_record(record.document) if record.document else None,
        currency_of(ruleset),
        _redline_view(redline) if redline is not None else None,
        () if record.standing == "approved" else without_name(record.name, examined.problems),
        service().kept_gaps(ruleset) if ruleset is not None and examined.playable else None,
    )


def without_name(name: str, problems: Iterable[str]) -> list[str]:
    """Problems without the name of the file, which the page has above them."""
    return [each.removeprefix(f"{name}: ") for each in problems]


def currency_of(ruleset: Ruleset | None) -> str:
    """The currency of a ruleset's amounts."""
    found = ruleset.sections.stakes.unit_cap.currency if ruleset is not None else None
    return found or USUAL_CURRENCY


def changed(found: Iterable[Difference]) -> int:
    """Number of parameters and readings that differ; wordings and citations do not count."""
    return len(apart([each for each in found if not is_wording(each.parameter)])[0])


def _redline_view(redline: Redline) -> RedlineView:
    one = redline.comparison
    assert one.b is not None  # it was compared
    differing, recited = apart([each for each in one.differences if not is_wording(each.parameter)])
    sides = [each for each in (one.b, one.a) if each is not None]
    named = partial(money, currency=currency_of(one.b))
    return RedlineView(
        redline,
        changes(one.differences, named),
        [
            WordingView(each.section, redlined(each.a, each.b), each.a is None, each.b is None)
            for each in wordings(one)
        ],
        _groups(differing, sides),
        _groups(recited, sides),
        [
            (each, _text(each.allowed), _text(each.own), [_clause(cite, sides) for cite in each.cites])
            for each in redline.bounds
            if not each.kept or (_is_limit(each) and not each.fixed)
        ],
        sum(each.kept and (each.fixed or not _is_limit(each)) for each in redline.bounds),
    )


def _groups(found: Sequence[Difference], sides: Sequence[Ruleset]) -> list[GroupView]:
    return [
        GroupView(
            [ParameterView(each.parameter, _text(each.a), _text(each.b)) for each in group],
            [_clause(cite, sides) for cite in dict.fromkeys((*group[0].b_cites, *group[0].a_cites))],
        )
        for group in by_clauses(found)
    ]


def _is_limit(bound: Bound) -> bool:
    return is_bound(bound.parameter.rpartition(".")[2])


def _is_reading(found: Difference) -> bool:
    """Whether this is a point that a reading settles: the clauses that leave it open are of many documents."""
    return found.parameter.startswith(("readings.", "leans."))


def _text(value: object) -> str:
    return "" if value is None else as_text(value)


def _clause(cite: str, sides: Sequence[Ruleset]) -> ClauseView:
    says = next((found for each in sides if (found := each.wording(cite))), "")
    known = catalogue().get(cite)
    return ClauseView(cite, says, known.source if known else "")
