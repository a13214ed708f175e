"""The table of steps: each row is an address, a command and a page, which ask for the same and let the same people."""

from __future__ import annotations

import click
import pytest

from auditor.cli.controls import command as controls_command
from auditor.http.access import need_of
from auditor.http.app import create_addresses
from auditor.http.controls_steps import CONTROLS_BODIES
from auditor.steps import CONTROLS_STEPS

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
    body = CONTROLS_BODIES[step.name]().fields
    assert {name: field.required for name, field in body.items() if name != "by"} == {
        each.name: each.required for each in step.fields
    }
    options = {
        each.name: each.required
        for each in controls_command.commands[step.name].params
        if isinstance(each, click.Option)
    }
    assert options == {"by": True, "url": False, **{each.name: each.required for each in step.fields}}


def test_approval_and_denial_are_decisions_and_say_what_they_need():
    needed = {step.name: [each.name for each in step.fields if each.required] for step in CONTROLS_STEPS}
    assert needed == {"submit": [], "withdraw": [], "approve": ["reference"], "deny": ["reference", "reason"]}
    assert [step.name for step in CONTROLS_STEPS if step.access == "decide"] == ["approve", "deny"]
    assert [step.name for step in CONTROLS_STEPS if step.final] == ["approve"]
