"""What an audit makes of a change of each field of a hand of a draw game, and which changes it cannot see, and why."""

from __future__ import annotations

# By field, or by what became of an act: a check that finds the change of at least one hand. In every hand something is found.
FOUND = {
    "bet twice": "BET001", "bet.said_to": "BET008", "bet.seat": "BET001", "bet.to": "BET005",
    "call twice": "BET001", "call.said": "BET008", "call.seat": "BET001", "call.to": "BET007",
    "check twice": "BET001", "check.said": "BET008", "check.seat": "BET001",
    "dealer": "BET009", "draw.street": "IRR016", "fees.amount": "POT009",
    "fold twice": "BET002", "fold.said": "BET008", "fold.seat": "BET002",
    "post.amount": "BET009", "post.seat": "BET009",
    "pots.amount": "POT008", "pots.awards.amount": "POT009", "pots.awards.seat": "POT009",
    "raise twice": "BET001", "raise.chips": "BET008", "raise.said": "BET008", "raise.seat": "BET001", "raise.to": "BET005",
    "return twice": "BET007", "return.amount": "BET007", "return.seat": "BET007",
    "seats.net": "POT010", "seats.stack": "STK018",
    "without bet": "BET001", "without call": "BET007", "without raise": "BET001",
}  # fmt: skip

# A check that finds the change of some hands, and why it does not show in all.
SOMETIMES = {
    "bet.chips": ("BET008", "the first motion of a bet is made up to the minimum, which the bet may be"),
    "bet.said": ("BET008", "the bet was announced, and what else was said with it binds to no more"),
    "draw twice": ("DCK001", "a player who stands pat twice holds what he held"),
    "draw.cards": ("POT009", "another card that is nowhere else in the hand shows only where it changes who wins"),
    "draw.seat": ("IRR016", "the exchange of the last to draw, by a seat that did not draw yet, is in order"),
    "muck.seat": ("POT009", "a seat that folded or lost may throw its cards away"),
    "post twice": ("POT010", "a call that states what it is to takes up what was posted"),
    "post.kind": ("POT010", "a blind that is named otherwise brings the same chips where its seat stays in"),
    "pots.eligible": ("POT008", "a seat that mucked counts neither way"),
    "seats.hole": ("POT009", "another card that is nowhere else in the hand shows only where it changes who wins"),
    "show.seat": ("POT005", "only who shows first is tested"),
    "without check": ("BET001", "the last check of a round that nobody bet in is missing, and the next street begins"),
    "without draw": ("POT009", "a seat without a draw stands pat"),
    "without fold": ("POT008", "a seat that is never heard of again did not have to fold where nobody bet"),
    "without post": ("BET007", "a call that states what it is to takes up what was not posted"),
    "without show": ("POT005", "the last to show may show nothing and win, where no one else showed"),
}  # fmt: skip

_ALIKE = "the chips that count are the same"
_NO_PART = "it names what is compared with other hands and logs alone"
_NOT_HELD = "what was shown or thrown away is not compared with what was dealt"
_WITHDRAWN = "evidence is withdrawn: what it would have shown is not on record"
CANNOT_SHOW = {
    "call.chips": "chips that face a bet without a word are a call in however many motions",
    "change twice": _ALIKE, "change.amount": _ALIKE, "change.seat": _ALIKE, "without change": _ALIKE,
    "dealer_id": _NO_PART, "deck": _NO_PART, "video": _NO_PART,
    "seats.player": "who is new at the table has no stack before; who left need not be on record",
    "draw.discard": _NOT_HELD, "show.cards": _NOT_HELD, "show twice": _NOT_HELD, "muck twice": _NOT_HELD,
    "fees.pot": "one pot bears what is taken from the hand",
    "pots.pot": "one pot of the amount of all is the hand's, whatever its number",
    "pots.awards.order": "the standard rules have pots pushed in any order",
    "without muck": _WITHDRAWN, "without return": _WITHDRAWN,
}  # fmt: skip
REFUSED = {"seats.seat"}  # acts of a seat that is not listed
