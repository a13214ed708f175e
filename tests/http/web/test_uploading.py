"""The upload page: several files at once, each with an answer of its own."""

import hashlib
import re

import pytest

from auditor.http.context import OPEN, UPLOAD_LIMITS
from auditor.store.caller import UploadLimits
from auditor.store.rows import Page, Selection
from tests.http.kit import hand_line, log, zipped
from tests.http.web.kit import DANA, LEE, MARA, Person, signed_in, with_rooms, words
from tests.http.web.uploads import answers, form_token, send
from tests.rules.ledgers import build as ledgers
from tests.rules.tournaments.build import entries, header, written

BAD_ROW = {**hand_line(2), "seats": [{"seat": 1, "player": "P1", "front": "AcJd5x", "net": 0}]}


FILLED = {"rooms": with_rooms}


def sessions(service):
    return [each.session for each in service.sessions.page(Selection(), Page(1, 100))[0]]


def test_several_files_are_stored_each_with_its_own_answer(rooms, service):
    dana = signed_in(rooms, DANA)
    page = send(
        dana, ("a.ndjson", log()), ("b.ndjson.gz", zipped(log(hand_line(1), hand_line(2), session="S-2")))
    )
    assert answers(page) == [("stored", "a.ndjson"), ("stored", "b.ndjson.gz")]
    assert sessions(service) == ["S-1", "S-2"]
    assert "2 of 2 files are on record." in words(page)
    assert "Table T1, S-2 , Sat 14 March 2026 : 2 hands." in words(page)
    assert 'href="/sessions/2"' in page.text
    assert service.sessions.get(1).key is not None  # of whoever sent it


def test_a_bad_file_costs_nothing_of_the_good_ones(rooms, service):
    dana = signed_in(rooms, DANA)
    bad = log(hand_line(1), BAD_ROW, session="S-2")
    page = send(
        dana, ("bad.ndjson", bad), ("good.ndjson", log()), ("image.png", b"\x89PNG\x00<b>"), status=422
    )
    assert [kind for kind, _ in answers(page)] == ["refused", "stored", "refused"]
    assert sessions(service) == ["S-1"]
    said = words(page)
    assert "1 of 3 files are on record." in said
    assert "1 line cannot be read. The file is kept as it arrived" in said
    row = re.search(r'<tbody><tr><th scope="row" class="right">3</th>(.*?)</tbody>', page.text, re.S)[1]
    assert "<code>seats[0].front</code>" in row
    assert "<mark>&#34;AcJd5x&#34;</mark>" in row
    assert "cards such as Qh" in row
    record = service.store.evidence.get(hashlib.sha256(bad).hexdigest())
    assert (record.outcome, record.filename) == ("refused", "bad.ndjson")
    assert "The file is an image (PNG). Choose a log (.ndjson, plain or packed with gzip), a workbook" in said
    assert "x89" not in page.text
    assert "<b>" not in page.text


def test_who_only_tries_stores_nothing(rooms, service):
    dana = signed_in(rooms, DANA)
    bad = log(BAD_ROW, session="S-2")
    page = send(dana, ("a.ndjson", log()), ("bad.ndjson", bad), only_try=True, status=422)
    assert answers(page) == [("valid", "a.ndjson"), ("refused", "bad.ndjson")]
    assert "1 of 2 files would be stored. Nothing was stored." in words(page)
    assert "Nothing of it was stored. Correct it before you upload it." in words(page)
    assert sessions(service) == []
    assert service.store.evidence.totals() == {}
    assert 'name="only_try" type="checkbox" value="1" checked' in page.text


def test_the_same_file_is_already_here(rooms, service):
    dana = signed_in(rooms, DANA)
    send(dana, ("a.ndjson", log()))
    page = send(dana, ("again.ndjson", log()), ("a.gz", zipped(log())))
    assert [kind for kind, _ in answers(page)] == ["same", "same"]
    assert "The same log was uploaded before; nothing was added." in words(page)
    assert sessions(service) == ["S-1"]


def test_a_file_of_another_room_is_refused_in_words_and_not_stored(rooms, service):
    everybody = Person(rooms)
    page = send(
        everybody, ("a.ndjson", log(room="WA-0500")), ("bad", log(BAD_ROW, room="WA-0500")), status=422
    )
    assert [kind for kind, _ in answers(page)] == ["not-taken", "not-taken"]
    assert "The log is of room 'WA-0500', and was sent for room 'WA-0417'. Nothing was stored." in words(page)
    assert (sessions(service), service.store.evidence.totals()) == ([], {})


def test_a_conflict_leads_to_a_comparison(rooms):
    dana = signed_in(rooms, DANA)
    send(dana, ("a.ndjson", log()))
    other = log(hand_line(1), hand_line(2))
    page = send(dana, ("b.ndjson", other), status=422)
    assert answers(page) == [("conflict", "b.ndjson")]
    assert f'href="/rooms/WA-0417/conflicts/{hashlib.sha256(other).hexdigest()}"' in page.text
    tried = send(dana, ("c.ndjson", log(hand_line(3))), only_try=True, status=422)
    assert "/conflicts/" not in tried.text
    assert "Upload it without “only try” to see what differs" in words(tried)


def test_a_script_gets_the_answer_to_its_one_file_alone(rooms):
    dana = signed_in(rooms, DANA)
    page = send(dana, ("a.ndjson", log()), alone=True)
    assert "<html" not in page.text
    assert answers(page) == [("stored", "a.ndjson")]
    assert page.headers["Content-Security-Policy"].startswith("default-src 'none'")


