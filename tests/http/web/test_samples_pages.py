"""Pages of samples: from the room and its days to the bound, and what is not shown before the end."""

import re

import pytest

from tests.http.earlier import on_record
from tests.http.kit import NETS, ROWS, hand_line, log
from tests.http.web.kit import DANA, MARA, Person, signed_in, with_logs, words

DAY = "2026-03-14"
VALUE = {"source": "ten dice, before two witnesses", "value": "3 5 1"}


def with_sessions(client):
    with_logs(client, *({**hand_line(number), "video": f"cam 3 {number}"} for number in range(1, 4)))


FILLED = {"sessions": with_sessions}


@pytest.fixture
def sessions(app):
    return app


@pytest.fixture
def mara(sessions):
    return signed_in(sessions, MARA)


def draw(person, hands=3, room="WA-0417"):
    person.get(f"/samples/new?room={room}&from={DAY}&until={DAY}")
    return person.send("/samples", hands=str(hands), **VALUE)


def seen(nets=("3.00", "1", "+3", "−7.00"), **changed):
    fields = {}
    for at, (rows, net) in enumerate(zip(ROWS, nets, strict=True), 1):
        fields |= {f"{name}-{at}": row for name, row in zip(("front", "middle", "back"), rows, strict=True)}
        fields |= {f"seat-{at}": str(at), f"net-{at}": net}
    return fields | {name.replace("_", "-"): value for name, value in changed.items()}


@pytest.mark.slow
def test_a_sample_from_the_value_to_the_bound(mara):
    assert "No sample has been drawn yet." in words(mara.get("/samples"))
    page = mara.get(f"/samples/new?room=WA-0417&from={DAY}&until={DAY}")
    assert "1 session, 3 hands." in words(page)
    assert "59 without a difference: fewer than 5.00% wrong" in words(page)
    page = draw(mara)
    assert page.request.path == "/samples/1"
    said = words(page)
    assert "If every hand agrees, fewer than 63.16% of the hands are wrong" in said
    assert "3 hands are not entered yet." in said
    assert "Source of the value ten dice, before two witnesses" in said
    assert sorted(re.findall(r"cam 3 \d", said)) == ["cam 3 1", "cam 3 2", "cam 3 3"]
    assert "Sat 21 March 2026 over" in said
    assert "Close and compare" not in said
    mara.get("/samples/1/hands/1")
    page = mara.send("/samples/1/hands/1", **seen())
    assert page.request.path == "/samples/1/hands/2"  # the next one
    page = mara.send("/samples/1/hands/2", **seen(("3.00", "2.00", "3.00", "-8.00"), front_1="9s 8s 6c"))
    page = mara.send(
        "/samples/1/hands/3", 422, **{**seen(("", "", "", ""), unseen="the camera was off"), "front-1": ""}
    )
    assert "A hand that could not be seen has no seats. Leave out one of the two." in words(page)
    assert (
        f'name="middle-2" size="15" autocomplete="off" spellcheck="false" value="{ROWS[1][1]}"' in page.text
    )
    mara.get("/samples/1/hands/3")
    page = mara.send("/samples/1/hands/3", unseen="the camera was off")
    assert page.request.path == "/samples/1"
    assert "Every hand is entered." in words(page)
    said = words(mara.send("/samples/1/close"))
    assert "Fewer than 98.31% of the hands are wrong, with 95% confidence." in said
    assert "1 hand agrees, 1 differs, 1 could not be compared and counts as differing." in said
    assert "Seat 1, front: 9s 8s 6c seen, 9s 8s 6d recorded." in said
    assert "Seat 4, result: −$8.00 seen, −$7.00 recorded." in said
    assert "Not seen: the camera was off" in said
    assert "98.31%" in words(mara.get("/samples"))


@pytest.mark.slow
def test_nothing_that_the_log_has_is_shown_before_the_end(mara):
    pages = [draw(mara), mara.get("/samples/1/request"), mara.get("/samples/1/hands/1")]
    mara.send("/samples/1/hands/1", **seen())
    pages += [mara.get("/samples/1"), mara.get("/samples/1/hands/2")]
    for page in pages:
        for secret in ("9s8s6d", "9s 8s 6d", "-7.00", "P1"):
            assert secret not in page.text, page.request.path
    assert "9s8s6d" in mara.get("/samples/1/hands/1").text  # what was entered


@pytest.mark.slow
def test_the_request_names_each_video_and_until_when_it_is_kept(sessions, mara):
    draw(mara)
    said = words(mara.get("/samples/1/request"))
    assert "To WA-0417 By Mara Ortiz" in said
    assert [int(each) for each in re.findall(r"cam 3 (\d)", said)] == [1, 2, 3]  # by time
    assert "external:WAC-230-15-319" in said
    sessions.config["AUDITOR_OPEN"] = True
    draw(Person(sessions), 1, "WA-0500")
    said = words(Person(sessions).get("/samples/2/request"))
    assert "no time on record" in said
    assert "The room's authority has no retention for video on record." in said


