"""/v1/samples: a value is committed before the draw, hands are entered unseen by the record, and compared when it is closed."""

import datetime as dt
import hashlib
import json

import pytest

from auditor.doctor import examine, verify_register
from auditor.http.context import EXTENSION
from auditor.store.store import FILE
from auditor.store.stored_samples import Samples
from rules.drawing import drawn, list_digest
from tests.cli.kit import call
from tests.http.filing import put_room
from tests.http.kit import NDJSON, NETS, PROBLEM, ROWS, hand_line, log
from tests.http.past import old_log

DAY = "2026-03-14"
ASKED = {
    "room": "WA-0417",
    "from": DAY,
    "until": DAY,
    "hands": 5,
    "source": "ten dice, before two witnesses",
    "value": "3 5 1",
}


def with_sessions(client):
    put_room(client, authority="wsgc")
    for session in ("S-2", "S-1"):
        hands = [{**hand_line(number), "video": f"cam 3 {number}"} for number in range(1, 21)]
        sent = client.post("/v1/sessions", data=log(*hands, session=session), content_type=NDJSON)
        assert sent.status_code == 201


FILLED = {"sessions": with_sessions}


@pytest.fixture
def sessions(client):
    return client


def seats(nets=NETS, **changed):
    every = [
        {"seat": at, "front": front, "middle": middle, "back": back, "net": net}
        for at, ((front, middle, back), net) in enumerate(zip(ROWS, nets, strict=True), 1)
    ]
    for name, value in changed.items():
        every[0][name] = value
    return {"seats": every}


def entries(app):
    register = app.extensions[EXTENSION].store.register
    every = [json.loads(register.entry(index).record) for index in range(register.size())]
    return [each for each in every if each["kind"].startswith("sample.")]


def entered(client, *bodies):
    assert client.post("/v1/samples", json={**ASKED, "hands": len(bodies)}).status_code == 201
    for number, body in enumerate(bodies, 1):
        answer = client.put(f"/v1/samples/1/hands/{number}", json=body)
        assert answer.status_code == 201, answer.json
    return client.post("/v1/samples/1/close", json={"by": "Mara Ortiz"}).json


