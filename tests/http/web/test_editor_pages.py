"""The editor of controls: form and text in step, what is wrong beside its place, saving, and the steps that follow."""

import datetime as dt
import io
import tomllib

import pytest

from auditor.errors import ChangedMeanwhile
from auditor.store.rows import NewFile
from tests.http.filing import file, put_room, surrender
from tests.http.web.kit import DANA, LEE, MARA, Person, signed_in, words
from tests.rules.filed import controls

PAGE = "/rooms/WA-0417/controls/wa-0417-thirteen/1"
EDIT = f"{PAGE}/edit"
CHECK = "/rooms/WA-0417/controls/check"
COMMENTED = controls(1, "2027-01-01", surrender=surrender(2)).replace(
    "units = 2", "units = 2    # as agreed with the commission"
)


def with_a_draft(client):
    put_room(client)
    put_room(client, "WA-0500")
    file(client, COMMENTED, by="M. Ito")


FILLED = {"drafted": with_a_draft}


@pytest.fixture
def drafted(app):
    """WA-0417 with a draft that has a comment."""
    return app


def _texts(page):
    text = page.text.partition('name="toml"')[2].partition(">")[2].partition("</textarea>")[0]
    import html

    return html.unescape(text).removeprefix("\n")


def _toml(app, revision=1):
    store = app.extensions["auditor"].store.controls
    return store.body(store.get("wa-0417-thirteen", revision).source).decode()


def _sent(page, **more):
    return {"toml": _texts(page), "shown": _texts(page), **more}


def test_a_change_of_the_form_changes_the_text_and_keeps_its_comments(drafted):
    lee = signed_in(drafted, LEE)
    page = lee.get(EDIT)
    assert 'value="2"' in page.text.partition('id="f/surrender/amount/units"')[2][:120]
    page = lee.send(
        "/edit",
        **_sent(page, do="step", **{"f:/surrender/amount/units": "3", "f:/surrender/allowed": "false"}),
    )
    assert "units = 3    # as agreed with the commission" in _texts(page)
    assert "allowed = false" in _texts(page)
    assert _toml(drafted) == COMMENTED  # nothing is saved yet


def test_a_change_of_the_text_changes_the_form(drafted):
    lee = signed_in(drafted, LEE)
    page = lee.get(EDIT)
    sent = _sent(page, do="step")
    page = lee.send("/edit", **{**sent, "toml": sent["toml"].replace("units = 2 ", "units = 4 ")})
    assert 'value="4"' in page.text.partition('id="f/surrender/amount/units"')[2][:120]


def test_both_sides_can_change_before_they_are_brought_in_step(drafted):
    lee = signed_in(drafted, LEE)
    page = lee.get(EDIT)
    sent = _sent(page, do="step", **{"f:/surrender/amount/units": "3"})
    page = lee.send(
        "/edit", **{**sent, "toml": sent["toml"].replace('payees = "live_only"', 'payees = "all_opponents"')}
    )
    surrendering = tomllib.loads(_texts(page))["surrender"]
    assert (surrendering["amount"]["units"], surrendering["payees"]) == (3, "all_opponents")


def test_days_lists_and_taking_out_are_written_as_toml(drafted):
    lee = signed_in(drafted, LEE)
    page = lee.get(EDIT)
    fields = {
        "f:/ruleset/in_force/from": "2027-03-01",
        "f:/surrender/cite": "WSGC-surrender, room:3.1",
        "f:/surrender/royalties": "",
    }
    data = tomllib.loads(_texts(lee.send("/edit", **_sent(page, do="step", **fields))))
    assert data["ruleset"]["in_force"]["from"] == dt.date(2027, 3, 1)
    assert data["surrender"]["cite"] == ["WSGC-surrender", "room:3.1"]
    assert "royalties" not in data["surrender"]


def test_a_value_that_cannot_be_is_said_beside_its_field_and_not_saved(drafted):
    lee = signed_in(drafted, LEE)
    page = lee.get(EDIT)
    page = lee.send("/edit", 422, **_sent(page, do="save", **{"f:/surrender/amount/units": "three"}))
    box = page.text.partition('id="box/surrender/amount/units"')[2].partition("</div>")[0]
    assert 'value="three"' in box
    assert 'aria-invalid="true"' in box
    assert "This is not a whole number." in box
    assert _toml(drafted) == COMMENTED


def test_problems_are_listed_with_their_lines_and_beside_their_fields(drafted):
    lee = signed_in(drafted, LEE)
    page = lee.get(EDIT)
    page = lee.send("/edit", **_sent(page, do="step", **{"f:/stakes/unit_cap/max": "2000"}))
    line = _texts(page).split("\n").index("max = 2000") + 1
    assert f"line {line} stakes.unit_cap.max 2000 goes past the 1000 that WSGC-3b allows" in words(page)
    box = page.text.partition('id="box/stakes/unit_cap/max"')[2].partition("</div>")[0]
    assert "2000 goes past the 1000 that WSGC-3b allows" in box


