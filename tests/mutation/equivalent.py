"""Mutants that change nothing that can be seen, by their line and change, with the reason."""

_GUARD = "the bound decides only whether decimal arithmetic is asked, which gives the same floor"
_FORGETS = "how much is remembered changes no result"
_MORE_DIGITS = "digits beyond those that settle the floor"

EQUIVALENT = {
    ("even_cards", "_MORE = 40  # digits above those asked for; the upper tail is a difference from 1", "40 → 41"): _MORE_DIGITS,
    ("even_cards", "context.prec += _MORE", "context.prec += _MORE → pass"): _MORE_DIGITS,
    ("even_cards", "while total + power / (2 * step + 1) != total:", "2 * step + 1 → 2 * step - 1"): _MORE_DIGITS,
    ("exchangeable", "error = (np.abs(whole) + NANO * (1 + most)) * 2.0**-46", "1 + most → 1"): _GUARD,
    ("exchangeable", "error = (abs(guess) + NANO * (1 + most / scale)) * 2.0**-48",
     "NANO * (1 + most / scale) → NANO + (1 + most / scale)"): _GUARD,
    ("exchangeable", "if floor(guess - error) == floor(guess + error):", "guess + error → guess - error"): _GUARD,
    ("marked", "_MOST_KNOWN = 1 << 15  # strata", "15 → 16"): _FORGETS,
    ("marked", "return max(0, self.marked + self.favourable - self.cases)",
     "self.marked + self.favourable → self.marked - self.favourable"): "outcomes that the margins do not allow have no ways",
}  # fmt: skip
