"""The typed sections of a ruleset have the fields, values and kinds that the schema of its files has."""

from typing import Literal, get_args, get_origin

import msgspec
from marshmallow import Schema, fields, validate

from rules.controls.completeness import _KEYS
from rules.controls.library import library
from rules.controls.pots import NEEDED
from rules.controls.schema import RulesetFile
from rules.controls.schema.kinds import Some
from rules.controls.sections import Sections
from rules.controls.sections.base import Section
from rules.controls.tournaments import needed
from tests.folding import of_every

NOT_TYPED = {
    "ruleset",
    "filing",
    "reading",
}  # the head, what an authority requires of filed controls, readings
BESIDE = {"cite", "cited", "fixed", "text"}  # of a table: about its figures
REQUIRED_WHEN_COMPLETE = {
    f"{path}.{key}" for path, keys in [*_KEYS.items(), *NEEDED.items(), *needed().items()] for key in keys
}


def tables(schema=None, typed=Sections, path=""):
    """(path, schema, class) of every table that both have, the whole file first."""
    schema = schema or RulesetFile()
    yield path, schema, typed
    for name, (field, kind) in pairs(schema, typed).items():
        inner, item = nested(field), section(kind)
        if inner is not None:
            assert item is not None, f"{path}.{name} is a table"
            yield from tables(inner, item, f"{path}.{name}" if path else name)


def pairs(schema, typed):
    """The fields that both have, by the key of the file."""
    own = {each.encode_name: each.type for each in msgspec.structs.fields(typed)}
    return {key: (field, own[key]) for key, field in keys(schema).items() if key in own}


def keys(schema):
    return {field.data_key or name: field for name, field in schema.fields.items()}


def nested(field):
    """The schema of a table, of the tables of a list, or of the tables that names of their own lead to."""
    inner = getattr(field, "inner", None) or getattr(field, "value_field", None) or field
    return inner.schema if isinstance(inner, fields.Nested) else None


def parts(kind):
    """A type and everything that it is made of."""
    yield kind
    if get_origin(kind) is not Literal:
        for each in get_args(kind):
            yield from parts(each)


def section(kind):
    return next((each for each in parts(kind) if isinstance(each, type) and issubclass(each, Section)), None)


def words(kind):
    """The words of every Literal in a type."""
    return {word for each in parts(kind) if get_origin(each) is Literal for word in get_args(each)}


ALL = list(tables())


@of_every(("path", "schema", "typed"), ALL, ids=[path or "file" for path, _, _ in ALL])
def test_a_section_has_the_fields_of_the_schema(path, schema, typed):
    own = {each.encode_name for each in msgspec.structs.fields(typed)}
    extra = NOT_TYPED if typed is Sections else BESIDE
    assert set(keys(schema)) - own <= extra, "the sections lack a key of the schema"
    assert own <= set(keys(schema)), "the schema lacks a key of the sections"


@of_every(("path", "schema", "typed"), ALL, ids=[path or "file" for path, _, _ in ALL])
def test_a_field_has_the_kind_and_the_words_of_the_schema(path, schema, typed):
    for name, (field, kind) in pairs(schema, typed).items():
        where = f"{path}.{name}"
        inner = getattr(field, "inner", None) or getattr(field, "value_field", None) or field
        plain = {each for each in parts(kind) if isinstance(each, type)}
        if isinstance(inner, fields.Boolean):
            assert bool in plain, where
        elif isinstance(inner, fields.Integer):
            assert plain & {int, bool} == {int}, where
        choices = [each.choices for each in inner.validators if isinstance(each, validate.OneOf)]
        choices += [inner.words] if isinstance(inner, Some) else []
        for allowed in choices:
            if words(kind):  # ranks and outcomes are texts to both
                assert words(kind) == set(allowed), where
        if isinstance(field, fields.List | Some):
            assert tuple in {get_origin(each) for each in parts(kind)}, where


@of_every(("path", "schema", "typed"), ALL, ids=[path or "file" for path, _, _ in ALL])
def test_a_field_that_must_be_there_is_demanded_of_a_file(path, schema, typed):
    for each in msgspec.structs.fields(typed):
        if each.required:
            demanded = keys(schema)[each.encode_name].required
            assert demanded or f"{path}.{each.encode_name}" in REQUIRED_WHEN_COMPLETE, (
                f"{path}.{each.encode_name}"
            )


@of_every("ruleset", library().revisions(), ids=str)
def test_every_ruleset_of_the_library_has_typed_sections(ruleset):
    sections = ruleset.sections
    assert isinstance(sections, Sections)
    assert sections is ruleset.sections, "converted once"


def test_the_schema_is_walked_to_the_end():
    assert {"fees.limits.player_hour", "irregularities.procedure.cards", "event.colour_up"} <= {
        path for path, _, _ in ALL
    }
    assert all(isinstance(schema, Schema) for _, schema, _ in ALL)
