"""What an authority requires of the controls that card rooms file with it."""

from __future__ import annotations

from marshmallow import fields, validate

from rules.controls.schema.kinds import Cited, Strict, Switch


class Required(Cited):
    """One of the parameters must have a value. kinds: irregularities that must have a procedure."""

    one_of = fields.List(fields.String(), required=True, validate=validate.Length(min=1))
    kinds = fields.List(fields.String())
    what = fields.String(required=True)  # what the controls must state, in words


class RequiredApprovalSchema(Cited):
    """A parameter (with one of the values, where they are listed) that needs the reference of an approval.

    departs: only where the value differs from the authority's rules that the controls extend.
    """

    parameter = fields.String(required=True)
    values = fields.List(fields.Raw())
    departs = Switch()
    what = fields.String(required=True)  # what the controls do, in words


class Filing(Strict):
    required = fields.List(fields.Nested(Required))
    asked = fields.List(fields.Nested(RequiredApprovalSchema))
