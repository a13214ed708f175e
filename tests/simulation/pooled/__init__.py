"""Honest hands of pot games with parts of their cards off the record, and a plain judge of cards that are twice."""
