"""The redacted edition of an audit, for the public: built anew from allowed fields, never covered up.

A table (`rules/redaction/policy.py`) has every field. Sentences of checks that quote nobody are kept; others are written anew
(`rules/redaction/redaction_words.py`).
"""

from rules.redaction.redact import Redaction
from rules.redaction.redaction_words import WITHHELD

__all__ = ["WITHHELD", "Redaction"]
