"""Sentences of facts that are listed without a chance."""

from reports.noticed_words import noticed_sentence
from rules.screening.without_chance import Noticed

TABLE = (("table", "T1"),)


def said(indicator, unit, kind, figures, *names, currency="USD"):
    return noticed_sentence(Noticed(indicator, unit, kind, figures, names), currency)


def test_each_kind_has_a_sentence_with_its_numbers():
    assert said("SCN014", TABLE, "toke_of_every_seat", (36, 40, 250)) == (
        "After 36 of 40 hands every seat gave the same toke, $2.50."
    )
    assert said("SCN019", TABLE, "even_intervals", (199, 32)) == (
        "The 199 intervals between hands are nearly equal: their coefficient of variation is 0.032."
    )
    digits = (2, 0, 0, 0, 0, 0, 0, 1, 0, 0)
    assert said("SCN019", (("room", "WA-1"),), "last_digits", digits) == (
        "Last digits of 3 drops, in whole units of the currency: 0 in 2 drops, 7 in 1 drop."
    )
    assert said("SCN018", (("player", "P1"),), "balance_move", (), "T1", "T2") == (
        "Player P1 was moved from table T1 to table T2 to balance the tables."
    )


def test_an_amount_of_another_currency_names_it():
    assert "2.00\u00a0CHF." in said("SCN014", TABLE, "toke_of_every_seat", (40, 40, 200), currency="CHF")
