"""Head of a file, and an authority's filing requirements."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Any, Literal

from msgspec import Meta, field

from rules.controls.sections.base import Plain, Section
from rules.controls.sections.parameter_types import DEMANDED, Means, Positive, RefusalWords, SmallName

YEARS = (1900, 2999)  # of a day on which something was in force
MOST_BASES = 16  # rulesets that one extends; the library's most are 4

_Base = Annotated[str, Meta(pattern=r"^[a-z0-9-]+@\d+$"), RefusalWords("pin the revision: id@1")]
_Bases = Annotated[
    tuple[_Base, ...],
    Meta(max_length=MOST_BASES),
    RefusalWords(f"at most {MOST_BASES} rulesets can be extended"),
]


class InForce(Plain, frozen=True, kw_only=True):
    """The days on which a revision is in force."""

    from_: Annotated[dt.date | None, Means("the first gaming day on which the revision holds")] = field(
        name="from", default=None
    )
    until: Annotated[
        dt.date | None,
        Means("the last gaming day, where the document states one; a successor also ends its predecessor"),
    ] = None


class Head(Plain, frozen=True, kw_only=True):
    """The identity of a revision, what it extends, and the readings that it takes."""

    id: Annotated[SmallName, DEMANDED, Means("the name by which others extend it")]
    revision: Annotated[Positive, DEMANDED, Means("1, or one more than that of the revision before")]
    title: Annotated[str, DEMANDED, Means("the title in reports and on pages")]
    summary: Annotated[str, Means("how the game pays, in a sentence or two")] = ""
    authority: Annotated[str, DEMANDED, Means("who publishes or licenses the rules")]
    family: Annotated[
        Literal["chinese", "ofc", "pot", "tournament", "ledger"],
        DEMANDED,
        Means(
            "what the rules are of",
            chinese="closed games of thirteen cards",
            ofc="open-face games",
            pot="pot games",
            tournament="tournaments",
            ledger="the account of jackpots",
        ),
    ]
    extends: Annotated[
        _Bases, Means("the pinned revisions that the file extends, a later one over an earlier one")
    ] = ()
    in_force: InForce = InForce()
    corrects: Annotated[
        Positive | None, Means("the revision that it replaces on all of that revision's days")
    ] = None
    readings: Annotated[dict[str, str], Means("the readings that it settles, by ambiguity")] = field(
        default_factory=dict
    )
    leans: Annotated[dict[str, str], Means("the readings that it takes and leaves open, by ambiguity")] = (
        field(default_factory=dict)
    )
    abstract: Annotated[bool, Means("whether it is only a part of others")] = False
    resolved: Annotated[
        bool,
        Means("whether it is a canonical form: nothing is merged, and its parameters contain its readings"),
    ] = False


class RequiredParameter(Section, frozen=True, kw_only=True):
    """Parameters of which filed controls must state one."""

    one_of: Annotated[tuple[str, ...], Meta(min_length=1), DEMANDED, Means("the paths of the parameters")]
    kinds: Annotated[tuple[str, ...], Means("irregularities that must have a procedure")] = ()
    what: Annotated[str, DEMANDED, Means("what the controls must state, in words")]


class RequiredReference(Section, frozen=True, kw_only=True):
    """A parameter that needs the reference of an approval."""

    parameter: Annotated[str, DEMANDED, Means("the path of the parameter")]
    values: Annotated[tuple[Any, ...], Means("the values that need the reference; left out: any")] = ()
    departs: Annotated[bool, Means("whether only values that differ from the authority's rules need it")] = (
        False
    )
    what: Annotated[str, DEMANDED, Means("what the controls do, in words")]


class FilingRequirements(Plain, frozen=True, kw_only=True):
    """Requirements of an authority for filed controls."""

    required: tuple[RequiredParameter, ...] = ()
    asked: tuple[RequiredReference, ...] = ()
