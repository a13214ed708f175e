"""Tables of people who sign in, with triggers."""

from __future__ import annotations

from auditor.store.legacy.protection import Protected, triggers

_TABLES = """
CREATE TABLE people ( -- accounts: who somebody is and what they may do is in the account's key
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    email TEXT NOT NULL CHECK (email != ''), -- the sign-in name, in small letters
    key TEXT NOT NULL UNIQUE REFERENCES keys (id) -- nobody has its secret
) STRICT;
CREATE INDEX people_by_email ON people (email);
CREATE TABLE people_events ( -- what became of an account
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    person INTEGER NOT NULL REFERENCES people (id),
    action TEXT NOT NULL CHECK (action IN ('invited', 'accepted', 'disabled', 'reset')),
    until TEXT, -- of an invitation
    by TEXT, -- the account of the system, or the person
    key TEXT REFERENCES keys (id), -- that it was done with; NULL: on the command line
    CHECK ((action IN ('invited', 'reset')) = (until IS NOT NULL))
) STRICT;
CREATE INDEX people_events_of ON people_events (person, id);
CREATE TABLE credentials ( -- what a person shows who signs in; no secret is here as it is
    person INTEGER PRIMARY KEY REFERENCES people (id),
    password TEXT, -- its argon2id hash
    issuer TEXT, -- of OpenID Connect, where the person signs in through a provider
    subject TEXT, -- whom the issuer means
    invitation TEXT UNIQUE CHECK (length(invitation) = 64), -- the SHA-256 of the code; NULL: used, or ended
    invitation_until TEXT,
    totp TEXT, -- the secret of the authenticator, encrypted with people.key
    totp_since TEXT, -- NULL: not yet confirmed with a code
    recovery TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(recovery)), -- SHA-256 of the codes that were not used
    step INTEGER, -- of the last code of the authenticator that was used
    UNIQUE (issuer, subject),
    CHECK ((issuer IS NULL) = (subject IS NULL)),
    CHECK (password IS NULL OR issuer IS NULL), -- one way in
    CHECK ((invitation IS NULL) = (invitation_until IS NULL)),
    CHECK (totp IS NOT NULL OR totp_since IS NULL)
) STRICT;
CREATE TABLE sign_ins ( -- of people, until they end
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    token TEXT NOT NULL UNIQUE CHECK (length(token) = 64), -- the SHA-256 of 256 random bits
    person INTEGER NOT NULL REFERENCES people (id),
    made_at TEXT NOT NULL,
    seen_at TEXT NOT NULL,
    ends_at TEXT NOT NULL, -- however it is used
    factor_at TEXT, -- when the second factor was given last
    address TEXT NOT NULL, -- of the client
    client TEXT NOT NULL -- what it says that it is
) STRICT;
CREATE INDEX sign_ins_of ON sign_ins (person, id);
CREATE TABLE attempts ( -- failed ones to sign in
    subject TEXT PRIMARY KEY CHECK (length(subject) = 64), -- a digest of what they are counted for
    failures INTEGER NOT NULL,
    at REAL NOT NULL, -- of the last one: seconds since 1970
    known INTEGER NOT NULL CHECK (known IN (0, 1)) -- 1: somebody succeeded there
) STRICT, WITHOUT ROWID;
CREATE INDEX attempts_by_time ON attempts (at);
"""
# Earlier ones have no code, and open nothing.
SIGN_IN_CODES = """
DELETE FROM sign_ins;
ALTER TABLE sign_ins ADD COLUMN code TEXT CHECK (length(code) = 64); -- HMAC-SHA256 of the row under sign_ins.key
"""
_ON_RECORD = (
    Protected("people", "an account", ("id = NEW.id", "key = NEW.key")),
    Protected("people_events", "what became of an account", ("id = NEW.id",)),
    Protected("credentials", "the owner of credentials",
              ("person = NEW.person", "invitation = NEW.invitation", "issuer = NEW.issuer AND subject = NEW.subject"),
              columns="person"),
)  # fmt: skip


def people_tables() -> str:
    """Script of the tables and triggers."""
    return "".join([_TABLES, *map(triggers, _ON_RECORD)])
