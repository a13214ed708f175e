"""Files on the upload page while the register is not as it was signed: kept, not on record yet."""

import hashlib
import io

import pytest

from auditor.store.rows import Page, Selection
from tests.http.kit import hand_line, log
from tests.http.test_inbox import DAMAGES, UnsignedEntry, entered, inbox, patient
from tests.http.web.kit import DANA, signed_in, with_rooms, words
from tests.http.web.uploads import answers, form_token, send
from tests.rules.ledgers import build as ledgers
from tests.rules.tournaments.build import written

__all__ = ["patient"]  # no thread enters what waits

FILLED = {"rooms": with_rooms}
LEDGER = written(ledgers.header(room="WA-0417"))


def sessions(service):
    return [each.session for each in service.sessions.page(Selection(), Page(1, 100))[0]]


def test_files_are_kept_and_on_record_once_the_record_is_sound(rooms, service):
    dana = signed_in(rooms, DANA)
    folder = service.store.folder
    UnsignedEntry().put(folder)
    page = send(dana, ("a.ndjson", log()), ("book.ndjson", LEDGER), status=202)
    assert answers(page) == [("kept", "a.ndjson"), ("kept", "book.ndjson")]
    said = words(page)
    assert "0 of 2 files are on record. 2 files are kept, not on record yet." in said
    assert "Kept, not on record yet a.ndjson" in said
    assert (
        "accepts nothing until it is repaired. The file is kept safely and is added by itself then." in said
    )
    assert f"Its fingerprint (SHA-256): {hashlib.sha256(log()).hexdigest()}" in said
    assert [(each.sent.kind, each.sent.room) for each in inbox(rooms).waiting()] == [
        ("session", "WA-0417"), ("ledger", "WA-0417"),
    ]  # fmt: skip
    UnsignedEntry().remove(folder)
    assert entered(rooms) == 2
    assert sessions(service) == ["S-1"]
    assert service.sessions.get(1).key == dana_key(rooms)
    assert answers(send(dana, ("a.ndjson", log()))) == [("same", "a.ndjson")]


def dana_key(app):
    (person,) = [each for each in app.extensions["auditor"].store.people.all() if each.email == DANA[0]]
    return person.key.id


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda each: type(each).__name__)
def test_the_script_gets_the_same_answer_from_a_page_that_was_open(rooms, service, damage):
    dana, key = signed_in(rooms, DANA), dana_key(rooms)
    token = form_token(dana.get("/rooms/WA-0417/upload"))
    damage.put(service.store.folder)
    page = post_alone(dana, token, log())
    assert (page.status_code, answers(page)) == (202, [("kept", "a.ndjson")])
    assert [each.key for each in inbox(rooms).waiting()] == [key]
    damage.remove(service.store.folder)
    assert entered(rooms) == 1
    assert sessions(service) == ["S-1"]


def post_alone(person, token, body, **fields):
    return person.client.post(
        "/rooms/WA-0417/upload",
        data={"form_token": token, "file": [(io.BytesIO(body), "a.ndjson")], **fields},
        content_type="multipart/form-data",
        headers={"X-One-File": "yes", "X-Form-Token": token},
    )


def test_only_trying_keeps_nothing(rooms, service):
    dana = signed_in(rooms, DANA)
    token = form_token(dana.get("/rooms/WA-0417/upload"))
    DAMAGES[1].put(service.store.folder)
    page = post_alone(dana, token, log(hand_line(1)), only_try="1")
    assert page.status_code == 503
    assert not inbox(rooms).path.exists()
    DAMAGES[1].remove(service.store.folder)
