"""What a report says of answers to its incidents and of decisions on them, and the response form filled from the record."""

from typing import Any

import pytest

from reports.dates import Dates
from reports.drawn_answers import Answered, Decision, Repeated, response_text, state_text
from tests.reports import samples
from tests.reports.reading import Reading

AT = "2026-03-20T10:00:00.000000Z"
DATES = Dates(reported_at="2026-03-16T08:12:00Z", response_days=14)


def answered(incident: str, **changes: Any) -> Answered:
    facts: dict[str, Any] = {
        "incident": incident, "state": "answered", "due": None, "cause": "The dealer misread\nrow 2.",
        "corrective_action": "He is trained again by 1 May.", "at": AT, "by": "Dana Reyes", "files": [], "decisions": [],
        "changed_since_answer": False, "recurrence_of": [], "purged": False,
    }  # fmt: skip
    return Answered(**(facts | changes))


def report(**changes: Any) -> Reading:
    """Of an audit with one incident, about which something was done."""
    found = [samples.finding()]
    incident = samples.incident(found)
    answers = {incident.id: answered(incident.id, **changes)}
    return Reading(samples.pdf(samples.audit(found, incidents=[incident]), dates=DATES, answers=answers))


def form(reading: Reading) -> str:
    """The text of the last section."""
    return reading.text[reading.text.rindex("Response of the licensee") :]


def test_an_answer_stands_with_its_incident_and_fills_the_form():
    reading = report(files=["memo.pdf", "video.mp4"])
    words = "Dana Reyes, 2026-03-20. He is trained again by 1 May. Files: memo.pdf and video.mp4."
    assert "Stated by the licensee: The dealer misread row 2." in reading.text
    assert "Licensee to state" not in reading.text
    assert words in reading.text
    assert "Answered; not decided." in reading.text
    assert "What the licensee has answered, and what was decided, is filled in from the record." in form(
        reading
    )
    for part in ("Cause: The dealer misread row 2.", "He is trained again", "memo.pdf and video.mp4"):
        assert part in form(reading)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"decisions": [Decision("accepted", AT, "Agent 12", None)]}, "Accepted on 2026-03-20 by Agent 12."),
        ({"decisions": [Decision("returned", AT, "Agent 12", "Which\ndealer?")], "due": "2026-04-03"},
         "Returned on 2026-03-20 by Agent 12: Which dealer? An answer is due by 2026-04-03."),
        ({"decisions": [Decision("accepted", AT, None, "letter 3"), Decision("closed", AT, "Agent 12", None)]},
         "Accepted on 2026-03-20 by nobody named: letter 3. Closed on 2026-03-20 by Agent 12."),
        ({"changed_since_answer": True},
         "Answered; not decided. The newest audit states something else in this incident than was answered."),
        ({"at": None, "by": None, "cause": None, "corrective_action": None, "due": "2026-03-30",
          "recurrence_of": [Repeated("ab" * 32, "closed", AT)]},
         "Open. An answer is due by 2026-03-30. Recurrence of 1 earlier incident: abababababab (closed 2026-03-20)."),
    ],
)  # fmt: skip
def test_the_state_says_who_decided_what(changes, says):
    found = answered("f" * 64, **changes)
    assert state_text(found) == says
    assert says in report(**changes).text


def test_words_that_were_purged_are_said_to_be():
    found = answered("f" * 64, cause=None, corrective_action=None, purged=True)
    assert response_text(found) == "Dana Reyes, 2026-03-20. Its words were purged. Answered; not decided."


def test_the_longest_answer_is_printed_whole():
    reading = report(corrective_action="trained again " * 280 + "and tested")
    assert "and tested" in reading.text


@pytest.mark.slow
def test_an_incident_without_a_record_leaves_the_form_to_be_filled_in():
    found = [samples.finding(), samples.finding(18)]
    one, two = samples.incident(found[:1]), samples.incident(found[1:])
    audit = samples.audit(found, incidents=[one, two])
    reading = Reading(samples.pdf(audit, dates=DATES, answers={one.id: answered(one.id)}))
    assert reading.text.count("Licensee to state") == 1
    assert samples.pdf(audit, dates=DATES, answers={}) == samples.pdf(audit, dates=DATES)
    assert "filled in from the record" not in Reading(samples.pdf(audit, dates=DATES)).text
