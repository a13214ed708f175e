"""Table of wanted reminders, and the end of addresses that nobody may use any more, as they were before facts."""

REMINDERS = """
CREATE TABLE reminders ( -- of a person: a calendar with a secret address, and a summary by mail
    person INTEGER PRIMARY KEY REFERENCES people (id),
    calendar TEXT UNIQUE CHECK (length(calendar) = 64), -- the SHA-256 of the secret in the address; NULL: there is none
    calendar_at TEXT, -- when the address was made
    code TEXT CHECK (length(code) = 64), -- HMAC-SHA256 of the calendar under sign_ins.key
    daily INTEGER NOT NULL DEFAULT 0 CHECK (daily IN (0, 1)), -- 1: the person wants a summary by mail
    sent_on TEXT, -- the day (UTC) of the last summary
    CHECK ((calendar IS NULL) = (calendar_at IS NULL) AND (calendar IS NULL) = (code IS NULL))
) STRICT;
"""
END_CALENDARS_BEFORE_FACTS = "UPDATE reminders SET calendar = NULL, calendar_at = NULL, code = NULL"
