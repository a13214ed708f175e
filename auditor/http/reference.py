"""Basis of audits: the rulesets, the checks, and the formats of files."""

from __future__ import annotations

import io

from flask import Response

from auditor import ruleset_as_json
from auditor.http.answer_structs import shown
from auditor.http.blueprint import Blueprint, answer
from auditor.http.context import service
from auditor.http.problem_answers import HttpProblem
from auditor.http.reference_resource import (
    CheckListResource,
    CheckResource,
    ClauseResource,
    RulesetDifferencesResource,
    RulesetListResource,
    RulesetResource,
    check_brief,
    ruleset_brief,
)
from auditor.report_attachments import attached_to_gaps
from reports.gaps import write_gap_pdf
from rules.checks.catalogue import every_check
from rules.clauses import catalogue
from rules.controls.canonical import canonical
from rules.controls.difference import clauses_of, differences
from rules.controls.library import sample
from rules.controls.ruleset import Ruleset
from rules.ledgers.ledger_schema import json_schema as ledger_schema
from rules.records.events import FORMAT
from rules.records.schema import json_schema
from rules.tournaments.tournament_schema import json_schema as tournament_schema
from simulation.gaps import GapReport

blueprint = Blueprint(
    "reference", __name__, url_prefix="/v1", description="Rulesets, checks and the formats of files"
)

PDF_TYPE = "application/pdf"
TOML_TYPE = "application/toml"
SCHEMA_TYPE = "application/schema+json"


@blueprint.route("/rulesets", methods=["GET"], access=("rulesets", "read"))
@blueprint.response(200, RulesetListResource)
@blueprint.problems(403)
@blueprint.doc(operationId="listRulesets")
def rulesets() -> Response:
    """The library: every revision of every ruleset that hands can be replayed under."""
    found = service().library
    return answer(RulesetListResource(found.digest, [ruleset_brief(each) for each in found.listed()]))


@blueprint.route("/rulesets/<name>", methods=["GET"], access=("rulesets", "read"))
@blueprint.response(200, RulesetResource)
@blueprint.problems(403, 404, 409)
@blueprint.doc(operationId="getRuleset")
def ruleset(name: str) -> Response:
    """A ruleset with its parameters and their clauses: the newest revision of ID, or the one of ID@REV."""
    return _ruleset(name)


@blueprint.route("/controls/sample", methods=["GET"], access=("reference", "read"))
@blueprint.response(200, {"type": "string"}, content_type=TOML_TYPE)
@blueprint.problems(403)
@blueprint.doc(operationId="getSampleControls")
def sample_controls() -> Response:
    """A sample set of a Washington card room's controls, with comments: to save, to change and to file."""
    response = Response(sample(), mimetype=TOML_TYPE)
    response.headers["Content-Disposition"] = 'attachment; filename="controls-sample.toml"'
    return response


@blueprint.route("/rulesets/<name>/<number:revision>", methods=["GET"], access=("rulesets", "read"))
@blueprint.response(200, RulesetResource)
@blueprint.problems(403, 404, 409)
@blueprint.doc(operationId="getRulesetRevision")
def revision(name: str, revision: int) -> Response:
    """One revision of a ruleset with its parameters and their clauses."""
    return _ruleset(f"{name}@{revision}")


@blueprint.route("/rulesets/<name>/diff/<other>", methods=["GET"], access=("rulesets", "read"))
@blueprint.response(200, RulesetDifferencesResource)
@blueprint.problems(403, 404, 409)
@blueprint.doc(operationId="diffRulesets")
def difference(name: str, other: str) -> Response:
    """Differences between two rulesets, parameter by parameter: the newest revisions of ID, or those of ID@REV."""
    return _difference(name, other)


@blueprint.route(
    "/rulesets/<name>/<number:revision>/diff/<other>/<number:other_revision>",
    methods=["GET"],
    access=("rulesets", "read"),
)
@blueprint.response(200, RulesetDifferencesResource)
@blueprint.problems(403, 404, 409)
@blueprint.doc(operationId="diffRulesetRevisions")
def revision_difference(name: str, revision: int, other: str, other_revision: int) -> Response:
    """Differences between two revisions, of one ruleset or of two, parameter by parameter."""
    return _difference(f"{name}@{revision}", f"{other}@{other_revision}")


@blueprint.route(
    "/rulesets/<name>/<number:revision>/canonical.toml", methods=["GET"], access=("rulesets", "read")
)
@blueprint.response(200, {"type": "string"}, content_type=TOML_TYPE)
@blueprint.problems(403, 404, 409)
@blueprint.doc(operationId="getCanonicalRuleset")
def canonical_file(name: str, revision: int) -> Response:
    """One revision as a canonical file: what it extends merged in, always in the same order. It loads to its digest."""
    found = _found(f"{name}@{revision}")
    response = Response(canonical(found), mimetype=TOML_TYPE)
    response.headers["Content-Disposition"] = f'attachment; filename="{found.id}-{found.revision}.toml"'
    return response


