"""Late corrections in the screening of their room: a month is looked at once, when the month after it has ended."""

import hashlib
from datetime import UTC, datetime

import pytest

from auditor.store.service_clock import moved_to
from tests.http.kit import NDJSON, hand_line, log
from tests.http.test_screening import of, results
from tests.services import application


@pytest.fixture
def client(tmp_path):
    with application(tmp_path / "data") as app:
        yield app.test_client()


def upload(client, body):
    assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201


def on(month, day):
    return moved_to(datetime(2026, month, day, 12, tzinfo=UTC))


def filed(number, author, *hands, **stated):
    return log(*(hands or (hand_line(1),)), session=f"S-{number}", recorded_by=author, **stated)


def correct(client, number, author):
    """A correction of a file, signed by somebody else."""
    first = filed(number, author)
    supersedes = {"sha256": hashlib.sha256(first).hexdigest(), "reason": "keyed wrong", "by": "E-7"}
    upload(client, filed(number, author, hand_line(2), supersedes=supersedes))


def month(client):
    """Sixteen files of March, of which all four of one author are corrected after twenty days, one other after two."""
    with on(3, 2):
        for number in range(16):
            upload(client, filed(number, "A" if number < 4 else "B"))
    with on(3, 4):
        correct(client, 15, "B")
    with on(3, 22):
        for number in range(4):
            correct(client, number, "A")


def every(client, **query):
    return results(client, every="true", page_size=1000, **query)


def test_late_corrections_of_one_authors_files_are_counted_once_the_next_month_has_ended(client):
    month(client)
    with on(4, 29):
        assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"
        assert {each["indicator"] for each in every(client)}.isdisjoint({"SCN015"})
    before = client.application.extensions["auditor"].store.screening.entries() - 1
    with on(5, 2):
        upload(client, filed(99, "B"))
    found = of(every(client), "SCN015", author="A")
    assert [found[name] for name in ("k", "K", "n", "N")] == [4, 4, 4, 21]
    assert (found["expected"], found["log10_e"]["best_period"][0]) == ("0.761905", "2026-03-31")
    assert {each["indicator"] for each in every(client, as_of=before)}.isdisjoint({"SCN015"})


def test_a_correction_after_the_month_was_looked_at_changes_nothing(client):
    month(client)
    with on(5, 2):
        assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"
    before = of(every(client), "SCN015", author="A")
    with on(5, 3):
        for number in range(4, 9):
            correct(client, number, "B")
        assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"
    after = of(every(client), "SCN015", author="A")
    assert (after["sums"], after["K"]) == (before["sums"], 4)


def result_of(number, net, **stated):
    """A file of one hand that P1 won, or lost, and P2 the opposite."""
    return log(hand_line(1, (net, -net, 0, 0)), session=f"S-{number}", recorded_by="A", **stated)


def corrected(client, number, net, by="E-7"):
    """A file in which P1 lost 300, and its correction."""
    first = result_of(number, -300)
    upload(client, first)
    supersedes = {"sha256": hashlib.sha256(first).hexdigest(), "reason": "keyed wrong", "by": by}
    upload(client, result_of(number, net, supersedes=supersedes))


def test_corrections_that_always_help_one_player_are_an_alarm_of_him_and_of_who_signed(client):
    with on(3, 2):
        for number in range(16):
            corrected(client, number, 100)
    with on(5, 2):
        assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"
    helped, signed = (
        of(every(client), "SCN015", **unit) for unit in ({"player": "P1"}, {"author": "E-7", "player": "P1"})
    )
    assert [helped[name] for name in ("k", "N", "expected", "strata")] == [16, 16, "8", 16]
    assert (signed["k"], signed["sums"]) == (16, helped["sums"])
    assert helped["log10_e"]["best_period"][0] == "2026-03-31"
    assert (helped["alarm"], signed["hands"]) == (True, helped["hands"])
    assert [(each["session"], each["hand"], each["line"]) for each in helped["hands"]] == [
        (f"S-{number}", 1, 2) for number in sorted(range(16), key=str)
    ]
    late = [each for each in every(client) if each["unit"] == {"author": "E-7"}]
    assert all(each["hands"] == [] for each in late)  # files, and no hands


def test_at_most_twenty_hands_of_corrections_are_shown_the_largest_amounts_first(client):
    with on(3, 2):
        for number in range(24):
            corrected(client, number, 100 if number < 4 else 900)
    with on(5, 2):
        assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"
    found = of(every(client), "SCN015", player="P1")
    assert {each["session"] for each in found["hands"]} == {f"S-{number}" for number in range(4, 24)}


def test_corrections_to_both_sides_are_quiet(client):
    with on(3, 2):
        for number in range(12):
            corrected(client, number, 100 if number % 2 else -500)
    with on(5, 2):
        assert client.post("/v1/audits", json={"pending": True}).json["state"] == "finished"
    found = of(every(client), "SCN015", player="P1")
    assert (found["k"], found["alarm"]) == (6, False)
