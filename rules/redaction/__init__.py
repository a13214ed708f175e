"""The redacted edition of an audit, for the public: built from allowed fields."""

from rules.redaction.redact import Redaction
from rules.redaction.redaction_words import WITHHELD

__all__ = ["WITHHELD", "Redaction"]