def test_the_value_is_in_the_register_before_the_draw_which_anybody_can_do_again(app, sessions):
    answer = sessions.post("/v1/samples", json={**ASKED, "by": "Mara Ortiz"})
    made = answer.json
    assert (answer.status_code, answer.headers["Location"]) == (201, "/v1/samples/1")
    listed = [(each["session"], each["sha256"], each["hands"]) for each in made["sessions"]]
    assert [each[0] for each in listed] == ["S-1", "S-2"]  # in the list's order, whenever they came in
    assert list_digest(listed) == made["sessions_sha256"]
    committed, draw = entries(app)
    assert [committed["kind"], draw["kind"]] == ["sample.committed", "sample.drawn"]
    stated = {
        name: committed[name] for name in ("value", "source", "wanted", "hands", "sessions_sha256", "who")
    }
    assert stated == {
        "value": "3 5 1", "source": "ten dice, before two witnesses", "wanted": 5, "hands": 40,
        "sessions_sha256": made["sessions_sha256"], "who": "Mara Ortiz",
    }  # fmt: skip
    store = app.extensions[EXTENSION].store
    proof = store.register.proof("sample.committed", 1, store.register_key.verifier)
    assert proof.entry.index < proof.checkpoint.size == made["draw"]["size"]
    assert proof.checkpoint.root.hex() == made["draw"]["root"]
    places = drawn("3 5 1", made["draw"]["root"], made["sessions_sha256"], 40, 5)
    assert [each["place"] for each in made["draw"]["drawn"]] == places
    for each in made["draw"]["drawn"]:
        place = each["place"]
        assert (each["session"], each["hand"]) == (listed[place // 20][0], place % 20 + 1)
        assert each["video"] == f"cam 3 {each['hand']}"
        assert (each["table"], each["seats"], each["entered"]) == ("T1", 4, None)
        assert each["video_until"] == "2026-03-21"
        assert each["video_clause"] == "external:WAC-230-15-319"
    assert sessions.get("/v1/samples/1").json == made


def test_nothing_of_what_the_log_has_is_shown_before_the_end(sessions):
    text = sessions.post("/v1/samples", json=ASKED).text
    for secret in ("9s8s6d", "-700", "P1", '"net"'):
        assert secret not in text


def test_hands_that_agree_bound_the_share_of_wrong_ones(app, sessions):
    """However the rows are typed: in another order, in small letters, with 10 for T, with suits as signs."""
    typed = seats(front="6♦ 9♠ 8♠", middle="qc Jh jd, 10h 2h")
    closed = entered(sessions, *[seats()] * 4, typed)
    assert [each["agrees"] for each in closed["closing"]["results"]] == [True] * 5
    outcome = closed["closing"]["outcome"]
    assert (outcome["agreeing"], outcome["differing"], outcome["not_compared"]) == (5, 0, 0)
    assert outcome["bound"] == pytest.approx(1 - 0.05 ** (1 / 5))
    end = entries(app)[-1]
    assert (end["kind"], end["who"]) == ("sample.closed", "Mara Ortiz")
    results = json.dumps(closed["closing"]["results"], separators=(",", ":"), ensure_ascii=False)
    assert end["results_sha256"] == hashlib.sha256(results.encode()).hexdigest()


def test_a_difference_is_named_and_what_was_not_seen_counts_as_one(sessions):
    closed = entered(
        sessions,
        seats(),
        seats((300, 200, 300, -800)),
        seats(back="Ks 4s 3h 3d 2c"),
        {"seats": seats()["seats"][:3]},
        {"unseen": "the camera was off"},
    )
    results = [(each["agrees"], each["differences"]) for each in closed["closing"]["results"]]
    assert results == [
        (True, []),
        (False, [
            "Seat 2, result: +$2.00 seen, +$1.00 recorded.",
            "Seat 4, result: −$8.00 seen, −$7.00 recorded.",
        ]),
        (False, ["Seat 1, back: Ks 4s 3h 3d 2c seen, Ks 4s 3h 3d 3c recorded."]),
        (False, ["Seat 4 is in the record, and was not seen."]),
        (None, ["Not seen: the camera was off"]),
    ]  # fmt: skip
    outcome = closed["closing"]["outcome"]
    assert (outcome["agreeing"], outcome["differing"], outcome["not_compared"]) == (1, 3, 1)
    assert outcome["bound"] == pytest.approx(0.95 ** (1 / 5))  # four of five differ


def test_what_was_not_seen_of_a_seat_is_not_compared(sessions):
    partly = {"seats": [{"seat": at, "net": net} for at, net in enumerate(NETS, 1)]}
    nothing = {"seats": [{"seat": at} for at in range(1, 5)]}
    results = entered(sessions, partly, nothing)["closing"]["results"]
    assert [each["agrees"] for each in results] == [True, None]
    assert results[1]["differences"] == ["Neither cards nor results were both seen and recorded."]


def test_a_hand_is_entered_once_and_every_hand_before_the_end(app, sessions):
    sessions.post("/v1/samples", json={**ASKED, "hands": 2})
    assert sessions.put("/v1/samples/1/hands/1", json=seats()).status_code == 201
    again = sessions.put("/v1/samples/1/hands/1", json=seats((0, 0, 0, 0)))
    assert (again.status_code, again.mimetype) == (409, PROBLEM)
    assert again.json["detail"] == "Hand 1 of sample 1 was entered before. What is entered stays as it is."
    early = sessions.post("/v1/samples/1/close", json={})
    assert early.status_code == 422
    assert early.json["detail"].startswith("1 of the 2 hands is not entered.")
    assert sessions.put("/v1/samples/1/hands/2", json={"unseen": "no video"}).status_code == 201
    assert sessions.post("/v1/samples/1/close", json={}).status_code == 200
    late = sessions.post("/v1/samples/1/close", json={})
    assert (late.status_code, late.json["detail"]) == (409, "Sample 1 is closed already.")
    assert sessions.put("/v1/samples/1/hands/2", json=seats()).status_code == 409
    kinds = [each["kind"] for each in entries(app)]
    assert kinds == [
        "sample.committed",
        "sample.drawn",
        "sample.hand_entered",
        "sample.hand_entered",
        "sample.closed",
    ]
    assert "9s8s6d" not in json.dumps(entries(app))  # the register has a digest of it


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"hands": 41}, "A sample of 41 cannot be drawn: room WA-0417 has 40 hands on these days"),
        ({"from": "2026-03-15", "until": "2026-03-15"}, "room WA-0417 has 0 hands on these days"),
        ({"from": "2026-03-15"}, "until: Must not be before 'from'."),
        ({"value": ""}, "value"),
        ({"source": "  "}, "source"),
        ({"hands": 0}, "hands"),
        ({"hands": 1001}, "hands"),
    ],
)
def test_what_cannot_be_drawn_is_refused_and_leaves_no_trace(app, sessions, changed, says):
    answer = sessions.post("/v1/samples", json={**ASKED, **changed})
    assert answer.status_code == 422
    assert says in answer.json["detail"]
    assert entries(app) == []


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (seats(front="9s8s6x"), "'6x' is no card."),
        (seats(front="9s8s6"), "'6' is no card."),
        ({"seats": []}, "Enter what each seat set and won, or say why"),
        ({**seats(), "unseen": "no video"}, "A hand that could not be seen has no seats."),
        ({"seats": [{"seat": 1}, {"seat": 1}]}, "A seat is there twice."),
    ],
)
def test_what_cannot_be_entered_is_refused(app, sessions, body, says):
    sessions.post("/v1/samples", json=ASKED)
    answer = sessions.put("/v1/samples/1/hands/1", json=body)
    assert answer.status_code == 422
    assert says in answer.json["detail"]
    assert len(entries(app)) == 2


