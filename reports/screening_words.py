"""Words of screening for pages, reports and the command line. The innocent explanation comes before the number."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import ROUND_FLOOR, ROUND_HALF_EVEN, Context, Decimal
from typing import NamedTuple

from reports.formatting import MINUS, count, listed
from reports.screening_sentences import SENTENCES, STRONG_HANDS, IndicatorWords
from rules.screening.screening_result import ScreeningResult
from rules.screening.statistics import Unit

NO_VERDICT = "An indicator is no verdict. It says where to look, and chance gives some of them."
FALSE_ALARMS = "In an honest room at most one alarm a year is expected by chance, all indicators together."
ONE_LOOK = "p holds for one look only, and decides nothing."
_SMALLEST = Decimal("0.001")  # that is written out
_MOST_WRITTEN = 6  # decimal logarithm of the largest E that is written out
_RARELY = Decimal("0.01")  # below it a chance is one in so many
_RAREST = 15  # digits of one in so many
_FREEDOM = 153  # degrees of freedom of a session's χ²
_FIVE_MINUTES = Decimal("0.1")  # between one in five, of minutes, and one in sixty, of seconds
_ACES_AMONG = (9, 13)  # cards of a deck to an ace
_QUADS_AT_MOST, _PAIR_AT_LEAST = Decimal("0.0343"), Decimal("0.0588")  # chances of a strong hand
_ROUNDED = Decimal("0.0001")  # of an E that is made from a logarithm of 6 digits
_MARGINS = ("N", "K", "n", "k")


class CountFact(NamedTuple):
    """A figure beside a sentence, with what it is."""

    label: str
    value: str


class _Counted(int):
    """A count that `{:hand}` writes with its noun and `{:is|are}` with its verb."""

    def __format__(self, spec: str) -> str:
        one, _, many = spec.partition("|")
        return count(int(self), one, many or None) if one else f"{int(self):,}"


def whose(unit: Unit | Mapping[str, str]) -> str:
    """A unit in words: ``player P1``, ``dealer D2 with player P1``, ``player P1 to player P2``."""
    roles = dict(unit)
    if "payer" in roles:
        return f"player {roles['payer']} to player {roles['payee']}"
    if "other" in roles:
        return f"players {roles['player']} and {roles['other']}"
    if "counters" in roles:
        return f"counted by {_counters(roles['counters'])}"
    return " with ".join(f"{role} {name}" for role, name in roles.items())


def words_of(result: ScreeningResult) -> IndicatorWords:
    """The sentence of a result's indicator for its kind of unit, not filled in, and the words of its counts."""
    found = SENTENCES[result.indicator][tuple(result.unit)]
    if result.indicator != "SCN003":
        return found
    if result.marked is None:
        return IndicatorWords(
            *(each.replace("{strong}", _strong_hand(result)) for each in STRONG_HANDS[tuple(result.unit)])
        )
    dealt, strong = _strong(result)
    sentence = found.sentence.replace("strong card or hand|strong cards or hands", strong)
    return IndicatorWords(sentence, dealt, strong.partition("|")[2], found.favourable)


def sentence_of(result: ScreeningResult) -> str:
    """The counts and what chance gives, in one or two sentences."""
    ids = {role: _counters(name) if role == "counters" else name for role, name in result.unit.items()}
    counts = {letter: _number(value) for letter, value in zip(_MARGINS, _counts(result), strict=True)}
    return words_of(result).sentence.format(
        **ids, **counts, part=_part(result), expected=_expected(result), round=_round(result),
        chance=figure(str(_FREEDOM * result.strata)),
    )  # fmt: skip


def facts_of(result: ScreeningResult) -> list[CountFact]:
    """The counts, what chance gives, and the odds ratio, for a table beside the sentence. What an indicator lacks is left out."""
    words = words_of(result)
    if result.indicator == "SCN010":
        return [CountFact(words.cases, _figure_of(result.cases)), CountFact("χ² of the cards by seat", _expected(result)),
                CountFact("by chance", figure(str(_FREEDOM * result.strata)))]  # fmt: skip
    found = [CountFact(words.cases, _figure_of(result.cases))]
    if result.marked is not None:
        found.append(CountFact(words.marked, _figure_of(result.marked)))
    if result.favourable is not None and words.favourable:
        found.append(CountFact(words.favourable, _figure_of(result.favourable)))
    both = "both" if words.favourable else "to the same side" if result.marked is not None else words.marked
    found.append(CountFact(both, _figure_of(result.both)))
    if result.expected is not None:
        label = "to each other opponent" if result.indicator == "SCN004" else f"{both} by chance"
        found.append(CountFact(label, _expected(result)))
    if result.odds is not None:
        found.append(CountFact("odds ratio", figure(result.odds)))
    return found


