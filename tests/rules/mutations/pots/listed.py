"""What an audit makes of a change of each field of a hand of a pot game, and which changes it cannot see, and why.

A row is of every game whose hands have the field; "stud7 dealer" is of stud7 alone, and replaces the row "dealer" there.
"""

from __future__ import annotations

# By field, or by what became of an act: a check that finds the change of at least one hand. In every hand something is found.
FOUND = {
    "bet twice": "BET001", "bet.said_to": "BET008", "bet.seat": "BET001", "draw27 bet.to": "BET005", "stud7 bet.to": "BET005",
    "board twice": "DCK001", "board.run": "IRR015", "board.street": "IRR015", "board.face_down": "IRR013",
    "board.reshuffled": "IRR013", "board.withdrawn": "IRR015",
    "call twice": "BET001", "call.said": "BET008", "call.seat": "BET001", "call.to": "BET007",
    "card twice": "DCK001",
    "check twice": "BET001", "check.said": "BET008", "check.seat": "BET001",
    "complete twice": "BET001", "complete.chips": "BET008", "complete.said_to": "BET008", "complete.seat": "BET001",
    "complete.to": "BET005", "clock.acted_at": "BET014", "clock.at": "BET014",
    "discard twice": "IRR016", "discard.cards": "DCK004", "discard.seat": "IRR016", "without discard": "IRR016",
    "dealer": "BET009", "draw.discard": "DCK004", "draw.street": "IRR016", "fees.amount": "POT009", "fees.kind": "FEE035",
    "fold twice": "BET002", "fold.said": "BET008", "fold.seat": "BET002",
    "post twice": "BET016", "post.amount": "BET009", "post.seat": "BET009",
    "pots.amount": "POT008", "pots.awards.amount": "POT009", "pots.awards.half": "POT009", "pots.awards.run": "POT009",
    "pots.awards.seat": "POT009",
    "raise twice": "BET001", "raise.chips": "BET008", "raise.said_to": "BET008", "raise.seat": "BET001",
    "draw27 raise.to": "BET005", "stud7 raise.to": "BET005",
    "return twice": "BET007", "return.amount": "BET007", "return.seat": "BET007",
    "run.agreed": "BET015", "run.times": "BET015",
    "seats.net": "POT010", "seats.stack": "STK018", "show.cards": "DCK004",
    "void": "IRR005",
    "without board": "IRR015",
    "without bet": "BET001", "without call": "BET007", "without complete": "BET001", "without raise": "BET001",
}  # fmt: skip

_REPLACED = (
    "a bet that a raise replaces may have been another one, as far as the raise is large enough above it"
)
_ANNOUNCED = "the bet was announced, and what else was said with it binds to no more"
_WHO_WINS = "another card that is nowhere else in the hand shows only where it changes who wins"
_UP = (
    "another card that is nowhere else in the hand shows only where it changes who opens a round or who wins"
)
_AT_MOST = "standard-cash takes a rake up to a most, and a drop as it is recorded"
_ONE_POT = "one pot is the hand's, whatever its number, and bears what is taken from the hand"
_UNCOUNTED = (
    "no check counts the cards of a seat on a later street; another first seat or an early street shows"
)

