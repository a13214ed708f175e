"""Drafts of controls as a form and as TOML, side by side and in step, with what is wrong beside its place."""

from __future__ import annotations

from functools import cached_property

from flask import Response, request
from msgspec import Struct, field

from auditor.controls_form import FormSection, added, merged, sections_of, values_of
from auditor.editing import ExaminedDraft, Named
from auditor.errors import CannotFile, ChangedMeanwhile, IsThereAlready, NoSuchControls
from auditor.http.access import for_people
from auditor.http.access_log import about
from auditor.http.context import holder, service
from auditor.http.html_answers import html_page
from auditor.http.web.controls_pages import ADDRESS
from auditor.http.web.forms import seen, text, whole
from auditor.http.web.page_rendering import here, page, place, see
from auditor.http.web.web_blueprint import web
from auditor.store.rows import ControlsRecord
from rules.controls.library import sample
from rules.controls.toml_text import NotToml

_FIELD = "f:"  # what the name of a parameter's field begins with
_CHANGED = (
    "Somebody filed or decided something in this room since you opened the draft. Nothing of yours was saved; what you wrote is "
    "below. Open the draft in another window to see what it is now, then save again from there, or copy your text into it."
)
_THERE = "This revision is there already. Choose the next number in ruleset.revision, or open the draft that is there."


class EditedDraft(Struct, frozen=True, dict=True):
    """Draft that somebody writes. shown: the text that the form was made of. sections: empty where the text is not TOML."""

    room: str
    toml: str
    checked: ExaminedDraft
    sections: list[FormSection]
    wrong: dict[str, str] = field(default_factory=dict)  # by the names of fields
    values: dict[str, str] = field(default_factory=dict)  # as written, where they could not be taken

    def errors(self, name: str, path: str) -> list[str]:
        """Faults of a field."""
        return [*([self.wrong[name]] if name in self.wrong else []), *self._problems.get(path, ())]

    @cached_property
    def _problems(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for each in self.checked.problems:
            found.setdefault(each.path, []).append(each.message)
        return found


def _sent(room: str, named: Named | None) -> EditedDraft:
    """What a form has: its text with the values that differ from those that it was made of."""
    toml, shown = _lines("toml"), _lines("shown")
    try:
        before = values_of(shown)
    except NotToml:
        before = {}
    changed = {
        name: value
        for name, old in before.items()
        if (value := request.form.get(_FIELD + name, old).replace("\r\n", "\n").strip()) != old.strip()
    }
    try:
        toml, wrong = merged(toml, changed)
    except NotToml:
        wrong = dict.fromkeys(changed, "The text is not valid TOML, so this was not written into it.")
    section = text("section", 40)
    if text("do", 20) == "add" and section:
        toml = added(toml, sample(), section)
    return _draft(room, toml, named, wrong, {name: changed[name] for name in wrong})


def _lines(name: str) -> str:
    return request.form.get(name, "").replace("\r\n", "\n")


def _draft(
    room: str,
    toml: str,
    named: Named | None,
    wrong: dict[str, str] | None = None,
    values: dict[str, str] | None = None,
) -> EditedDraft:
    try:
        sections = sections_of(toml)
    except NotToml:
        sections = []
    return EditedDraft(
        room, toml, service().editing.check(room, toml, named), sections, wrong or {}, values or {}
    )


def _editor(
    draft: EditedDraft, record: ControlsRecord | None, seen: int, status: int = 200, error: str | None = None
) -> Response:
    try:
        mine = {each.name for each in draft.sections}
        more = [each for each in sections_of(sample()) if each.name not in mine]
    except NotToml:
        more = []
    action = (
        place("edit_controls", room=record.room, ruleset=record.ruleset, revision=record.revision)
        if record is not None
        else place("new_controls", room=draft.room)
    )
    return page(
        "pages/editor.html", status, room=service().rooms.get(draft.room), draft=draft, record=record, seen=seen,
        error=error, more=more, action=action,
    )  # fmt: skip


@web.get("/rooms/<room>/controls/new")
@for_people("controls", "file")
def new_controls(room: str) -> Response:
    """A new draft: from the sample, or the next revision of one that was filed."""
    about(room=room)
    after = None
    ruleset, _at, number = request.args.get("after", "").partition("@")
    if ruleset:
        revision = whole(number, 12)
        if revision is None:
            raise NoSuchControls(f"{number!r} is no number of a revision.")
        after = service().filing.get(room, ruleset, revision)
    return _editor(_draft(room, service().editing.begin(room, after), None), None, 0)


@web.post("/rooms/<room>/controls/new")
@for_people("controls", "file")
def save_new_controls(room: str) -> Response:
    """File a new draft, or show the form and the text in step."""
    service().rooms.get(room)
    return _saved(_sent(room, None), None)


@web.get(f"{ADDRESS}/edit")
@for_people("controls", "file")
def edit_controls(room: str, ruleset: str, revision: int) -> Response:
    """A draft, to be changed."""
    about(room=room)
    record = service().filing.get(room, ruleset, revision)
    if record.standing not in ("draft", "denied"):
        return see(place("revision", room=room, ruleset=ruleset, revision=revision))
    return _editor(_draft(room, service().editing.text(record), (ruleset, revision)), record, record.change)


@web.post(f"{ADDRESS}/edit")
@for_people("controls", "file")
def save_controls(room: str, ruleset: str, revision: int) -> Response:
    """Save a draft, or show the form and the text in step."""
    record = service().filing.get(room, ruleset, revision)
    return _saved(_sent(room, (ruleset, revision)), record)


def _saved(draft: EditedDraft, record: ControlsRecord | None) -> Response:
    about(room=draft.room)
    if text("do", 20) != "save":
        return _editor(draft, record, seen())
    if draft.wrong:
        return _editor(draft, record, seen(), 422, "Nothing was saved. Correct the marked fields.")
    named = (record.ruleset, record.revision) if record is not None else None
    by = text("by", 64) or None if here().open else None
    try:
        filed = service().editing.save(draft.room, draft.toml, holder(by), named, seen())
    except IsThereAlready:
        return _editor(draft, record, seen(), 409, _THERE)
    except ChangedMeanwhile:
        return _editor(draft, record, seen(), 409, _CHANGED)
    except CannotFile as error:
        return _editor(draft, record, seen(), 422, "Nothing was saved." + f" {error}")
    made = filed.record
    return see(place("revision", room=made.room, ruleset=made.ruleset, revision=made.revision))


@web.post("/rooms/<room>/controls/check")
@for_people("controls", "file")
def check_controls(room: str) -> Response:
    """The parts of the editor as what is being written makes them, for a script. Nothing is kept."""
    about(room=room)
    service().rooms.get(room)
    ruleset, _at, number = text("named", 100).partition("@")
    revision = whole(number, 12)
    named = (ruleset, revision) if revision is not None else None
    made = html_page("pages/editor_parts.html", draft=_sent(room, named))
    made.headers["Cache-Control"] = "no-store"
    return made
