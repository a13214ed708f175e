"""Mutants that change nothing that can be seen, by their line and change, with the reason."""

_PIECES = "how many are worked out at once changes no result"
_SETTLED = (
    "decimal arithmetic says the same where it is asked, and floats do where their errors cannot change it"
)
_REACHED = "if stood[row] >= limit[row] * (1 + SURE) or _is_reached(days_of(which), when, limits[which]):"
_WIDE = "the bound is some times E: periods without data count 1"
_POSSIBLE = "possible = own.among.at_most[own.at] >= np.minimum(alarm, listed_from) * (1 - SURE)"
_SHIFTED = "all numbers of a unit are shifted alike"
_SHIFT = "total -= (total[starts] - sums[starts])[unit]"
_BOUND = "return float_e(np.maximum(gained, 0, out=gained)) * (1 + SURE)"
_ROUNDING = "errors of floats are smaller"
_NO_SUCH = "no chance is the limit to the last unit"
_NEAR = "any tilt near it gives the same digits"
_IN_BOTH = "a further power of the denominator is in both sums"
_BEYOND = "any position beyond the others ends the last group"
_FORGETS = "how much is remembered changes no result"
_NO_WAYS = "outcomes that the margins do not allow have no ways"
_NOBODY_LOOKS = "nobody looks at who dealt where the machine is the unit"
_EMPTY_DAYS = "periods without data count 1 wherever they are; with fewer of them a table is narrower"
_PACKED = "any number above the second one packs two numbers into one"
_ONCE = "once as much is as much"
_BOTH_SIDES = "numerator and denominator get one more power of the same number"
_MORE_DIGITS = "digits beyond those that settle the floor"

