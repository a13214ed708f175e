"""Rulesets and checks as the API shows them."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, field

from auditor.http.answer_structs import Day, Links, Resource, means, shown
from auditor.reference.markdown import ROOT, address
from rules.checks.catalogue import CatalogueEntry
from rules.controls.difference import Difference
from rules.controls.ruleset import Ruleset


class DaysInForceResource(Resource, frozen=True):
    """Days on which a revision is in force, both included."""

    from_: Day | None = field(name="from")
    until: Day | None


class RulesetBriefResource(Resource, frozen=True):
    """A revision without its parameters."""

    id: str
    revision: int
    title: str
    authority: str
    family: str
    digest: str
    standing: Annotated[str | None, means("of a room's own controls; null: of the library")]
    in_force: DaysInForceResource
    links: Links


class RulesetListResource(Resource, frozen=True):
    """The library. library: its digest."""

    library: str
    rulesets: list[RulesetBriefResource]


class ClauseResource(Resource, frozen=True):
    """A clause of a source."""

    id: str
    source: str
    statement: str
    testable: str


class RulesetResource(RulesetBriefResource, frozen=True):
    """A revision with its parameters and the clauses that they cite."""

    revisions: list[int]
    extends: list[str]
    readings: dict[str, str]
    params: Annotated[dict[str, Any], means("the parameters in force, each with its clauses")]
    clauses: dict[str, ClauseResource]


class RulesetDifferencesResource(Resource, frozen=True):
    """Differences between two revisions."""

    a: RulesetBriefResource
    b: RulesetBriefResource
    differences: list[Difference]
    clauses: Annotated[dict[str, str], means("what the clauses cited say")]


class CheckBriefResource(Resource, frozen=True):
    """A check of an audit."""

    code: str
    name: str
    kind: str
    severity: str
    summary: str
    why: str
    example: str
    needs: str
    clauses: list[str]
    links: Links


class CheckListResource(Resource, frozen=True):
    """The checks in the order of findings."""

    checks: list[CheckBriefResource]


class CheckResource(CheckBriefResource, frozen=True):
    """A check with its page, and with the clauses that it rests on."""

    documentation: Annotated[str, Meta(extra_json_schema={"contentMediaType": "text/markdown"})]
    cited: list[ClauseResource]


def ruleset_brief(found: Ruleset) -> RulesetBriefResource:
    """A revision without its parameters."""
    days = DaysInForceResource(found.in_force.get("from"), found.in_force.get("until"))
    return shown(RulesetBriefResource, found, in_force=days, links=_links(found))


def _links(found: Ruleset) -> dict[str, str]:
    """Links of a ruleset; only one of the library has a page for people."""
    links = {"self": f"/v1/rulesets/{found.id}/{found.revision}"}
    page = address(f"`{found.id}`")
    return links if page is None else {**links, "page": page}


def check_brief(entry: CatalogueEntry) -> CheckBriefResource:
    """A check in a list."""
    links = {"self": f"/v1/checks/{entry.code}", "page": f"{ROOT}/checks/{entry.code}"}
    return shown(CheckBriefResource, entry, clauses=list(entry.clauses), links=links)
