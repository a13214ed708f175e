"""Steps of controls and incidents: the table behind API addresses, commands and pages. It imports neither engine nor store, for
the command line's speed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from auditor.approval import Approval
    from auditor.store.rows import ControlsRecord, IncidentAction

Given = Mapping[str, Any]  # what was stated in the fields of a step, by their names


class StepField(NamedTuple):
    """A field of a step. words: its help. by_parameter: a text for each of some parameters."""

    name: str
    words: str
    required: bool = False
    by_parameter: bool = False


class ControlsStep(NamedTuple):
    """A step of a room's controls. name: of the command, and the address's end.

    access: action in `auditor.access.roles`. standing: before the step. words: its effect; api_words, command_words: additions
    for one channel. final: no later change, and the answer has what the actor must know. take: the step, last argument the last
    change seen.
    """

    name: str
    access: str
    standing: str
    short: str
    words: str
    fields: tuple[StepField, ...]
    take: Callable[[Approval, ControlsRecord, str, Given, int | None], ControlsRecord]
    api_words: str = ""
    command_words: str = ""
    final: bool = False


class DecisionOnIncident(NamedTuple):
    """A decision on an incident. name: of the command, and the address's end. of: "answer" or "incident".

    action: as recorded. field: note or reason. words: its effect; api_words: the API's addition; command_words: the command
    line's version.
    """

    name: str
    of: str
    action: IncidentAction
    field: StepField
    short: str
    words: str
    command_words: str
    api_words: str = ""


_NOTE = StepField("note", "Anything that belongs on record.")
_REFERENCE = StepField("reference", "The reference of the authority's letter.", required=True)

CONTROLS_STEPS = (
    ControlsStep(
        name="submit", access="submit", standing="draft",
        short="hand a draft to the authority",
        words="Hand a draft to the authority. It does not change from then on, unless it is withdrawn or denied.",
        fields=(_NOTE,),
        take=lambda approval, record, by, given, seen: approval.submit(record, by, given["note"], seen=seen),
    ),
    ControlsStep(
        name="withdraw", access="submit", standing="submitted",
        short="take back what was submitted",
        words="Take back what was submitted: it is a draft again.",
        fields=(_NOTE,),
        take=lambda approval, record, by, given, seen: approval.withdraw(record, by, given["note"], seen=seen),
    ),
    ControlsStep(
        name="approve", access="decide", standing="submitted", final=True,
        short="put the authority's approval on record",
        words="Put on record that the authority approved what was submitted. From then on the revision never changes.",
        api_words="""Every problem is reported at once: bounds, citations, what the authority wants documented and what it makes
mandatory for the room, kinds of fees that its licence does not let it take, dates that overlap or leave a gap, and
references of approvals by name that `special` does not give. `warnings` names the audits that a first day in the past
affects.""",
        command_words="Everything that is in the way is reported at once, and nothing is approved then (status 2).",
        fields=(
            _REFERENCE,
            _NOTE,
            StepField(
                "special",
                "The reference of an approval by name, where the controls need one; may be repeated.",
                by_parameter=True,
            ),
        ),
        take=lambda approval, record, by, given, seen: approval.approve(
            record, by, given["reference"], given["note"], given["special"], seen=seen
        ),
    ),
    ControlsStep(
        name="deny", access="decide", standing="submitted",
        short="put the authority's denial on record",
        words="Put on record that the authority denied what was submitted, and why. A mended file may replace it.",
        fields=(_REFERENCE, StepField("reason", "Why it was denied.", required=True)),
        take=lambda approval, record, by, given, seen: approval.deny(
            record, by, given["reference"], given["reason"], seen=seen
        ),
    ),
)  # fmt: skip

INCIDENT_STEPS = (
    DecisionOnIncident(
        name="accept", of="answer", action="accepted", field=_NOTE,
        short="accept the answer to an incident",
        words="Accept the answer to an incident.",
        command_words="Accept the answer to INCIDENT of ROOM.",
    ),
    DecisionOnIncident(
        name="return", of="answer", action="returned",
        field=StepField("reason", "What the answer lacks.", required=True),
        short="return the answer to an incident",
        words="Return the answer to an incident, with the reason. The room answers again; its days count from the return.",
        command_words="Return the answer to INCIDENT of ROOM, so that the room answers again.",
        api_words="What was accepted or closed can be returned only where a later audit states something else than was answered.",
    ),
    DecisionOnIncident(
        name="close", of="incident", action="closed", field=_NOTE,
        short="close an incident",
        words="Close an incident whose answer was accepted; or one whose answer was returned, with a note that says why.",
        command_words="Close INCIDENT of ROOM, whose answer was accepted; or, with a --note that says why, whose answer was "
        "returned or which a correction removed.",
        api_words="An incident that a correction removed (`removed_by`) can be closed for that in any state, with a note. "
        "If a later log of its session has it again, it is returned.",
    ),
)  # fmt: skip