def test_what_is_typed_is_examined_and_nothing_is_kept(drafted):
    lee = signed_in(drafted, LEE)
    page = lee.get(EDIT)
    token = page.text.partition('name="form_token" value="')[2][:64]
    sent = _sent(page, form_token=token, named="wa-0417-thirteen@1")
    part = lee.client.post(CHECK, data={**sent, "toml": sent["toml"] + "\n[surrender\n"})
    assert part.status_code == 200
    assert "<html" not in part.text
    assert "The file is not TOML" in part.text
    assert "The form appears when the text is valid TOML." in part.text
    other = lee.client.post(
        CHECK, data={**sent, "toml": sent["toml"].replace("revision = 1", "revision = 7")}
    )
    assert "The file says that it is wa-0417-thirteen@7, and the address wa-0417-thirteen@1." in other.text
    assert lee.client.post(CHECK, data={"toml": "x"}).status_code == 403  # without the form's token
    assert _toml(drafted) == COMMENTED


def test_a_draft_is_saved_and_shown(drafted):
    lee = signed_in(drafted, LEE)
    page = lee.get(EDIT)
    page = lee.send("/edit", **_sent(page, do="save", **{"f:/surrender/amount/units": "3"}))
    assert page.request.path == PAGE
    assert "units = 3    # as agreed with the commission" in _toml(drafted)
    assert drafted.extensions["auditor"].store.changes.of_room("WA-0417")[-1].by == "Lee Park"


def test_what_somebody_else_saved_is_not_overwritten(drafted):
    lee = signed_in(drafted, LEE)
    page = lee.get(EDIT)
    sent = _sent(page, do="save", **{"f:/surrender/amount/units": "3"})
    theirs = COMMENTED.replace("units = 2", "units = 5")
    drafted.extensions["auditor"].filing.draft("WA-0417", theirs.encode(), None, "N. Bell")
    page = lee.send("/edit", 409, **sent)
    assert "Somebody filed or decided something in this room since you opened the draft." in words(page)
    assert "units = 3    # as agreed" in _texts(page)  # what was written is still there
    assert _toml(drafted) == theirs


@pytest.mark.slow
def test_a_new_draft_begins_with_the_sample_and_is_filed(drafted):
    lee = signed_in(drafted, LEE)
    page = lee.get("/rooms/WA-0417/controls/new")
    assert 'id = "wa-0417-thirteen-card"' in _texts(page)
    assert "It has no errors." in words(page)
    page = lee.send("/controls/new", **_sent(page, do="save"))
    assert page.request.path == "/rooms/WA-0417/controls/wa-0417-thirteen-card/1"
    assert "draft" in words(page)


def test_the_next_revision_begins_with_the_one_before(drafted):
    lee = signed_in(drafted, LEE)
    page = lee.get("/rooms/WA-0417/controls/new?after=wa-0417-thirteen@1")
    assert "revision = 2" in _texts(page)
    assert "# as agreed with the commission" in _texts(page)
    there = _sent(page, do="save")
    there["f:/ruleset/revision"] = "1"
    assert "This revision is there already." in words(lee.send("/controls/new", 409, **there))
    lee.get("/rooms/WA-0417/controls/new?after=wa-0417-thirteen@9", 404)
    lee.get("/rooms/WA-0417/controls/new?after=wa-0417-thirteen@x", 404)


def test_a_part_of_the_sample_is_added(drafted):
    lee = signed_in(drafted, LEE)
    page = lee.get(EDIT)
    assert '<option value="naturals">' in page.text
    page = lee.send("/edit", **_sent(page, do="add", section="naturals"))
    assert tomllib.loads(_texts(page))["naturals"]["declare"] == "automatic"


def test_text_that_is_no_controls_is_not_saved(drafted):
    lee = signed_in(drafted, LEE)
    page = lee.get(EDIT)
    page = lee.send("/edit", 422, do="save", toml="id = 1", shown="id = 1")
    assert "Nothing was saved. The file has no [ruleset] section" in words(page)
    assert _toml(drafted) == COMMENTED


def test_what_was_submitted_is_not_edited(drafted):
    lee = signed_in(drafted, LEE)
    page = lee.get(PAGE)
    page = lee.send("/submit", note="From the new year on.")
    assert "submitted" in words(page)
    assert "From the new year on." in words(page)
    assert lee.get(EDIT).request.path == PAGE
    page = lee.send("/withdraw", note="")
    assert "Withdrawn" in words(page)
    assert lee.get(EDIT).request.path == EDIT


