"""Impossible deals, in which amounts due are unknown."""

from __future__ import annotations

from rules.checks.cards import dck001_card_twice, dck002_card_count, dck003_joker
from rules.checks.support.view_cache import shared
from rules.checks.support.views import BlockView
from rules.hands import Flags

IMPOSSIBLE = "the deal as recorded is impossible, so what was due is not known"


@shared  # every check of payments reads the same block
def impossible(view: BlockView) -> Flags:
    """(H,) hands with repeated cards, wrong numbers, strange jokers, or undealt cards that cannot be put back."""
    found = view.hands.exchanged.unclear.copy()
    for module in (dck001_card_twice, dck002_card_count, dck003_joker):
        found[[draft.hand for draft in module.drafts(view) if draft.hand is not None]] = True
    return found & ~view.replayed.void  # nothing is due in a void deal, whatever was dealt
