"""The table of steps: each row is an address, a command and a page, which ask for the same and let the same people."""

from __future__ import annotations

import click
import pytest

from auditor.cli.controls_command import command as controls_command
from auditor.cli.incidents_command import command as incidents_command
from auditor.http.access import need_of
from auditor.http.app import create_addresses
from auditor.http.controls_steps_api import CONTROLS_BODIES
from auditor.http.room_incidents_api import INCIDENT_BODIES
from auditor.steps import CONTROLS_STEPS, INCIDENT_STEPS

_AT = "<room>/controls/<ruleset>/<number:revision>"


@pytest.fixture(scope="module")
def addresses():
    return create_addresses()


def needs_of(app, address):
    return [need_of(app, rule.endpoint) for rule in app.url_map.iter_rules() if rule.rule == address]


@pytest.mark.parametrize("step", CONTROLS_STEPS, ids=lambda step: step.name)
def test_a_step_of_controls_needs_the_same_permission_in_the_api_and_on_its_page(step, addresses):
    need = ("controls", step.access)
    assert needs_of(addresses, f"/v1/rooms/{_AT}/{step.name}") == [need]
    assert needs_of(addresses, f"/rooms/{_AT}/{step.name}") == [need]


@pytest.mark.parametrize("step", CONTROLS_STEPS, ids=lambda step: step.name)
def test_the_api_and_the_command_of_a_step_take_the_fields_of_its_row(step):
    fields = {each.name: each.required for each in step.fields}
    body = CONTROLS_BODIES[step.name]().fields
    assert {name: field.required for name, field in body.items() if name != "by"} == fields
    assert options_of(controls_command, step.name) == {"by": True, "url": False, **fields}


def options_of(group, name):
    """The options of a command, and whether each must be given."""
    return {
        each.name: each.required for each in group.commands[name].params if isinstance(each, click.Option)
    }


@pytest.mark.parametrize("step", INCIDENT_STEPS, ids=lambda step: step.name)
def test_a_decision_on_an_incident_is_an_address_a_page_and_a_command(step, addresses):
    at = f"rooms/<room>/incidents/<incident>/{step.name}"
    assert needs_of(addresses, f"/v1/{at}") == needs_of(addresses, f"/{at}") == [("incidents", "decide")]
    field = {step.field.name: step.field.required}
    body = INCIDENT_BODIES[step.field.name]().fields
    assert {name: each.required for name, each in body.items()} == field
    assert options_of(incidents_command, step.name) == {"url": False, "shape": False, **field}


def test_only_a_return_must_say_why():
    assert [(step.name, step.field.name, step.field.required) for step in INCIDENT_STEPS] == [
        ("accept", "note", False), ("return", "reason", True), ("close", "note", False),
    ]  # fmt: skip


def test_approval_and_denial_are_decisions_and_say_what_they_need():
    needed = {step.name: [each.name for each in step.fields if each.required] for step in CONTROLS_STEPS}
    assert needed == {"submit": [], "withdraw": [], "approve": ["reference"], "deny": ["reference", "reason"]}
    assert [step.name for step in CONTROLS_STEPS if step.access == "decide"] == ["approve", "deny"]
    assert [step.name for step in CONTROLS_STEPS if step.final] == ["approve"]