@blueprint.route("/rulesets/<name>/<number:revision>/gaps.json", methods=["GET"], access=("rulesets", "read"))
@blueprint.response(200, GapReport)
@blueprint.problems(403, 404, 409, 429)
@blueprint.doc(operationId="getGapsJson")
def gaps_json(name: str, revision: int) -> Response:
    """Points that a revision leaves open, and the money that other readings would move in 10,000 simulated deals (of pot games in
    260 hands), and the questions that a regulator would send back. The first request takes some seconds.
    """
    return answer(service().gaps(_found(f"{name}@{revision}")))


@blueprint.route("/rulesets/<name>/<number:revision>/gaps.pdf", methods=["GET"], access=("rulesets", "read"))
@blueprint.files(PDF_TYPE)
@blueprint.problems(403, 404, 409, 429)
@blueprint.doc(operationId="getGapsPdf")
def gaps_pdf(name: str, revision: int) -> Response:
    """The gap report as a document, with the questions as the annex of a letter.

    Of a room's controls it has where the register has them, with the proof.
    """
    found = _found(f"{name}@{revision}")
    registered, attachments = attached_to_gaps(service().store, found)
    stream = io.BytesIO()
    write_gap_pdf(service().gaps(found), stream, attachments, registered)
    response = Response(stream.getvalue(), mimetype=PDF_TYPE)
    response.headers["Content-Disposition"] = f'inline; filename="{name}-{revision}-gaps.pdf"'
    return response


def _difference(a: str, b: str) -> Response:
    first, second = _found(a), _found(b)
    found = differences(first, second)
    return answer(
        RulesetDifferencesResource(ruleset_brief(first), ruleset_brief(second), found, clauses_of(found))
    )


def _found(name: str) -> Ruleset:
    """A known ruleset, or a room's controls without approval whose file can be replayed."""
    return service().trials.ruleset(name)


def _ruleset(name: str) -> Response:
    found = _found(name)
    return answer(
        shown(RulesetResource, ruleset_brief(found), **ruleset_as_json.details(found, service().library))
    )


@blueprint.route("/checks", methods=["GET"], access=("reference", "read"))
@blueprint.response(200, CheckListResource)
@blueprint.problems(403)
@blueprint.doc(operationId="listChecks")
def all_checks() -> Response:
    """Every check of an audit, in the order of findings."""
    return answer(CheckListResource([check_brief(each) for each in every_check()]))


@blueprint.route("/checks/<code>", methods=["GET"], access=("reference", "read"))
@blueprint.response(200, CheckResource)
@blueprint.problems(403, 404)
@blueprint.doc(operationId="getCheck")
def check(code: str) -> Response:
    """One check: what it finds, why it matters, an example, and the clauses it rests on."""
    found = next((each for each in every_check() if each.code == code.upper()), None)
    if found is None:
        known = ", ".join(each.code for each in every_check())
        raise HttpProblem(404, "no-such-check", f"There is no check {code!r}. The checks are: {known}.")
    known_clauses = catalogue()
    cited = [shown(ClauseResource, known_clauses[each]) for each in found.clauses if each in known_clauses]
    return answer(shown(CheckResource, check_brief(found), documentation=found.documentation, cited=cited))


@blueprint.route(f"/formats/{FORMAT.replace('/', '-')}", methods=["GET"], access=("reference", "read"))
@blueprint.response(200, {"type": "object"}, content_type=SCHEMA_TYPE)
@blueprint.problems(403)
@blueprint.doc(operationId="getLogFormat")
def log_format() -> Response:
    """JSON Schema of one line of a session log."""
    return answer(json_schema(), media_type=SCHEMA_TYPE)


@blueprint.route("/formats/cardroom-tournament-1", methods=["GET"], access=("reference", "read"))
@blueprint.response(200, {"type": "object"}, content_type=SCHEMA_TYPE)
@blueprint.problems(403)
@blueprint.doc(operationId="getTournamentFormat")
def tournament_format() -> Response:
    """JSON Schema of one line of a tournament's file."""
    return answer(tournament_schema(), media_type=SCHEMA_TYPE)


@blueprint.route("/formats/cardroom-ledger-1", methods=["GET"], access=("reference", "read"))
@blueprint.response(200, {"type": "object"}, content_type=SCHEMA_TYPE)
@blueprint.problems(403)
@blueprint.doc(operationId="getLedgerFormat")
def ledger_format() -> Response:
    """JSON Schema of one line of a ledger."""
    return answer(ledger_schema(), media_type=SCHEMA_TYPE)
