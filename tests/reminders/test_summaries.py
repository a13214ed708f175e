"""`auditor notify`: who gets which summary, once a day; and what becomes of it where the mail server does not take it."""

import json

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from auditor.access import people
from auditor.cli import main
from auditor.home.home_of_person import WaitingCounts
from auditor.reminders.deadlines import Deadlines, DueAnswer, EndingVideo
from auditor.reminders.reminder_summary import ReminderSummary, message_of
from auditor.store.service_clock import now
from tests.http.filing import put_room
from tests.http.kit import NDJSON, hand_line, log
from tests.http.web.kit import ADA, DANA, MARA, PASSWORD, WRONG, signed_in, words
from tests.reminders.servers import Inbox, listening
from tests.reminders.test_smtp import settings
from tests.services import application

FOUND_AT = "2026-03-15T12:10:59Z"


def with_incidents(client):
    put_room(client, authority="wsgc")
    put_room(client, "WA-0500", authority=None)
    for room in ("WA-0417", "WA-0500"):
        body = log(hand_line(1, WRONG), room=room)
        assert client.post("/v1/sessions", data=body, content_type=NDJSON).status_code == 201
        assert client.post("/v1/audits", json={"room": room}).json["state"] == "finished"


@pytest.fixture
def app(tmp_path):
    with application(tmp_path / "data", filled=with_incidents) as made:
        yield made


@pytest.fixture
def data(app, tmp_path):
    """A data folder with an incident in each of two rooms; Dana of WA-0417, Mara and Ada have accounts, and asked for mail."""
    store = app.extensions["auditor"].store
    for email, wanted in (DANA, MARA, ADA):
        made = people.with_password(store, email, wanted, PASSWORD, now(), "ops")
        store.reminders.want_summary(made.id, True, now())
    return tmp_path / "data"


def notify(data, *options):
    return CliRunner().invoke(main, ["notify", "--data", str(data), *options])


def answer(day, title="A card appears twice in the deal", **changes):
    values = {
        "room": "WA-0417", "incident": "f" * 64, "played": "2026-03-14", "severity": "critical", "found_at": FOUND_AT,
        "overdue": False,
    }  # fmt: skip
    return DueAnswer(day=day, title=title, **{**values, **changes})


def test_each_person_gets_what_waits_for_the_account(data):
    inbox = Inbox()
    with listening(inbox) as port:
        settings(data, port=port)
        done = notify(data)
    assert done.exit_code == 0, done.output
    assert "dana.reyes@example.org: sent\n" in done.output
    # nothing was answered and handed in, so that nothing waits for the authority; the administrator has no part in it
    assert "mara.ortiz@example.gov: nothing waits\n" in done.output
    assert "ada.stone@example.org: nothing waits\n" in done.output
    assert "1 sent, 0 not sent, 3 in all." in done.output
    (mail,) = inbox.messages
    assert mail["To"] == "Dana Reyes <dana.reyes@example.org>"
    assert mail["From"] == "Card-room auditor <auditor@example.org>"
    assert mail["Auto-Submitted"] == "auto-generated"
    text = mail.get_content()
    assert "for Dana Reyes" in text
    assert "answers to give" in text or "answer to give" in text
    assert "https://auditor.example.org/home" in text
    assert "https://auditor.example.org/account" in text
    assert "WA-0500" not in text


def test_a_person_gets_one_summary_a_day(data):
    inbox = Inbox()
    with listening(inbox) as port:
        settings(data, port=port)
        notify(data)
        assert "dana.reyes@example.org: sent before\n" in notify(data).output
        assert len(inbox.messages) == 1
        assert "dana.reyes@example.org: sent\n" in notify(data, "--again").output
    assert len(inbox.messages) == 2


def test_one_mail_that_fails_keeps_no_other_back(data, app):
    store = app.extensions["auditor"].store
    second = ("ann.cole@example.org", DANA[1])
    made = people.with_password(store, *second, PASSWORD, now(), "ops")
    store.reminders.want_summary(made.id, True, now())
    inbox = Inbox()
    inbox.refuses.add(DANA[0])
    with listening(inbox) as port:
        settings(data, port=port)
        done = notify(data)
        assert done.exit_code == 1
        assert f"{DANA[0]}: not sent. localhost refuses the recipient" in done.output
        assert [each["To"] for each in inbox.messages] == ["Dana Reyes <ann.cole@example.org>"]
        inbox.refuses.clear()
        again = notify(data)  # what was not sent is tried the next time
    assert f"{DANA[0]}: sent\n" in again.output
    assert "ann.cole@example.org: sent before\n" in again.output


