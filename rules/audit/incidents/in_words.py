"""Incidents in words: the fault, and the one cause of all findings."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.audit.incidents import money_in_words as of_money
from rules.audit.incidents import record_in_words as of_record
from rules.audit.incidents.case_in_words import InWords, WordedCase
from rules.audit.incidents.groups import Pattern
from rules.audit.incidents.short_titles import short_title

MOST_FINDINGS = 40  # of an incident that is put into a sentence
# By the check of the root. The kinds of incidents that come most often, over the golden inputs and the samples.
_CAUSES: Mapping[str, Callable[[WordedCase], InWords | None]] = {
    "LOG001": of_record.numbers_missing,
    "LOG003": of_record.hands_counted,
    "LOG005": of_record.times_out_of_order,
    "LOG006": of_record.outside_hours,
    "DCK001": of_record.card_twice,
    "DCK002": of_record.wrong_number_of_cards,
    "DCK003": of_record.joker_in_the_deal,
    "DCK004": of_record.cards_not_dealt,
    "DCK005": of_record.deal_repeated,
    "SET005": of_record.natural_not_held,
    "STK004": of_record.player_in_two_seats,
    "SCR001": of_money.wrong_nets,
    "PAY001": of_money.wrong_transfers,
    "PAY006": of_money.payment_to_nobody,
}


def in_words(case: WordedCase, pattern: Pattern | None = None) -> InWords:
    """An incident in words; without a sentence where no one cause is recognised."""
    root = case.root
    if pattern is None and len(case.findings) <= MOST_FINDINGS and root.code in _CAUSES:
        said = _CAUSES[root.code](case)
        if said is not None:
            return said
    return InWords(short_title(root, pattern))
