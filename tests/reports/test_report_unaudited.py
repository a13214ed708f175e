"""What the report's coverage says of parameters that are stated and not audited."""

from io import BytesIO

from auditor.documents import write_document
from reports.unaudited_words import unaudited_sentence
from rules.audit import BytesSource, audit_log
from rules.clauses import catalogue
from rules.controls.library import library
from rules.controls.stated_only import not_audited
from simulation import simulate
from tests.pdf import lines_of


def text(ruleset, **options):
    source = BytesSource(simulate(library().get(ruleset), hands=2, seed=3, **options).log())
    audit, out = audit_log(source), BytesIO()
    sources = {(audit.log.room, audit.log.session): source}
    write_document(audit, sources, catalogue(), out, library())
    return " ".join(line for page in lines_of(out.getvalue()) for line in page)


def test_the_coverage_names_the_parameters_of_which_no_value_changes_an_audit():
    found = [each.path for each in not_audited(library().get("olympic-cash").params)]
    assert "pot.pots.run_twice.consent" in found
    assert unaudited_sentence("olympic-cash@2", found) in text("olympic-cash", game="holdem", currency="EUR")


def test_several_parameters_are_counted():
    assert unaudited_sentence("own@1", ["table.a", "table.b"]) == (
        "Stated, not audited: own@1 has 2 parameters of which no value changes an audit: table.a, table.b."
    )


def test_one_parameter_is_named_in_the_singular():
    said = text("classic-surrender")
    assert "classic-surrender@1 has a parameter of which no value changes an audit: surrender.payees." in said