def evidence_words(log10: str) -> str:
    """E by its decimal logarithm, rounded down: ``0.25``, ``486``, ``10^12.4``."""
    value = Decimal(log10)
    if value >= _MOST_WRITTEN:
        return f"10^{value.quantize(Decimal('0.1'), ROUND_FLOOR)}"
    e = Context(prec=20).power(Decimal(10), value)
    places = "1" if e >= 100 else "0.1" if e >= 10 else "0.01"
    return f"{e.quantize(Decimal(places), ROUND_FLOOR):,}"


def standing_of(result: ScreeningResult) -> str:
    """E, its limit with the place, and whether it is an alarm or on the monthly list. An alarm stays where E falls again."""
    if result.alarm and result.limit is not None and _fell(result):
        return (
            f"E reached the limit of {result.limit:,} at place {result.place:,} on {result.since}, an alarm for the year; since "
            f"then it fell to {_now(result)}."
        )
    return f"{_evidence(result)} {_noted(result)}"


def chance_words(p: str) -> str:
    """A chance: ``0.57``, ``1 in 24,200``; rounded down to three digits."""
    value = Decimal(p)
    if value >= _RARELY or not value:
        return figure(p)
    often = Context(prec=3, rounding=ROUND_FLOOR).divide(Decimal(1), value)
    return f"1 in {int(often):,}" if often.adjusted() < _RAREST else f"less than 1 in 10^{_RAREST}"


def figure(text: str) -> str:
    """A figure of 6 digits for people: ``4,286.1``, ``4.8``, ``0.034``, ``less than 10^-21``."""
    value = Decimal(text)
    size = abs(value)
    if not size:
        return "0"
    if size < _SMALLEST:
        return f"less than 10^{size.adjusted() + 1}"
    rounded = (
        value.quantize(Decimal("0.1"), ROUND_HALF_EVEN)
        if size >= 1
        else Context(prec=2).create_decimal(value)
    )
    return f"{rounded.normalize():,f}".replace("-", MINUS)


def _fell(result: ScreeningResult) -> bool:
    return result.log10_e is not None and Context(prec=20).power(
        Decimal(10), Decimal(result.log10_e.combined)
    ) < (result.limit or 0) * (1 - _ROUNDED)


def _now(result: ScreeningResult) -> str:
    return evidence_words(result.log10_e.combined) if result.log10_e is not None else "–"


def _evidence(result: ScreeningResult) -> str:
    if result.log10_e is None:
        return "There is no evidence."
    found = f"E is {evidence_words(result.log10_e.combined)}"
    if result.limit is None:
        return f"{found}."
    return f"{found}; the limit at place {result.place:,} is {result.limit:,}."


def _noted(result: ScreeningResult) -> str:
    if result.closed is not None:
        return "The alarm was closed."
    if result.alarm:
        return f"An alarm since {result.since}." if result.since else "An alarm."
    return "On the monthly list." if result.listed else "No alarm."


def _counts(result: ScreeningResult) -> tuple[int | str | None, ...]:
    return result.cases, result.marked, result.favourable, result.both


def _number(value: int | str | None) -> _Counted | str:
    return _Counted(value) if isinstance(value, int) else "–" if value is None else figure(value)


def _figure_of(value: int | str | None) -> str:
    return f"{_number(value)}"


def _part(result: ScreeningResult) -> str:
    """The both among the marked: ``all 12``, ``10 of these``, ``none of these``; of a single one ``it``."""
    both, marked = result.both, result.marked
    if not both or not isinstance(both, int):
        return "none of these"
    if both == marked:
        return "it" if both == 1 else f"all {both:,}"
    return f"{both:,} of these"


def _expected(result: ScreeningResult) -> str:
    return "–" if result.expected is None else figure(result.expected)


def _round(result: ScreeningResult) -> str:
    """Which round times were counted: of two kinds the first that the record has."""
    minutes = Decimal(result.expected or 0) >= _FIVE_MINUTES * (result.cases or 0)
    return "a minute divisible by five" if minutes else "second 0"


def _strong(result: ScreeningResult) -> tuple[str, str]:
    """What was dealt and which is strong, in the singular and the plural. Of royalties there is one statistic, of cards two."""
    cases, marked = result.cases or 0, result.marked or 0
    if not any(result.sums[len(result.sums) // 2 :]):
        return "hands of the player", "royalty|royalties"
    if any(cases == cards * marked for cards in _ACES_AMONG):
        return "cards dealt at the table", "ace|aces"
    return "cards or hands of seats", "ace or royalty|aces and royalties"


def _strong_hand(result: ScreeningResult) -> str:
    """Which hands are strong, by how often chance gives them: among 13 cards, or before the first bet."""
    chance = Decimal(result.expected or 0) / (result.cases or 1)
    if chance < _QUADS_AT_MOST:
        return "four of a kind"
    return (
        "a pair before the first bet"
        if chance >= _PAIR_AT_LEAST
        else "four of a kind, or a pair before the first bet"
    )


def _counters(names: str) -> str:
    return listed(names.split("+"))