EQUIVALENT = {
    ("even_cards", "_MORE = 40  # digits above those asked for; the upper tail is a difference from 1", "40 → 41"): _MORE_DIGITS,
    ("even_cards", "context.prec += _MORE", "context.prec += _MORE → pass"): _MORE_DIGITS,
    ("even_cards", "if total + term == total:", "total + term → total - term"): _MORE_DIGITS,
    ("indicator_evidence", _POSSIBLE,
     "own.among.at_most[own.at] >= np.minimum(alarm, listed_from) * (1 - SURE) → "
     "own.among.at_most[own.at] > np.minimum(alarm, listed_from) * (1 - SURE)"): _WIDE,
    ("indicator_evidence", _POSSIBLE,
     "np.minimum(alarm, listed_from) * (1 - SURE) → np.minimum(alarm, listed_from) + (1 - SURE)"): _WIDE,
    ("indicator_evidence", _POSSIBLE, "np.minimum(alarm, listed_from) * (1 - SURE) → np.minimum(alarm, listed_from)"): _WIDE,
    ("indicator_evidence", _POSSIBLE, "1 - SURE → 1 + SURE"): _WIDE,
    ("indicator_evidence", _POSSIBLE, "1 - SURE → 1"): _WIDE,
    ("indicator_evidence", _POSSIBLE, "1 → 0"): _WIDE,
    ("indicator_evidence", "since = self._allowed(own.among, at, limit) if reached else None",
     "self._allowed(own.among, at, limit) if reached else None → self._allowed(own.among, at, limit)"):
     "what is taken off makes E no larger, so that a unit below its limit has no day",
    ("evidence_at_most", "starts = np.flatnonzero(np.diff(unit, prepend=-1))", "-1 → 1"): "the first unit is 0",
    ("evidence_at_most", _SHIFT, "total -= (total[starts] - sums[starts])[unit] → pass"): _SHIFTED,
    ("evidence_at_most", _SHIFT, "total[starts] - sums[starts] → total[starts] + sums[starts]"): _SHIFTED,
    ("evidence_at_most", _SHIFT, "total[starts] - sums[starts] → total[starts]"): _SHIFTED,
    ("evidence_at_most", _BOUND,
     "float_e(np.maximum(gained, 0, out=gained)) * (1 + SURE) → float_e(np.maximum(gained, 0, out=gained))"): _ROUNDING,
    ("evidence_at_most", _BOUND, "1 + SURE → 1"): _ROUNDING,
    ("evidence_at_most", _BOUND, "0 → 1"): _ROUNDING,
    ("evidence_at_most", "if apart * (int(unit[-1]) + 1) >= _WIDE:",
     "apart * (int(unit[-1]) + 1) >= _WIDE → apart * (int(unit[-1]) + 1) > _WIDE"): "the bound is half of what numbers hold",
    ("summed_units", "added = table if is_first.all() else np.add.reduceat(table, first, axis=0)",
     "table if is_first.all() else np.add.reduceat(table, first, axis=0) → np.add.reduceat(table, first, axis=0)"): _ONCE,
    ("indicator_evidence", "for row in np.flatnonzero(stood >= limit * (1 - SURE)).tolist():",
     "stood >= limit * (1 - SURE) → stood > limit * (1 - SURE)"): _SETTLED,
    ("indicator_evidence", "for row in np.flatnonzero(stood >= limit * (1 - SURE)).tolist():",
     "limit * (1 - SURE) → limit"): _SETTLED,
    ("indicator_evidence", "for row in np.flatnonzero(stood >= limit * (1 - SURE)).tolist():", "1 - SURE → 1"): _SETTLED,
    ("indicator_evidence", "for row in np.flatnonzero(stood >= limit * (1 - SURE)).tolist():", "1 → 0"): _SETTLED,
    ("indicator_evidence", _REACHED,
     "stood[row] >= limit[row] * (1 + SURE) or _is_reached(days_of(which), when, limits[which]) → "
     "_is_reached(days_of(which), when, limits[which])"): _SETTLED,
    ("indicator_evidence", _REACHED, "stood[row] >= limit[row] * (1 + SURE) → stood[row] > limit[row] * (1 + SURE)"): _SETTLED,
    ("indicator_evidence", _REACHED, "limit[row] * (1 + SURE) → limit[row] + (1 + SURE)"): _SETTLED,
    ("indicator_evidence", _REACHED, "limit[row] * (1 + SURE) → limit[row]"): _SETTLED,
    ("indicator_evidence", _REACHED, "1 + SURE → 1"): _SETTLED,
    ("indicator_evidence", "return combined({day: sums for day, sums in days.items() if day <= last}) >= Decimal(limit)",
     "combined({day: sums for day, sums in days.items() if day <= last}) >= Decimal(limit) → "
     "combined({day: sums for day, sums in days.items() if day <= last}) > Decimal(limit)"): "E is no whole number but 1",
    ("scn019_round_times", "if (np.abs(1 - z) < _SAME).any():", "np.abs(1 - z) < _SAME → np.abs(1 - z) <= _SAME"): _ROUNDING,
    ("scn019_round_times", "return bool(round(float(carried.sum()), 9) <= 0)", "9 → 10"): _ROUNDING,
    ("kept_order", "_BITS = 6  # of a number of cards or of pairs of a row", "6 → 7"): _PACKED,
    ("kept_order", "_DIGIT = 320  # bits of a coefficient; all deals of a deck are fewer than 2^226", "320 → 321"): _PACKED,
    ("marked", "_MOST_KNOWN = 1 << 15  # strata", "15 → 16"): _FORGETS,
    ("marked", "_MOST_KNOWN = 1 << 15  # strata", "1 << 15 → 1 >> 15"): _FORGETS,
    ("marked", "_MOST_KNOWN = 1 << 15  # strata", "1 → 0"): _FORGETS,
    ("marked", "return cls(len(marked), int(count(marked)), int(count(favourable)), int(count(marked & favourable)))",
     "marked → favourable"): "both flags are of the same cases",
    ("marked", "span = stratum.most - stratum.least", "stratum.most - stratum.least → stratum.most + stratum.least"): _BOTH_SIDES,
    ("marked", "span = stratum.most - stratum.least", "stratum.most - stratum.least → stratum.most"): _BOTH_SIDES,
    ("marked", "return max(0, self.marked + self.favourable - self.cases)",
     "self.marked + self.favourable → self.marked"): _NO_WAYS,
    ("marked", "return max(0, self.marked + self.favourable - self.cases)",
     "self.marked + self.favourable → self.marked - self.favourable"): _NO_WAYS,
    ("marked_together", "_AT_ONCE = 256  # margins", "256 → 257"): _PIECES,
    ("scn001_deck_order_kept", "columns = (np.where(by_hand, column[deals], -1) for column in (hands.dealer, hands.deck))",
     "-1 → 1"): _NOBODY_LOOKS,
    ("scn001_deck_order_kept", "columns = (np.where(by_hand, column[deals], -1) for column in (hands.dealer, hands.deck))",
     "1 → 0"): _NOBODY_LOOKS,
    ("scn001_deck_order_kept",
     'return np.where(hands.seated, hands.dealt if session.game == "ofc" else hands.thirteen, np.uint64(0))',
     "0 → 1"): "the cards of a seat with one card meet none",
    ("scn001_deck_order_kept", "in_rows = (hands.cards < DECK).all(axis=2) & hands.seated",
     "(hands.cards < DECK).all(axis=2) & hands.seated → (hands.cards < DECK).all(axis=2)"): "who is not in has no cards",
    ("scn001_deck_order_kept", "in_rows = ((groups != 0).all(axis=2) | ~hands.seated).all(axis=1)",
     "(groups != 0).all → (groups != 0).any"): "the rows of a seat are all known, or none is",
    ("monthly_list", "_SIDES = (1 - 2 * SURE, 1 + 2 * SURE)  # of E in floats, which errors cannot leave", "2 → 3"): _ROUNDING,
    ("monthly_list", "_SIDES = (1 - 2 * SURE, 1 + 2 * SURE)  # of E in floats, which errors cannot leave",
     "2 → 3 (no. 2)"): _ROUNDING,
    ("monthly_list", "max((rank for rank, stood in enumerate(stands, 1) if stood * side >= least[rank - 1]), default=0)",
     "stood * side >= least[rank - 1] → stood * side > least[rank - 1]"): _SETTLED,
    ("monthly_list", "possible = np.flatnonzero(falling >= least)", "falling >= least → falling > least"): _ROUNDING,
    ("repeated_deals", "first = again[np.flatnonzero(np.diff(again, prepend=-2) > 1)]", "2 → 3"): _BEYOND,
    ("repeated_deals", "last = again[np.flatnonzero(np.diff(again, append=len(values) + 1) > 1)] + 1",
     "len(values) + 1 → len(values)"): _BEYOND,
    ("repeated_deals", "last = again[np.flatnonzero(np.diff(again, append=len(values) + 1) > 1)] + 1", "1 → 0 (no. 3)"): _BEYOND,
    ("scn003_strong_cards", "_DECKS = 64  # more than the cards of a deck", "64 → 65"): _PACKED,
    ("scn009_hands_missing_after_losses", "return int(took[len(took) // 2]) if len(took) else 0",
     "0 → 1"): "of a session without an interval a microsecond",
    ("session_sums", "SUMS = 3  # version of these sums", "3 → 4"): "which number a version has changes nothing within it",
    ("summed_units", "EPOCH = date(1970, 1, 1)", "1970 → 1971"): "days may be counted from any day",
    ("windows", "nth = np.arange(len(unit)) - np.searchsorted(unit, unit)",
     "np.arange(len(unit)) - np.searchsorted(unit, unit) → np.arange(len(unit)) + np.searchsorted(unit, unit)"): _EMPTY_DAYS,
    ("windows", "nth = np.arange(len(unit)) - np.searchsorted(unit, unit)",
     "np.arange(len(unit)) - np.searchsorted(unit, unit) → np.arange(len(unit))"): _EMPTY_DAYS,
    ("marked", "alike = sorted(Counter(replace(each, both=0) for each in listed).items())",
     "0 → 1"): "how many were found is no part of a law",
    ("float_laws", "there = np.flatnonzero(chances >= _LEFT_OUT)", "chances >= _LEFT_OUT → chances > _LEFT_OUT"): _NO_SUCH,
    ("tail_chances", "if tail.chance < _LEAST:", "tail.chance < _LEAST → tail.chance <= _LEAST"): _NO_SUCH,
    ("tail_chances", "if self.chance < _LEAST:", "self.chance < _LEAST → self.chance <= _LEAST"): _NO_SUCH,
    ("tail_chances", "_HALVINGS = 16  # in the search for it", "16 → 17"): _NEAR,
    ("tail_chances", "_STEPS = 4096  # of a tilt in one, so that its powers are no large numbers", "4096 → 4097"): _NEAR,
    ("tail_chances", "middle = (least + most) / 2", "2 → 3"): _NEAR,
    ("tail_chances", "if sum(each.mean(middle) for each in laws) < found:",
     "sum((each.mean(middle) for each in laws)) < found → sum((each.mean(middle) for each in laws)) <= found"): _NEAR,
    ("tail_chances", "return Fraction(round(math.exp(most) * _STEPS), _STEPS)", "most → least"): _NEAR,
    ("tail_chances", "up, down, last = tilt.numerator, tilt.denominator, len(self.ways) - 1",
     "len(self.ways) - 1 → len(self.ways) + 1"): _IN_BOTH,
    ("tail_chances", "up, down, last = tilt.numerator, tilt.denominator, len(self.ways) - 1",
     "len(self.ways) - 1 → len(self.ways)"): _IN_BOTH,
    ("tail_chances", "up, down, last = tilt.numerator, tilt.denominator, len(self.ways) - 1", "1 → 0"): _IN_BOTH,
    ("tail_chances", "low, high = (self._without(1 + side * self.error) for side in (-1, 1))",
     "1 + side * self.error → 1 - side * self.error"): "both sides are compared, in either order",
    ("tail_chances", "law, terms, scale = NOTHING, 0, _decimal(tilt) ** -found", "0 → 1"): "one unit more is asked",
    ("unit_totals", "return logs if row.times == 1 else tuple(row.times * each for each in logs)",
     "logs if row.times == 1 else tuple((row.times * each for each in logs)) → "
     "tuple((row.times * each for each in logs))"): _ONCE,
    ("unit_evidence", "return logs if row.times == 1 else tuple(row.times * each for each in logs)",
     "logs if row.times == 1 else tuple((row.times * each for each in logs)) → "
     "tuple((row.times * each for each in logs))"): _ONCE,
    ("unit_totals", "return logs if row.times == 1 else tuple(row.times * each for each in logs)", "1 → 0"): _ONCE,
    ("unit_evidence", "return logs if row.times == 1 else tuple(row.times * each for each in logs)", "1 → 0"): _ONCE,
}  # fmt: skip
