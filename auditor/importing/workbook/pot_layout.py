"""Sheets of pot games: seats' chips, boards, seen cards, pots and awards; acts have no place."""

from __future__ import annotations

from msgspec.structs import replace

from auditor.importing.workbook.workbook_columns import (
    AFTER_HAND,
    HAND,
    POTS,
    SESSION_ID,
    TemplateColumn,
    WorkbookSheet,
    of_record,
    of_type,
)
from rules.records import events
from rules.records.pot_records import CashOut, Pot, PotAward, PotHand, PotSeat

_HAND = replace(HAND, needed=True)


def _stakes() -> tuple[TemplateColumn, ...]:
    names = events.Stakes.__struct_fields__
    return tuple(
        of_record(name.replace("_", " "), f"stakes.{name}", "money", events.Stakes) for name in names
    )


BOARDS = ("board", "second board")  # titles
POT_SEAT_COLUMNS = (
    of_record("seat", "seat", "whole", PotSeat, needed=True),
    of_record("player", "player", "text", PotSeat, needed=True, help="a pseudonym, never a name"),
    of_record("stack", "stack", "money", PotSeat, help="chips in front of the player before any post"),
    of_record(
        "put in",
        "live_in",
        "money",
        PotSeat,
        help="chips put into the pots, antes too; not dead posts nor what nobody called",
    ),
    of_record("dead", "dead_in", "money", PotSeat, help="dead posts"),
    of_record(
        "cards", "cards", "cards", PotSeat, help="what the seat held at the end, as far as it was seen"
    ),
    of_record("folded", "folded", "flag", PotSeat),
    of_record("mucked", "mucked", "flag", PotSeat),
    of_record("net", "net", "money", PotSeat, help="won (+) or lost (-), after what was taken from the pots"),
    of_record("present", "present", "flag", PotSeat, help="no if the player was dealt in and still away"),
    of_record("status", "status", "choice", PotSeat, choices=("played", "missed")),
    of_record("all-in sold for", "cash_out.amount", "money", CashOut, help="what the house paid for it"),
    of_record("fee of the sale", "cash_out.fee", "money", CashOut),
)
POT_HAND_COLUMNS = (
    of_record("at", "at", "time", PotHand, help="when the cards were dealt"),
    of_record("ended at", "ended_at", "time", PotHand),
    of_record("game", "game", "choice", PotHand, help="in one row of each hand"),
    of_record("limit", "limit", "choice", PotHand, help="if not that of the sheet Terms"),
    of_record("mix", "mix", "choice", PotHand, help="the rotation that the hand belongs to"),
    *_stakes(),
    of_record(
        "button", "dealer", "whole", PotHand, help="the seat of the button; in stud, the seat dealt last"
    ),
    *(of_type(title, title, "cards", events.Cards, "all cards of the board") for title in BOARDS),
    of_record("reached", "reached", "choice", PotHand, help="the last street that was dealt"),
    of_record("void", "void", "flag", PotHand, help="yes if the deal was declared a misdeal"),
    of_record("shuffled at", "shuffled_at", "time", PotHand, help="the first riffle"),
    of_record("dealer", "dealer_id", "text", PotHand, help="who dealt"),
    of_record("deck", "deck", "text", PotHand),
    of_record("shuffler", "shuffler", "text", PotHand),
    of_record("video", "video", "text", PotHand),
)
POT_HANDS = WorkbookSheet(
    "Pot hands",
    (SESSION_ID, _HAND, *POT_SEAT_COLUMNS, *POT_HAND_COLUMNS),
    "One row for each seat of a hand of hold'em, Omaha, stud or a draw game; the rows of a hand stand together. What is of the "
    "hand as a whole (game, at, button, board, …) is written in any of its rows. Bets and raises one by one have no place here: "
    "write what each seat put in. What only they would show is then listed as untestable by an audit.",
    (POTS,),
)
AWARD_COLUMNS = (
    of_record("seat", "seat", "whole", PotAward, help="the seat that was awarded it"),
    of_record("awarded", "amount", "money", PotAward, help="after rake and drop"),
    of_record("run", "run", "whole", PotAward, help="1 or 2 where the rest was dealt twice"),
    of_record("half", "half", "choice", PotAward, help="high or low where the pot was split"),
    of_record("order", "order", "whole", PotAward, help="in which chips were pushed"),
)
POT_COLUMNS = (
    of_record("pot", "pot", "whole", Pot, needed=True, help="0 is the main pot"),
    of_record(
        "amount",
        "amount",
        "money",
        Pot,
        needed=True,
        help="of the pot, before rake and drop; the same in all of its rows",
    ),
    of_record(
        "seats", "eligible", "seats", Pot, help="the seats that could win it, with commas between them"
    ),
)
POT_AWARDS = WorkbookSheet(
    "Pots",
    (SESSION_ID, _HAND, *POT_COLUMNS, *AWARD_COLUMNS),
    "The pots of a hand as the room settled them: one row for each award. A pot whose awards were not recorded has one row "
    "without a seat.",
    (POTS,),
)
TERMS = WorkbookSheet(
    "Terms",
    (
        SESSION_ID,
        of_record("at", "at", "time", events.Terms, needed=True),
        of_record("game", "game", "choice", events.Terms),
        of_record("limit", "limit", "choice", events.Terms),
        *_stakes(),
        of_record("smallest buy-in", "min_buy_in", "money", events.Terms),
        of_record("largest buy-in", "max_buy_in", "money", events.Terms),
        of_record("charge", "charge", "choice", events.Terms),
        of_record("special rake", "special_rake", "flag", events.Terms),
        of_record("jackpot", "jackpot", "flag", events.Terms, help="no: a table without"),
        of_record("run twice", "run_twice", "flag", events.Terms, help="yes: offered whatever the blinds"),
        of_record("consent", "consent", "seats", events.Terms, help="the seats that agreed to a change"),
        of_record("by", "by", "text", events.Terms),
        AFTER_HAND,
    ),
    "What a table of pot games plays: one row before the first hand, and one for each change. An empty cell leaves as it was "
    "what the row above says.",
    (POTS,),
)
SEATS = WorkbookSheet(
    "Seats",
    (
        SESSION_ID,
        of_record("at", "at", "time", events.SeatEvent, needed=True),
        of_record("kind", "kind", "choice", events.SeatEvent, needed=True),
        of_record("player", "player", "text", events.SeatEvent, needed=True),
        of_record("seat", "seat", "whole", events.SeatEvent),
        of_record("amount", "amount", "money", events.SeatEvent, help="of who left: the chips taken along"),
        of_record("permission", "permission", "flag", events.SeatEvent),
        of_record("by", "by", "text", events.SeatEvent),
        of_record("from table", "from_table", "text", events.SeatEvent),
        of_record("to table", "to_table", "text", events.SeatEvent),
        of_record("from seat", "from_seat", "whole", events.SeatEvent),
        of_record("waiting", "waiting", "whole", events.SeatEvent, help="names on the list"),
        of_record("drawn", "drawn", "cards", events.SeatEvent, help="the card drawn for the seat"),
        AFTER_HAND,
    ),
    "Who came, moved, took a break, came back and left, at a table of pot games.",
    (POTS,),
)
PAYOUT_COLUMNS = (
    of_record("seat", "seat", "whole", events.Payout),
    of_record("player", "player", "text", events.Payout),
    of_record("amount", "amount", "money", events.Payout, help="that the player was paid"),
)
JACKPOT_COLUMNS = (
    of_record("at", "at", "time", events.Jackpot, needed=True),
    of_record(
        "kind",
        "kind",
        "choice",
        events.Jackpot,
        needed=True,
        help="close: its level when the house closed. hit: it was won",
    ),
    of_record("level", "level", "money", events.Jackpot, help="of a close"),
    of_record("hit", "hit", "choice", events.Jackpot, help="of a hit: which jackpot"),
    of_record("hand", "hand", "whole", events.Jackpot, help="of a hit"),
)
JACKPOTS = WorkbookSheet(
    "Jackpots",
    (SESSION_ID, *JACKPOT_COLUMNS, *PAYOUT_COLUMNS, AFTER_HAND),
    "The level of the jackpots when the house closed, and jackpots that were hit: one row for each player who was paid.",
    (POTS,),
)
