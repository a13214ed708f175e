"""Files that are no sessions: a refused one with its problems, one in conflict with its way to a correction."""

import gzip
import hashlib
import json

import pytest

from auditor.access.keys import NewKey
from tests.http.kit import hand_line, log, session_line
from tests.http.web.kit import DANA, LEE, MARA, WRONG, Person, signed_in, with_rooms, words
from tests.http.web.uploads import form_token, send
from tests.services import unprotected

ANN = ("ann@example.org", NewKey("room", "Ann Moss", rooms=("WA-0417", "WA-0500")))
BAD = log({**hand_line(1), "hand": "one"})


def digest(body):
    return hashlib.sha256(body).hexdigest()


FILLED = {"rooms": with_rooms}


# ------------------------------------------------------------------------------- refused files


def today(person):
    """The page of the gaming day of this moment."""
    return person.get("/rooms/WA-0417/today")


def test_today_lists_a_refused_file_which_has_a_page_with_its_problems(rooms):
    dana = signed_in(rooms, DANA)
    send(dana, ("evening.ndjson", BAD), status=422)
    page = today(dana)
    assert "Files refused on this day" in words(page)
    assert f'href="/rooms/WA-0417/refused/{digest(BAD)}"' in page.text
    shown = dana.get(f"/rooms/WA-0417/refused/{digest(BAD)}")
    said = words(shown)
    assert "Refused: evening.ndjson" in said.replace(" :", ":")
    assert "Brought by Dana Reyes" in said
    assert "Names the room WA-0417" in said
    assert "2 hand &#34;one&#34;" in said or '2 hand "one" a whole number' in said
    assert "<mark>&#34;one&#34;</mark>" in shown.text


def test_who_does_not_see_all_rooms_of_the_key_does_not_see_the_file(rooms):
    unnamed = b"no log at all"
    send(signed_in(rooms, ANN), ("both.txt", unnamed), status=422)
    dana = signed_in(rooms, DANA)
    assert digest(unnamed) not in today(dana).text
    assert "No file with the SHA-256" in words(dana.get(f"/rooms/WA-0417/refused/{digest(unnamed)}", 404))
    ann = signed_in_again(rooms, ANN)
    assert digest(unnamed) in today(ann).text


def signed_in_again(app, who):
    """Somebody who has an account already."""
    person = Person(app)
    person.sign_in(who[0])
    return person


def test_a_refused_file_is_of_the_room_that_it_names(rooms):
    ann = signed_in(rooms, ANN)
    send(ann, ("a.ndjson", BAD), status=422)
    assert digest(BAD) in today(ann).text
    assert digest(BAD) not in ann.get("/rooms/WA-0500/today").text
    ann.get(f"/rooms/WA-0500/refused/{digest(BAD)}", 404)


def test_the_regulator_sees_what_was_refused_and_another_day_does_not_have_it(rooms):
    send(signed_in(rooms, DANA), ("a.ndjson", BAD), status=422)
    mara = signed_in(rooms, MARA)
    assert digest(BAD) in today(mara).text
    assert digest(BAD) not in mara.get("/rooms/WA-0417/days/2026-03-14").text


@pytest.mark.parametrize(
    ("altered", "status", "said"),
    [
        ("filename = 'other.ndjson'", 503, "What the store has of file"),
        ("body = replace(body, 'one', 'two')", 500, "is no longer what was received"),
    ],
)
def test_a_refused_file_that_somebody_altered_is_not_shown(rooms, service, altered, status, said):
    dana = signed_in(rooms, DANA)
    send(dana, ("a.ndjson", BAD), status=422)
    with unprotected(service.store.connections.db) as db:
        altered = altered.replace("replace(body, 'one', 'two')", f"x'{BAD.replace(b'one', b'two').hex()}'")
        db.execute(f"UPDATE evidence SET {altered} WHERE sha256 = ?", [digest(BAD)])
    assert said in words(dana.get(f"/rooms/WA-0417/refused/{digest(BAD)}", status))


def test_a_damaged_gzip_file_has_a_page(rooms):
    cut = gzip.compress(log(hand_line(1), hand_line(2)))[:-40]
    dana = signed_in(rooms, DANA)
    send(dana, ("cut.gz", cut), status=422)
    assert "gzip data that ends in the middle" in words(dana.get(f"/rooms/WA-0417/refused/{digest(cut)}"))


# ------------------------------------------------------------------------------- corrections


FIRST = log(hand_line(1), hand_line(2, WRONG), hand_line(3))
SECOND = log(hand_line(1), hand_line(2), {"event": "close", "at": "2026-03-14T23:00:00-07:00", "hands": 2})
AT = f"/rooms/WA-0417/conflicts/{digest(SECOND)}"


@pytest.fixture
def conflicting(rooms):
    """Dana, who uploaded a log of S-1, and then another one."""
    dana = signed_in(rooms, DANA)
    send(dana, ("first.ndjson", FIRST))
    send(dana, ("second.ndjson", SECOND), status=422)
    return dana


def fill_in(person, status=200, **fields):
    held = {
        "form_token": form_token(person.get(AT)),
        "seen": digest(FIRST),
        "reason": "hand 2 keyed wrong",
        "by": "s-104",
    }
    made = person.client.post(AT, data=held | fields)
    assert made.status_code == status, words(made)
    return made


