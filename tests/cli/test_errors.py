"""The exit statuses of errors: one table, by the names of their classes."""

from importlib import import_module

from auditor.cli import exits
from auditor.cli.errors import EXIT_STATUSES, exit_status, is_one_of
from auditor.errors import EvidenceDamaged, NoSuchRoom
from auditor.evidence import Unreadable
from tests.folding import of_every


@of_every("name", EXIT_STATUSES)
def test_every_name_in_the_table_is_an_error(name):
    module, _, kind = name.rpartition(".")
    assert issubclass(getattr(import_module(module), kind), Exception)


def test_an_error_has_the_status_of_the_nearest_class_in_the_table():
    assert exit_status(NoSuchRoom("?")) == exits.REFUSED
    assert exit_status(EvidenceDamaged("?")) == exits.INCOMPLETE
    assert exit_status(ValueError("?")) == exits.BROKE_DOWN


def test_a_derived_error_is_one_of_its_bases():
    error = Unreadable(1, "this", "that")
    assert (exit_status(error), is_one_of(error, "Refused"), is_one_of(error, "NoRuleset")) == (
        2,
        True,
        False,
    )
