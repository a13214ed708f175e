"""What a schema says of a field, as a page says it."""

import marshmallow as ma
import pytest

from auditor.http import incident_schemas, request_schemas, sample_schemas
from auditor.http.web.form_words import by_field, in_words
from tests.folding import of_every


def wrong(schema: ma.Schema, **sent: object) -> dict[str, str]:
    try:
        schema.load(sent)
    except ma.ValidationError as error:
        return by_field(error, sent)
    return {}


def test_an_empty_field_is_to_be_filled_in():
    assert wrong(incident_schemas.ReturnRequest(), reason="") == {"reason": "Fill this in."}
    assert wrong(incident_schemas.ReturnRequest(), reason="  ") == {"reason": "Fill this in."}
    assert wrong(incident_schemas.ReturnRequest()) == {"reason": "Fill this in."}


def test_a_field_that_is_right_is_not_named():
    assert wrong(incident_schemas.ReturnRequest(), reason="Which dealer?") == {}


def test_a_date_and_a_number_say_what_they_look_like():
    sent = {
        "room": "WA-0417",
        "from": "x",
        "until": "2026-03-14",
        "hands": "many",
        "source": "s",
        "value": "v",
    }
    assert wrong(sample_schemas.SampleRequest(), **sent) == {
        "from": "Write a day such as 2026-03-14.",
        "hands": "Write a whole number.",
    }


def test_days_in_the_wrong_order_are_named_at_the_last_one():
    said = wrong(
        request_schemas.AuditRequest(), room="WA-0417", **{"from": "2026-03-15", "until": "2026-03-14"}
    )
    assert said == {"until": "The last day is before the first."}


@of_every("text", ["A what-if tries a ruleset: name it.", "'x' is no time of day; one looks like 06:00."])
def test_a_text_of_its_own_is_left_as_it_is(text):
    assert in_words(text) == text


def test_a_text_that_is_too_long_says_how_much_is_taken():
    assert in_words("Length must be between 1 and 2000.", "x" * 3000) == "Write at most 2,000 characters."
    assert in_words("Must be one of: full, redacted.") == "Choose one of: full, redacted."


def test_what_the_schema_was_given_is_known_without_being_stated_again():
    for reason, said in (("x" * 9000, "Write at most 4,000 characters."), ("", "Fill this in.")):
        with pytest.raises(ma.ValidationError) as error:
            incident_schemas.ReturnRequest().load({"reason": reason})
        assert by_field(error.value) == {"reason": said}