def test_of_two_who_take_a_step_at_once_the_second_is_refused(drafted):
    lee = signed_in(drafted, LEE)
    service = drafted.extensions["auditor"]
    for what in ("/submit", "/discard"):
        lee.get(PAGE)
        record = service.store.controls.get("wa-0417-thirteen", 1)
        service.approval.withdraw(service.approval.submit(record, "N. Bell", None), "N. Bell", None)
        page = lee.send(what, 409)
        assert "Somebody did something about these controls since you opened them." in words(page)
        assert service.store.controls.get("wa-0417-thirteen", 1).standing == "draft"


def test_a_step_counts_only_for_the_draft_that_was_read(drafted):
    service = drafted.extensions["auditor"]
    read = service.store.controls.get("wa-0417-thirteen", 1)
    service.approval.withdraw(service.approval.submit(read, "N. Bell", None), "N. Bell", None)
    document = NewFile(b"%PDF-1.4\n%%EOF\n", "application/pdf", "Controls.pdf")
    with pytest.raises(ChangedMeanwhile):
        service.editing.attach(read, document, "M. Ito", read.change)
    with pytest.raises(ChangedMeanwhile):
        service.editing.discard(read, "M. Ito", read.change)
    now = service.store.controls.get("wa-0417-thirteen", 1)
    assert (now.standing, now.document) == ("draft", None)
    assert service.editing.attach(now, document, "M. Ito", now.change).document == document.sha256


def test_a_draft_is_discarded_and_stays_in_the_history(drafted):
    lee = signed_in(drafted, LEE)
    lee.get(PAGE)
    page = lee.send("/discard")
    assert "This room has filed no controls." in words(page)
    assert "Discarded" in words(page)
    lee.get(PAGE, 404)


def test_a_document_is_attached(drafted):
    lee = signed_in(drafted, LEE)
    lee.get(PAGE)
    wrong = lee.send("/document", 415, document=(io.BytesIO(b"hello"), "a.pdf", "application/pdf"))
    assert "does not begin as such a file does" in words(wrong)
    page = lee.send(
        "/document", document=(io.BytesIO(b"%PDF-1.4\n%%EOF\n"), "Controls.pdf", "application/pdf")
    )
    assert "Controls.pdf 15 bytes" in words(page)
    assert lee.get(f"{PAGE}/document").data == b"%PDF-1.4\n%%EOF\n"


@pytest.mark.slow
def test_questions_are_answered_into_the_draft(drafted):
    lee = signed_in(drafted, LEE)
    page = lee.get(f"{PAGE}/questions")
    assert "What does a player pay whose rows are out of order" in words(page)
    sent = {"form_token": page.text.partition('name="form_token" value="')[2][:64]}
    sent["seen"] = page.text.partition('name="seen" value="')[2].partition('"')[0]
    none = lee.client.post(f"{PAGE}/questions", data=sent)
    assert none.status_code == 422
    assert "Choose a reading first" in words(none)
    chosen = {"q:AMB-FOUL": "void", "q:AMB-NONE": "x", "q:AMB-SWEEP-TIE": "nonsense"}
    answer = lee.client.post(f"{PAGE}/questions", data={**sent, **chosen})
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{PAGE}/questions")
    again = lee.client.post(f"{PAGE}/questions", data={**sent, **chosen})
    assert again.status_code == 409
    assert "Somebody did something about these controls since you opened them." in words(again)
    page = lee.get(f"{PAGE}/questions")
    assert tomllib.loads(_toml(drafted))["ruleset"]["readings"] == {"AMB-FOUL": "void"}
    assert "# as agreed with the commission" in _toml(drafted)
    assert "What does a player pay whose rows are out of order" not in words(page)


def test_a_regulator_reads_the_questions_and_answers_none(drafted):
    page = signed_in(drafted, MARA).get(f"{PAGE}/questions")
    assert 'type="radio"' not in page.text


def test_nobody_but_compliance_of_the_room_writes(drafted):
    for who, status in ((DANA, 403), (MARA, 403)):
        person = signed_in(drafted, who)
        for path in (EDIT, "/rooms/WA-0417/controls/new"):
            person.get(path, status)
        assert "Edit" not in words(person.get(PAGE))
    lee = signed_in(drafted, LEE)
    for path in ("/rooms/WA-0500/controls/new", "/rooms/WA-0500/controls/wa-0417-thirteen/1/edit"):
        lee.get(path, 404)


def test_without_keys_the_name_is_asked_for(drafted):
    person = Person(drafted)
    page = person.get(EDIT)
    person.send("/edit", **_sent(page, do="save", by="M. Ito", **{"f:/surrender/amount/units": "3"}))
    assert drafted.extensions["auditor"].store.changes.of_room("WA-0417")[-1].by == "M. Ito"
