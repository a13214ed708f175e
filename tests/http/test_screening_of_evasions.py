"""Conduct that breaks no rule, in forty hands of one evening: what screening says of each log, by the API."""

import msgspec
import pytest

from reports.screening_words import sentence_of
from rules.screening.screening_result import ScreeningResult
from tests.http.evasions import ROOM, evasion, put_room_of_evasions, send_evasions, with_a_card_exchanged
from tests.http.kit import NDJSON
from tests.services import application


def screened(folder, *names, **query):
    """The screening of the room after some logs."""
    with application(folder / "data") as app:
        client = app.test_client()
        put_room_of_evasions(client)
        send_evasions(client, *names)
        answer = client.get("/v1/screening", query_string={"room": ROOM, **query})
        assert answer.status_code == 200, answer.json
        return answer.json


def alarms(answer):
    return {(each["indicator"], *each["unit"].values()): each for each in answer["results"] if each["alarm"]}


def numbers(result):
    return [each["hand"] for each in result["hands"]]


COUNTED = [
    ("voids-of-losses", ("SCN006", "p-8e4f"), (12, 12, 16, 40), "4.8", "5.91371"),
    ("winners-ruled-dead", ("SCN007", "s-29"), (12, 12, 76, 160), "5.7", "3.17192"),
    ("best-hand-surrendered", ("SCN005", "T1"), (12, 12, 42, 160), "3.15", "6.14318"),
    ("rows-left-out", ("SCN008", "T1"), (5, 5, 8, 40), "1", "2.84487"),
]


@pytest.mark.parametrize(
    ("name", "unit", "counts", "expected", "log10_e"), COUNTED, ids=[each[0] for each in COUNTED]
)
def test_an_evening_of_forty_hands_is_an_alarm_with_its_numbers(
    tmp_path, name, unit, counts, expected, log10_e
):
    found = alarms(screened(tmp_path, name))[unit]
    assert tuple(found[each] for each in ("k", "K", "n", "N")) == counts
    assert (found["expected"], found["log10_e"]["best_period"][1]) == (expected, log10_e)
    assert len(found["hands"]) == counts[0]


def test_five_blank_cards_at_money_are_on_the_monthly_list_and_no_alarm(tmp_path):
    answer = screened(tmp_path, "blank-cards")
    (table,) = [each for each in answer["results"] if each["unit"] == {"table": "T1"}]
    assert (table["indicator"], table["k"], table["expected"], table["alarm"]) == (
        "SCN008",
        5,
        "1.375",
        False,
    )
    assert table["listed"]


def test_forty_deals_of_two_days_are_one_alarm_with_both_hands(tmp_path):
    found = alarms(screened(tmp_path, "same-deals-day-1", "same-deals-day-2"))["SCN002", ROOM]
    assert (found["k"], found["expected"], found["since"]) == (40, "1.71797e-23", "2026-03-27")
    assert {each["session"] for each in found["hands"]} == {"s23a", "s23b"}
    assert numbers(found)[:10] == numbers(found)[10:]


def test_deals_with_two_cards_exchanged_are_an_alarm_of_the_table_with_both_hands(tmp_path):
    with application(tmp_path / "data") as app:
        client = app.test_client()
        put_room_of_evasions(client)
        send_evasions(client, "same-deals-day-1")
        body = with_a_card_exchanged(evasion("same-deals-day-2"))
        assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
        assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"
        answer = client.get("/v1/screening", query_string={"room": ROOM}).json
    found = alarms(answer)["SCN002", "T1"]
    assert (found["k"], found["N"], found["since"]) == (40, 80, "2026-03-27")
    assert ("SCN002", ROOM) not in alarms(answer)
    assert [(each["session"], each["hand"]) for each in found["hands"]] == [
        (session, hand) for session in ("s23a", "s23b") for hand in range(1, 11)
    ]


def test_a_toke_of_every_seat_is_listed_without_a_chance(tmp_path):
    """A sentence with the amount, the session and the first hands, beside what was tested."""
    answer = screened(tmp_path, "tokes")
    assert answer["noticed"]["in_all"] == 1
    (fact,) = answer["noticed"]["facts"]
    assert (fact["indicator"], fact["kind"], fact["figures"]) == (
        "SCN014",
        "toke_of_every_seat",
        [40, 40, 200],
    )
    assert fact["said"] == "After 40 of 40 hands every seat gave the same toke, $2.00."
    assert (fact["session"], fact["day"], fact["unit"]) == ("s03", "2026-03-05", {"table": "T1"})
    assert fact["hands"] == list(range(1, 21))
    assert "SCN014" not in {code for code, *_ in alarms(answer)}


def test_a_fact_is_not_listed_before_it_was_on_record(tmp_path):
    assert screened(tmp_path, "tokes", as_of=2)["noticed"] == {"in_all": 0, "facts": []}


def test_round_times_are_counted_by_the_seconds_where_these_say_most(tmp_path):
    """Nine of forty hands begin at a minute divisible by five, which is what chance gives; the seconds are the alarm."""
    found = alarms(screened(tmp_path, "tokes"))["SCN019", "T1"]
    assert (found["k"], found["N"], found["expected"], len(found["hands"])) == (8, 40, "0.666667", 8)
    assert "8 start on second 0, where chance gives 0.67." in sentence_of(
        msgspec.convert(found, ScreeningResult)
    )