def test_an_account_that_ended_gets_none(data, app):
    people.disable(app.extensions["auditor"].store, DANA[0], now(), "ops")
    inbox = Inbox()
    with listening(inbox) as port:
        settings(data, port=port)
        done = notify(data)
    assert DANA[0] not in done.output
    assert inbox.messages == []


def test_programs_get_what_became_of_each(data):
    inbox = Inbox()
    with listening(inbox) as port:
        settings(data, port=port)
        found = json.loads(notify(data, "--format", "json").output)["summaries"]
    assert {"email": "dana.reyes@example.org", "outcome": "sent", "why": None} in found


def test_without_a_mail_server_it_says_what_to_do(data, tmp_path):
    done = notify(data)
    assert done.exit_code == 2
    assert f"No mail server is set up: {data / 'smtp.toml'} does not exist." in done.output
    nowhere = notify(tmp_path / "nowhere")
    assert nowhere.exit_code == 2
    assert "is not the data folder of a service" in nowhere.output


def test_people_ask_for_it_on_the_page_of_their_account(app):
    dana = signed_in(app, DANA)
    page = dana.get("/account")
    assert "You get no mail." in words(page)
    assert "This service sends no mail so far" in words(page)
    page = dana.send("/account/summary")
    assert "You get a summary by mail on each day on which something waits." in words(page)
    assert "You get a mail at dana.reyes@example.org" in words(page)
    store = app.extensions["auditor"].store
    assert [store.people.get(each.person).email for each in store.reminders.daily()] == [DANA[0]]
    page = dana.send("/account/summary")
    assert "You get no summary by mail any more." in words(page)
    assert store.reminders.daily() == []


def test_a_summary_names_what_is_overdue_what_is_due_in_two_days_and_videos(tmp_path, app):
    mail = settings(tmp_path)
    made = people.with_password(app.extensions["auditor"].store, *DANA, PASSWORD, now(), "ops")
    summary = ReminderSummary(
        "2026-03-29",
        WaitingCounts(4, 0, 0, logs=1, not_auditable=2),
        Deadlines(
            [
                answer("2026-03-28", "Seat 1 was paid twice", overdue=True),
                answer("2026-03-31"),
                answer("2026-04-01", "It is due later"),
            ],
            [EndingVideo("2026-03-30", "WA-0417", "2026-03-23", 2, FOUND_AT)],
        ),
    )
    message = message_of(summary, made, mail)
    text = message.get_content()
    assert message["Subject"] == "1 answer overdue"
    overdue, soon = text.index("Overdue answers"), text.index("Answers due within two days")
    assert overdue < text.index("2026-03-28  WA-0417: Seat 1 was paid twice (critical)") < soon
    assert soon < text.index("2026-03-31  WA-0417: A card appears twice in the deal (critical)")
    assert "It is due later" not in text
    assert "2026-03-30  WA-0417, gaming day 2026-03-23: 2 incidents" in text
    assert "4 answers to give" in text
    assert "1 log that is overdue" in text
    assert "2 sessions that cannot be audited" in text


@pytest.mark.parametrize(
    ("answers", "subject"),
    [
        ([answer("2026-03-30"), answer("2026-03-31")], "2 answers due within two days"),
        ([answer("2026-04-30")], "What waits for you"),
    ],
)
def test_the_subject_says_what_presses(tmp_path, app, answers, subject):
    made = people.with_password(app.extensions["auditor"].store, *DANA, PASSWORD, now(), "ops")
    summary = ReminderSummary("2026-03-29", WaitingCounts(len(answers)), Deadlines(answers, ()))
    assert message_of(summary, made, settings(tmp_path))["Subject"] == subject


def test_no_name_adds_a_header_to_a_mail(tmp_path, app):
    made = people.with_password(app.extensions["auditor"].store, *DANA, PASSWORD, now(), "ops")
    named = replace(made, key=replace(made.key, name="Dana\r\nBcc: eve@example.org"))
    with pytest.raises(ValueError, match="CR or LF"):
        message_of(ReminderSummary("2026-03-29", WaitingCounts(1), Deadlines()), named, settings(tmp_path))


def test_a_day_on_which_nothing_waits_says_nothing():
    assert not ReminderSummary("2026-03-29", WaitingCounts(), Deadlines()).says_anything
    assert ReminderSummary("2026-03-29", WaitingCounts(approvals=1), Deadlines()).says_anything
    assert ReminderSummary("2026-03-29", WaitingCounts(logs=1), Deadlines()).says_anything