def test_the_page_shows_what_differs_in_the_words_of_the_game_and_asks_for_the_reason(conflicting):
    page = conflicting.get(AT)
    said = words(page)
    assert digest(FIRST) in said
    assert digest(SECOND) in said
    assert "Hand 2 seat 2: net $2.00 → $1.00 seat 4: net −$8.00 → −$7.00" in said
    assert "Hand 3 is left out" in said
    assert "Close is new" in said
    assert '<textarea id="reason"' in page.text


def test_one_step_more_and_the_correction_is_on_record(conflicting, service):
    made = fill_in(conflicting, 303)
    now = service.sessions.current("WA-0417", "S-1")
    assert made.headers["Location"].endswith(f"/sessions/{now.id}#correction")
    line, rest = service.sessions.log(now).split(b"\n", 1)
    assert rest == SECOND.split(b"\n", 1)[1]
    stated = {"sha256": digest(FIRST), "reason": "hand 2 keyed wrong", "by": "s-104"}
    assert json.loads(line) == {**session_line(), "supersedes": stated}
    assert service.store.evidence.body(digest(SECOND)) == SECOND  # the upload stays as it was


def test_all_that_differs_is_a_file_for_a_spreadsheet(conflicting):
    answer = conflicting.client.get(f"{AT}/changes.csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="WA-0417-S-1-changes.csv"'
    assert answer.text.splitlines() == [
        "where,what,on_record,uploaded,became,line_on_record,line_uploaded",
        '"Hand 2, seat 2",net,$2.00,$1.00,,3,3',
        '"Hand 2, seat 4",net,−$8.00,−$7.00,,3,3',
        "Hand 3,,,,is left out,4,",
        "Close,,,,is new,,4",
    ]


def test_a_long_list_is_bounded_and_the_rest_is_in_the_file(rooms):
    dana = signed_in(rooms, DANA)
    send(dana, ("first.ndjson", log(*(hand_line(number, WRONG) for number in range(1, 41)))))
    second = log(*map(hand_line, range(1, 41)))
    send(dana, ("second.ndjson", second), status=422)
    said = words(dana.get(f"/rooms/WA-0417/conflicts/{digest(second)}"))
    assert "What differs 80" in said
    assert "Hand 30 seat 2" in said
    assert "Hand 31" not in said
    assert "and 20 more. All of it as CSV" in said


def test_a_correction_of_gzip_that_names_another_file_is_put_right(conflicting, service):
    wrong = {"sha256": "0" * 64, "reason": "guessed", "by": "x-7"}
    other = gzip.compress(log(hand_line(1), supersedes=wrong, _note={"supersedes": 1}))
    send(conflicting, ("third.gz", other), status=422)
    address = f"/rooms/WA-0417/conflicts/{digest(other)}"
    asked = conflicting.get(address)
    assert ">guessed</textarea>" in asked.text  # what the log states already is not asked again
    assert 'name="by" required maxlength="64" autocomplete="off" value="x-7"' in asked.text
    held = {"form_token": form_token(asked), "seen": digest(FIRST), "reason": "é", "by": "s-1"}
    assert conflicting.client.post(address, data=held).status_code == 303
    line = json.loads(service.sessions.log(service.sessions.current("WA-0417", "S-1")).split(b"\n")[0])
    assert line["supersedes"] == {"sha256": digest(FIRST), "reason": "é", "by": "s-1"}
    assert line["_note"] == {"supersedes": 1}


def test_reason_and_person_have_to_be_given(conflicting, service):
    page = fill_in(conflicting, 422, reason=" ", by="x" * 65)
    assert "State why the log on record is wrong." in words(page)
    assert "An id has 1 to 64 printable characters." in words(page)
    assert 'aria-describedby="by-help by-wrong"' in page.text
    assert service.sessions.current("WA-0417", "S-1").evidence == digest(FIRST)


def test_what_was_corrected_meanwhile_is_compared_again(conflicting):
    fill_in(conflicting, 303)
    page = fill_in(conflicting, 409)
    said = words(page)
    assert "Another log came on record for this session meanwhile. Nothing was stored." in said
    assert "The log on record says the same of the play as this file. There is nothing to correct." in said


def test_a_correction_without_a_log_on_record_says_so(rooms):
    dana = signed_in(rooms, DANA)
    early = log(supersedes={"sha256": "1" * 64, "reason": "r", "by": "b"})
    send(dana, ("early.ndjson", early), status=422)
    page = dana.get(f"/rooms/WA-0417/conflicts/{digest(early)}")
    assert "no file is on record for session" in words(page)
    assert "<form" not in page.text.partition("<main")[2].partition("</main>")[0]


def test_a_conflict_of_another_room_and_a_role_that_uploads_nothing(conflicting, rooms):
    conflicting.get("/rooms/WA-0500/conflicts/" + digest(SECOND), 404)
    conflicting.get("/rooms/WA-0417/conflicts/" + digest(FIRST), 404)  # it is a session
    signed_in(rooms, LEE).get(AT, 403)
    ann = signed_in(rooms, ANN)
    assert "No log with the SHA-256" in words(ann.get("/rooms/WA-0500/conflicts/" + digest(SECOND), 404))