@pytest.mark.slow
def test_what_is_typed_wrong_is_said_beside_its_field_and_kept(mara):
    def refused(**fields):
        mara.get(f"/samples/new?room=WA-0417&from={DAY}&until={DAY}")
        return mara.send("/samples", 422, **{"hands": "2", **VALUE, **fields})

    page = refused(hands="4")
    assert (
        '<p class="wrong" id="hands-wrong">A sample of 4 cannot be drawn: room WA-0417 has 3 hands'
        in page.text
    )
    assert 'value="ten dice, before two witnesses"' in page.text
    assert "Write a whole number." in words(refused(hands="x"))
    assert 'id="value-wrong"' in refused(value="").text
    assert "WA-9999 is not on record" in words(
        mara.get(f"/samples/new?room=WA-9999&from={DAY}&until={DAY}", 422)
    )
    assert "The last day is before the first." in words(
        mara.get("/samples/new?room=WA-0417&from=2026-03-15&until=2026-03-14", 422)
    )
    assert "No session of these days" in words(
        mara.get("/samples/new?room=WA-0417&from=2026-03-15&until=2026-03-15")
    )
    draw(mara)
    mara.get("/samples/1/hands/1")
    page = mara.send("/samples/1/hands/1", 422, **seen(back_2="As7s5h5d5x"))
    assert "&#39;5x&#39; is no card." in page.text.partition('id="back-2-wrong"')[2][:60]
    assert 'value="As7s5h5d5x"' in page.text
    page = mara.send("/samples/1/hands/1", 422, **seen(("3.001", "1", "3", "-7")))
    assert "is no amount in USD" in page.text.partition('id="net-1-wrong"')[2][:80]
    page = mara.send("/samples/1/hands/1", 422, **dict.fromkeys(seen(), ""))
    assert "Enter what each seat set and won" in words(page)


@pytest.mark.slow
def test_a_seat_of_which_nothing_was_seen_is_no_difference(mara):
    draw(mara, 1)
    mara.get("/samples/1/hands/1")
    mara.send("/samples/1/hands/1", **{**seen(), "front-4": "", "middle-4": "", "back-4": "", "net-4": ""})
    assert "1 hand agrees, 0 differ" in words(mara.send("/samples/1/close"))
    draw(mara, 1)
    mara.get("/samples/2/hands/1")
    mara.send(
        "/samples/2/hands/1",
        **{**seen(), "seat-4": "", "front-4": "", "middle-4": "", "back-4": "", "net-4": ""},
    )
    assert "Seat 4 is in the record, and was not seen." in words(mara.send("/samples/2/close"))


@pytest.mark.slow
def test_chips_of_a_tournament_have_no_cents(sessions):
    somebody = Person(sessions)
    event = {"session": "T-1", "ruleset": "carnivale-ofc-2013", "opened_at": "2026-03-16T16:00:00-07:00"}
    played = log(hand_line(1, (700, 0, 0, -700)), **event)
    on_record(sessions.test_client(), played)
    somebody.get("/samples/new?room=WA-0417&from=2026-03-16&until=2026-03-16")
    somebody.send("/samples", hands="1", **VALUE)
    somebody.get("/samples/1/hands/1")
    assert "Won or lost (chips)" in words(somebody.page)
    somebody.send("/samples/1/hands/1", **seen(("700", "0", "0", "-600")))
    assert "Seat 4, result: −600 chips seen, −700 chips recorded." in words(somebody.send("/samples/1/close"))


@pytest.mark.slow
def test_two_who_enter_the_same_hand_do_not_overwrite_each_other(sessions, mara):
    draw(mara)
    other = Person(sessions)
    sessions.config["AUDITOR_OPEN"] = True
    other.get("/samples/1/hands/1")
    mara = Person(sessions)
    mara.get("/samples/1/hands/1")
    mara.send("/samples/1/hands/1", **seen())
    page = other.send("/samples/1/hands/1", 409, **seen(("0", "0", "0", "0")))
    assert "Hand 1 of sample 1 was entered before." in words(page)
    assert str(NETS[0] // 100) in words(page)


@pytest.mark.slow
def test_samples_are_for_the_rooms_regulator_alone(sessions, mara):
    sessions.config["AUDITOR_OPEN"] = True
    draw(Person(sessions), 1, "WA-0500")
    sessions.config["AUDITOR_OPEN"] = False
    assert "There is no sample 1." in words(mara.get("/samples/1", 404))
    assert "No sample has been drawn yet." in words(mara.get("/samples"))
    mara.get("/samples/1/request", 404)
    mara.get("/samples/1/hands/1", 404)
    dana = signed_in(sessions, DANA)
    assert "may not read samples of hands" in words(dana.get("/samples", 403))
    assert 'href="/samples"' not in dana.get("/rooms").text
