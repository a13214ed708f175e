"""Handler of facts about second factors, on which decisions rest (`auditor.facts.handlers.must_rest_on_its_factor`)."""

from __future__ import annotations

from auditor.facts.handlers import DoesNotFollow, folds, found, must_be, row_of_fact
from auditor.facts.kinds.facts_of_keys import SignInFactorGiven
from auditor.facts.tables import FACT, Tables

KEPT = 20  # last ones of a person, of which decisions may still rest on each: whoever gave an earlier one gives another
_PROVED_BY = {"authenticator": "totp_since", "recovery": "totp_since", "provider": "issuer"}  # in credentials


@folds(SignInFactorGiven, "people", "credentials", "sign_in_factors")
def factor_given(tables: Tables, seq: int, fact: SignInFactorGiven) -> None:
    """Note a second factor. It follows an account in use with such a factor, and is of its key. The person's earliest ones go."""
    account = found(tables, "people", seq, fact, fact.person)
    must_be(seq, fact, f"account {fact.person}", account["last"], "accepted")
    must_be(seq, fact, "the key", fact.by, account["key"])
    must_be(seq, fact, "the method", fact.method, *_PROVED_BY)
    if found(tables, "credentials", seq, fact, fact.person)[_PROVED_BY[fact.method]] is None:
        raise DoesNotFollow(seq, fact, f"account {fact.person} has no {fact.method}.")
    at = fact.given_at or fact.at
    tables.put("sign_in_factors", row_of_fact("sign_in_factors", seq, fact, at=at))
    earliest_first = sorted(tables.of("sign_in_factors", person=fact.person), key=lambda row: int(row[FACT]))
    for row in earliest_first[:-KEPT]:
        tables.drop("sign_in_factors", row["sign_in"], row["at"])