@pytest.mark.slow
def test_who_sends_more_than_a_day_may_have_learns_which_files_were_not_taken(rooms, service):
    dana = signed_in(rooms, DANA)
    rooms.config[UPLOAD_LIMITS] = UploadLimits(1000, len(log()) + 10, 200)
    page = send(dana, ("a.ndjson", log()), ("b.ndjson", log(session="S-2")), ("c.ndjson", log()), status=422)
    assert [kind for kind, _ in answers(page)] == ["stored", "not-taken", "same"]
    assert "bytes of evidence a day are not kept of one key. Nothing of this upload was stored." in words(
        page
    )
    assert sessions(service) == ["S-1"]
    alone = send(dana, ("b.ndjson", log(session="S-2")), alone=True, status=422)
    assert int(alone.headers["Retry-After"]) > 0


def test_a_form_without_a_file_is_shown_again(rooms):
    page = send(signed_in(rooms, DANA), status=422)
    assert "Choose at least one file." in words(page)


def test_an_empty_file_is_named(rooms):
    page = send(signed_in(rooms, DANA), ("empty.ndjson", b""), status=422)
    assert answers(page) == [("not-taken", "empty.ndjson")]
    assert "The file is empty." in words(page)


@pytest.mark.parametrize("who", [LEE, MARA])
def test_only_who_may_upload_finds_the_page(rooms, who):
    person = signed_in(rooms, who)
    assert "/upload" not in person.get("/rooms/WA-0417").text
    assert "may not upload logs" in words(person.get("/rooms/WA-0417/upload", 403))


def test_rooms_of_others_do_not_exist(rooms):
    dana = signed_in(rooms, DANA)
    assert 'href="/rooms/WA-0417/upload"' in dana.get("/rooms/WA-0417").text
    assert "Room WA-0500 is not on record" in words(dana.get("/rooms/WA-0500/upload", 404))


def test_a_form_of_another_site_uploads_nothing(rooms, service):
    dana = signed_in(rooms, DANA)
    send(dana, ("a.ndjson", log()))
    token = form_token(dana.page)
    made = dana.client.post("/rooms/WA-0417/upload", data={"form_token": token[::-1]})
    assert made.status_code == 403
    assert sessions(service) == ["S-1"]


def counted(rooms):
    """How many uploads there were, by what became of them."""
    text = rooms.test_client().get("/metrics").text
    found = re.findall(r'^auditor_uploads_total\{outcome="(\w+)"\} (\d+)', text, re.MULTILINE)
    return {outcome: int(count) for outcome, count in found}


@pytest.mark.slow
def test_what_became_of_files_is_counted_on_pages_as_over_the_api(rooms):
    dana = signed_in(rooms, DANA)
    other, bad = (
        log(session="S-3").replace(b"WA-0417", b"WA-0500"),
        log(hand_line(1), BAD_ROW, session="S-2"),
    )
    send(dana, ("a.ndjson", log()), ("b.ndjson", bad), ("c.ndjson", other), status=422)
    send(dana, ("a.ndjson", log()))
    send(dana, ("b.ndjson", bad), only_try=True, status=422)
    rooms.config[OPEN] = True
    assert counted(rooms) == {"stored": 1, "refused": 2, "rejected": 1, "same": 1}
    client = rooms.test_client()
    assert client.post("/v1/sessions", data=bad, content_type="application/x-ndjson").status_code == 422
    assert client.post("/v1/originals", data=b"PK\x03\x04", content_type="text/csv").status_code == 422
    assert counted(rooms)["refused"] == 4


def test_a_tournament_and_a_ledger_are_taken_beside_logs(rooms, service):
    dana = signed_in(rooms, DANA)
    event = written(header(room="WA-0417", title="Monday"), *entries(2))
    book = written(ledgers.header(room="WA-0417"))
    page = send(dana, ("monday.ndjson", event), ("march.ndjson", book), ("a.ndjson", log()))
    assert answers(page) == [("stored", "monday.ndjson"), ("stored", "march.ndjson"), ("stored", "a.ndjson")]
    said = words(page)
    assert "Tournament T-1 , Monday: 3 lines." in said
    assert "Ledger L-1 : 1 line." in said
    assert service.event_files.get("tournament", 1).filename == "monday.ndjson"
    again = send(dana, ("monday.ndjson", event))
    assert answers(again) == [("same", "monday.ndjson")]
    assert "The same file was uploaded before; nothing was added." in words(again)


def test_a_tournament_that_conflicts_or_cannot_be_read_says_so_and_is_not_kept(rooms, service):
    dana = signed_in(rooms, DANA)
    send(dana, ("monday.ndjson", written(header(room="WA-0417"), *entries(2))))
    other = send(dana, ("other.ndjson", written(header(room="WA-0417"), *entries(3))), status=422)
    assert answers(other) == [("not-taken", "other.ndjson")]
    assert "Other bytes are on record for tournament 'T-1' of room 'WA-0417'" in words(other)
    bad = send(dana, ("bad.ndjson", written(header(room="WA-0417", buy_in="fifty"))), status=422)
    assert answers(bad) == [("refused", "bad.ndjson")]
    assert "1 line cannot be read. Nothing of it was stored." in words(bad)
    assert service.event_files.page("tournament", None, Page(1, 10))[1] == 1
