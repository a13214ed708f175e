"""Time left of a signing certificate."""

from __future__ import annotations

import datetime as dt

from auditor.signing.certificates import name_of
from auditor.signing.signing_configuration import SigningConfiguration

SOON = dt.timedelta(days=30)


def trouble(signing: SigningConfiguration, now: dt.datetime) -> str | None:
    """Sentence on trouble with the certificates' time, or None."""
    for each in signing.chain:
        begins, ends = each.not_valid_before_utc, each.not_valid_after_utc
        name = f"The certificate of {name_of(each)}, with which reports are signed,"
        if now > ends:
            return f"{name} expired on {ends:%Y-%m-%d}. No report can be signed until signing.toml names a new one."
        if now < begins:
            return f"{name} is not valid before {begins:%Y-%m-%d}. No report can be signed until then."
        if now > ends - SOON:
            return f"{name} expires on {ends:%Y-%m-%d}. Get a new one before that day."
    return None
