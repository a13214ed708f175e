"""Mutants that change nothing that can be seen, by their line and change, with the reason."""

_GUARD = "the bound decides only whether decimal arithmetic is asked, which gives the same floor"
_FORGETS = "how much is remembered changes no result"
_NO_WAYS = "outcomes that the margins do not allow have no ways"
_NOBODY_LOOKS = "nobody looks at who dealt where the machine is the unit"
_BOTH_SIDES = "numerator and denominator get one more power of the same number"
_NONE_MARKED = "without cases none is marked; where none is marked the term is 0"
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
    ("marked", "_MOST_KNOWN = 1 << 15  # strata", "1 << 15 → 1 >> 15"): _FORGETS,
    ("marked", "_MOST_KNOWN = 1 << 15  # strata", "1 → 0"): _FORGETS,
    ("marked", "return cls(len(marked), int(count(marked)), int(count(favourable)), int(count(marked & favourable)))",
     "marked → favourable"): "both flags are of the same cases",
    ("marked", "span = stratum.most - stratum.least", "stratum.most - stratum.least → stratum.most + stratum.least"): _BOTH_SIDES,
    ("marked", "span = stratum.most - stratum.least", "stratum.most - stratum.least → stratum.most"): _BOTH_SIDES,
    ("marked", "(Fraction(each.marked * each.favourable, each.cases) for each in strata if each.cases), Fraction()",
     "each.cases → each.marked"): _NONE_MARKED,
    ("marked", "for each in (stratum for stratum in strata if stratum.cases):", "stratum.cases → stratum.marked"): _NONE_MARKED,
    ("marked", "return max(0, self.marked + self.favourable - self.cases)",
     "self.marked + self.favourable → self.marked"): _NO_WAYS,
    ("marked", "return max(0, self.marked + self.favourable - self.cases)",
     "self.marked + self.favourable → self.marked - self.favourable"): _NO_WAYS,
    ("scn001_deck_order_kept", "columns = (np.where(by_hand, column[deals], -1) for column in (hands.dealer, hands.deck))",
     "-1 → 1"): _NOBODY_LOOKS,
    ("scn001_deck_order_kept", "columns = (np.where(by_hand, column[deals], -1) for column in (hands.dealer, hands.deck))",
     "1 → 0"): _NOBODY_LOOKS,
}  # fmt: skip