def test_what_does_not_exist_is_said_so(sessions):
    assert sessions.post("/v1/samples", json={**ASKED, "room": "WA-9999"}).status_code == 404
    assert sessions.get("/v1/samples/1").json["detail"].startswith("There is no sample 1.")
    sessions.post("/v1/samples", json=ASKED)
    none = sessions.put("/v1/samples/1/hands/6", json=seats())
    assert (none.status_code, none.json["detail"]) == (
        404,
        "Sample 1 has no hand 6: they are numbered 1 to 5.",
    )
    assert [each["id"] for each in sessions.get("/v1/samples?room=WA-0417").json["samples"]] == [1]
    assert sessions.get("/v1/samples?room=WA-0500").json["samples"] == []


def test_a_draw_that_was_broken_off_is_made_when_the_sample_is_read(app, sessions, monkeypatch):
    def breaks(*_):
        raise RuntimeError("killed")

    monkeypatch.setattr(Samples, "keep_draw", breaks)
    with pytest.raises(RuntimeError):
        app.extensions[EXTENSION].sampling.draw(
            "WA-0417", (dt.date(2026, 3, 14),) * 2, 5, ("dice", "3 5 1"), None
        )
    monkeypatch.undo()
    put_room(sessions, "WA-0500")  # the register goes on
    made = sessions.get("/v1/samples/1").json
    store = app.extensions[EXTENSION].store
    proof = store.register.proof("sample.committed", 1, store.register_key.verifier)
    assert made["draw"]["size"] == proof.checkpoint.size
    assert [each["kind"] for each in entries(app)] == ["sample.committed", "sample.drawn"]


def test_a_log_that_was_purged_meanwhile_is_not_compared(app, tmp_path):
    client = app.test_client()
    put_room(client)
    assert client.post("/v1/sessions", data=old_log(), content_type=NDJSON).status_code == 201
    session = client.get("/v1/sessions/1").json
    asked = {**ASKED, "from": session["day"], "until": session["day"], "hands": 1}
    assert client.post("/v1/samples", json=asked).status_code == 201
    client.put("/v1/samples/1/hands/1", json={"seats": [{"seat": 1, "net": 5}]})
    assert call("purge", "--data", tmp_path / "data", "--yes", "--by", "Dana").status == 0
    (result,) = client.post("/v1/samples/1/close", json={}).json["closing"]["results"]
    assert result["agrees"] is None
    assert "purged" in result["differences"][0]
    again = client.post("/v1/samples", json=asked)
    assert again.json["detail"].startswith(
        "A sample of 1 cannot be drawn: room WA-0417 has 0 hands on these days"
    )


def test_the_doctor_and_the_register_know_samples(app, sessions, tmp_path):
    entered(sessions, seats(), {"unseen": "no video"})
    assert examine(tmp_path / "data" / FILE).sound
    assert verify_register(tmp_path / "data" / FILE).faults == []