# A check that finds the change of some hands, and why it does not show in all.
SOMETIMES = {
    "bet.chips": ("BET008", "the first motion of a bet is made up to the minimum, which the bet may be"),
    "bet.said": ("BET008", _ANNOUNCED), "raise.said": ("BET008", _ANNOUNCED),
    "bet.to": ("BET007", _REPLACED), "raise.to": ("BET007", _REPLACED),
    "board.cards": ("POT009", _WHO_WINS), "seats.hole": ("POT009", _WHO_WINS), "draw.cards": ("POT009", _WHO_WINS),
    "card.seat": ("BET001", _UNCOUNTED), "card.street": ("IRR015", _UNCOUNTED), "without card": ("BET001", _UNCOUNTED),
    "card.down": ("DCK004", "a card of a seat that shows nothing is seen nowhere else"),
    "card.up": ("BET001", _UP), "seats.up": ("BET010", _UP),
    "stud7 dealer": ("POT005", "up-cards say who brings in and who opens; the button only who is first where nothing else does"),
    "draw twice": ("DCK001", "a player who stands pat twice holds what he held"),
    "draw.seat": ("IRR016", "the exchange of the last to draw, by a seat that did not draw yet, is in order"),
    "crazy_pineapple fees.kind": ("FEE033", _AT_MOST),
    "irregularities.cards": ("IRR014", "more cards than enough are a ground too, and a hand that may only call has no number"),
    "irregularities.kind": ("IRR014", "another kind may be a ground too, and a ruling binds whatever it followed"),
    "irregularities.ruling": ("IRR005", "a hand that may only call, and does, may be one that is played on"),
    "irregularities.seat": ("BET013", "a misdeal is of no seat; and only a seat that raised shows that it may only call"),
    "irregularities.when": ("IRR014", "a ruling that binds a seat does so whenever it was made"),
    "ruled show.cards": ("DCK004", "a ruling may have changed the cards of a hand with an irregularity"),
    "fees.pot": ("POT009", _ONE_POT), "pots.pot": ("POT008", _ONE_POT),
    "muck.seat": ("POT009", "a seat that folded or lost may throw its cards away"),
    "post.kind": ("POT010", "a blind of another name brings the same chips where its seat stays in"),
    "pots.awards.order": ("POT007", "one pot has no order, and neither have the awards of a pot"),
    "pots.eligible": ("POT008", "a seat that mucked counts neither way"),
    "seats.player": ("STK018", "who is new need not be on record; of who bought chips, the first stack is what was bought"),
    "show.seat": ("POT005", "only who shows first is tested"),
    "without check": ("BET001", "the last check of a round that nobody bet in is missing, and the next street begins"),
    "without draw": ("POT009", "a seat without a draw stands pat"),
    "without fold": ("POT008", "a seat that is never heard of again did not have to fold where nobody bet"),
    "without muck": ("POT005", "a seat that threw its cards away claims nothing; only who shows first is tested"),
    "without post": ("BET007", "a call that states what it is to takes up what was not posted"),
    "without show": ("POT005", "the last to show may show nothing and win, where no one else showed"),
}  # fmt: skip

_ALIKE = "the chips that count are the same"
_NO_PART = "it names what is compared with other hands and logs alone"
_AGAIN = "the same cards, shown or given up once more, change nothing"
_WITHDRAWN = "evidence is withdrawn: what it would have shown is not on record"
_AWAY = "a hand is out of play whoever folds it, and no rule asks who was away"
CANNOT_SHOW = {
    "call.chips": "chips that face a bet without a word are a call in however many motions",
    "change twice": _ALIKE, "change.amount": _ALIKE, "change.seat": _ALIKE, "without change": _ALIKE,
    "complete.said": _ANNOUNCED,
    "dealer_id": _NO_PART, "deck": _NO_PART, "video": _NO_PART,
    "show twice": _AGAIN, "muck twice": _AGAIN,
    "draw27 fees.kind": _AT_MOST,
    "fold.by": _AWAY, "seats.present": _AWAY,
    "clock.called_by": "anybody may call the clock", "clock.seat": "the time is compared, on whomever the clock was called",
    "clock twice": "the same is called twice", "without clock": _WITHDRAWN,
    "draw.offered": "a card that is nowhere else in the hand was first shown and refused",
    "irregularities.act": "the ruling binds the acts after it, and the seat does not raise at all",
    "irregularities.by": _NO_PART,
    "ruled seats.stack": "each hand of this log has players of its own, so that no stack follows from another hand",
    "draw27 pots.awards.order": "standard-cash has pots pushed in any order",
    "run twice": "the same is agreed twice", "without run": _WITHDRAWN,
    "without return": _WITHDRAWN,
}  # fmt: skip
REFUSED = {"seats.seat"}  # acts of a seat that is not listed
