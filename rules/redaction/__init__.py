"""The redacted edition of an audit: what the public may read of it, made anew from what is allowed and never covered up.

Fields are copied by a table (`rules/redaction/policy.py`) that has every one of them. Sentences are kept of checks that are
known to quote nobody, and otherwise made anew (`rules/redaction/words.py`).
"""

from rules.redaction.redact import Redaction
from rules.redaction.words import WITHHELD

__all__ = ["WITHHELD", "Redaction"]
