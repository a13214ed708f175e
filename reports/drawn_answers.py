"""Answers to incidents, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from reports.formatting import count, listed


class Decision(Struct, frozen=True):
    """Decision on an answer: accepted, returned or closed. words: the reason, or a note; None: there is none."""

    action: str
    at: str
    by: str | None
    words: str | None


class Repeated(Struct, frozen=True):
    """An earlier incident that this one repeats: when it was last answered or closed before this one."""

    incident: str
    action: str
    at: str


class Answered(Struct, frozen=True, kw_only=True):
    """Answer on record to an incident: the last one, and the decisions since.

    state: open, answered, accepted, returned or closed. due: the day by which an answer is due; None: none is waited for.
    cause, corrective_action, at, by: of the last answer; None: there is none. files: the names of its files, or their digests.
    changed_since_answer: whether the newest audit states something else in the incident than was answered.
    purged: the words are not kept any more.
    """

    incident: str
    state: str
    due: str | None
    cause: str | None
    corrective_action: str | None
    at: str | None
    by: str | None
    files: list[str]
    decisions: list[Decision]
    changed_since_answer: bool | None
    recurrence_of: list[Repeated]
    purged: bool


Answers = Mapping[str, Answered]  # by the ids of incidents
NO_ANSWERS: Answers = {}
_SHORT = 12  # characters of an incident's id, as its heading prints it


def answer_text(found: Answered) -> str:
    """The room's last answer; empty: none."""
    if found.at is None:
        return ""
    if found.purged:
        return f"{_who(found.by, found.at)}. Its words were purged."
    files = f" Files: {listed(found.files)}." if found.files else ""
    return f"{_who(found.by, found.at)}. {_flat(found.corrective_action)}{files}"


def cause_text(found: Answered | None) -> str | None:
    """Cause that the room states; None: none."""
    return None if found is None or found.cause is None else _flat(found.cause)


def state_text(found: Answered) -> str:
    """State of an incident, and its decisions."""
    return " ".join(_state(found))


def response_text(found: Answered) -> str:
    """Whole answer, for the response form."""
    cause = cause_text(found)
    parts = [f"Cause: {cause}" if cause else "", answer_text(found), state_text(found)]
    return " ".join(part for part in parts if part)


def _state(found: Answered) -> Iterator[str]:
    if not found.decisions:
        yield "Open." if found.at is None else "Answered; not decided."
    for each in found.decisions:
        words = f": {_sentence(_flat(each.words))}" if each.words else "."
        yield f"{each.action.capitalize()} on {each.at[:10]} by {each.by or 'nobody named'}{words}"
    if found.due is not None:
        yield f"An answer is due by {found.due}."
    if found.changed_since_answer:
        yield "The newest audit states something else in this incident than was answered."
    if found.recurrence_of:
        repeated = listed(
            [f"{each.incident[:_SHORT]} ({each.action} {each.at[:10]})" for each in found.recurrence_of]
        )
        yield f"Recurrence of {count(len(found.recurrence_of), 'earlier incident')}: {repeated}."


def _who(by: str | None, at: str) -> str:
    return f"{by or 'Nobody named'}, {at[:10]}"


def _sentence(text: str) -> str:
    return text if text.endswith((".", "?", "!")) else f"{text}."


def _flat(text: str | None) -> str:
    return " ".join((text or "").split())
