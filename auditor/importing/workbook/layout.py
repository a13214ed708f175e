"""Sheets and columns of the workbook, with the log format's choices and bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from msgspec import Struct
from msgspec.structs import replace

from auditor.importing.workbook.pot_layout import JACKPOTS, POT_AWARDS, POT_HANDS, SEATS, TERMS
from auditor.importing.workbook.workbook_columns import (
    AFTER_HAND,
    GAMES,
    HAND,
    SESSION_ID,
    UNITS,
    TemplateColumn,
    WorkbookSheet,
    of_games,
    of_record,
    of_type,
)
from rules.records import events
from rules.records.pot_records import PotFee
from rules.typed import from_plain

NOTE = "_remarks"  # the title of the first column: remarks, which are not read
EXAMPLE = "example"  # a row whose note begins with this word is not read
HELP = "How to fill this in"
NO_GAME: tuple[str, ...] = ()
AMOUNTS = ("currency", "minor")
ZONE, AMOUNTS_IN = "time zone", "amounts in"


_SEAT_RECORDS: Mapping[str, type[Struct]] = dict(
    zip(GAMES, (events.ChineseSeat, events.OfcSeat, events.OfcSeat), strict=True)
)
_HAND_RECORDS: Mapping[str, type[Struct]] = dict(
    zip(GAMES, (events.ChineseHand, events.OfcHand, events.OfcHand), strict=True)
)
_GAME = of_type(
    "game", "game", "choice", Literal["chinese", "ofc", "pineapple"], "of every hand", choices=GAMES
)
_KINDS_OF_FEES = (*get_args(events.FeeKind), "time")
_KINDS_OF_CHIPS = ("buy_in", "add_on", "cash_out", "move", "toke")

SESSION = WorkbookSheet(
    "Session",
    (
        of_record("session", "session", "text", events.Session, needed=True, help="your own id of this session"),
        of_record("room", "room", "text", events.Session, needed=True, help="the licence id of the card room"),
        of_record("table", "table", "text", events.Session, needed=True),
        of_record("currency", "currency", "text", events.Session, needed=True, help="such as USD"),
        of_type(
            AMOUNTS_IN, AMOUNTS_IN, "choice", Literal["currency", "minor"],
            "currency: 3.50 is three dollars and fifty cents. minor: 350 is; also for the chips of a tournament",
            choices=AMOUNTS, needed=True,
        ),
        of_type(ZONE, ZONE, "text", str, "a place such as America/Los_Angeles, or an offset such as -07:00"),
        of_record("opened at", "opened_at", "time", events.Session, needed=True),
        of_record("closed at", "closed_at", "time", events.Session),
        _GAME,
        of_record("unit", "unit", "money", events.Session, help="the money that one unit is worth"),
        of_record("ruleset", "ruleset", "text", events.Session),
        of_record("number", "number", "whole", events.Session, help="the running number of the room's sessions"),
        of_record("tournament", "tournament", "text", events.Session),
        of_record("dealer", "staff.dealer", "text", events.Staff),
        of_record("supervisor", "staff.supervisor", "text", events.Staff),
        of_record("source", "source", "choice", events.Session, help="how the record was made"),
        of_record("recorded by", "recorded_by", "text", events.Session),
        of_record("recorded at", "recorded_at", "time", events.Session),
        of_record("counted at", "close.at", "time", events.Close, help="when the totals were drawn up"),
        of_record("hands in all", "close.hands", "whole", events.Close),
        of_record("total rake", "close.totals.rake", "money", events.Totals),
        of_record("total hand fees", "close.totals.hand_fee", "money", events.Totals),
        of_record("total jackpot", "close.totals.jackpot", "money", events.Totals),
        of_record("total time", "close.totals.time", "money", events.Totals),
        of_record("corrects", "supersedes.sha256", "text", events.Supersedes, help="the SHA-256 of the log it corrects"),
        of_record("correction reason", "supersedes.reason", "text", events.Supersedes),
        of_record("corrected by", "supersedes.by", "text", events.Supersedes),
    ),
    "One row for the session of a table. A session without hands says that the table was open and nothing was played.",
)  # fmt: skip

SEAT_COLUMNS = (
    of_games("seat", "seat", "whole", _SEAT_RECORDS, needed=True),
    of_games("player", "player", "text", _SEAT_RECORDS, needed=True, help="a pseudonym, never a name"),
    of_games("front", "front", "cards", _SEAT_RECORDS),
    of_games("middle", "middle", "cards", _SEAT_RECORDS),
    of_games("back", "back", "cards", _SEAT_RECORDS),
    of_games("net", "net", "money", _SEAT_RECORDS, help="won (+) or lost (-) in this hand, without fees"),
    of_games("surrendered", "surrendered", "flag", _SEAT_RECORDS),
    of_games("fouled", "fouled", "flag", _SEAT_RECORDS, help="yes if the floor ruled the hand fouled"),
    of_games("natural", "declared", "text", _SEAT_RECORDS, help="the natural that the player declared"),
    of_games("aces", "aces", "flag", _SEAT_RECORDS, help="yes if the player is in the side bet on aces"),
    of_games("stack", "stack", "money", _SEAT_RECORDS, help="chips in front of the player before the deal"),
    of_games("dealt", "dealt", "cards", _SEAT_RECORDS, help="the cards as dealt"),
    of_games("discards", "discards", "cards", _SEAT_RECORDS),
    of_games("status", "status", "choice", _SEAT_RECORDS, choices=("played", "missed")),
    of_games("fantasyland", "fantasyland", "whole", _SEAT_RECORDS, help="how many cards were dealt at once"),
    TemplateColumn(
        "out", "out", "flag", from_plain(bool), games=GAMES[1:], help="yes if this hand eliminated the player"
    ),
)
HAND_COLUMNS = (
    of_games("at", "at", "time", _HAND_RECORDS, help="when the cards were dealt"),
    of_games("ended at", "ended_at", "time", _HAND_RECORDS),
    of_type("game", "game", "choice", Literal["chinese", "ofc", "pineapple"], "if not that of the session", choices=GAMES),
    of_games("unit", "unit", "money", _HAND_RECORDS, help="if not that of the session"),
    of_games("button", "dealer", "whole", _HAND_RECORDS, help="the seat of the button"),
    of_games("banker", "banker", "whole", _HAND_RECORDS, help="the seat of the banker"),
    of_games("forced dealer", "forced_dealer", "flag", _HAND_RECORDS),
    of_games("void", "void", "flag", _HAND_RECORDS, help="yes if the deal was declared a misdeal"),
    of_games("level", "level", "whole", _HAND_RECORDS),
    of_games("dealer", "dealer_id", "text", _HAND_RECORDS, help="who dealt"),
    of_games("deck", "deck", "text", _HAND_RECORDS),
    of_games("shuffler", "shuffler", "text", _HAND_RECORDS),
    of_games("video", "video", "text", _HAND_RECORDS),
)  # fmt: skip
_KEYS = (SESSION_ID, replace(HAND, needed=True))
HANDS = WorkbookSheet(
    "Hands",
    (*_KEYS, *SEAT_COLUMNS, *HAND_COLUMNS),
    "One row for each seat of a hand; the rows of a hand stand together. What is of the hand as a whole (at, button, …) is "
    "written in any of its rows.",
    (UNITS,),
)
FEES = WorkbookSheet(
    "Fees",
    (
        SESSION_ID,
        HAND,
        of_type(
            "kind", "kind", "choice", str, "time, or a fee of a hand", choices=_KINDS_OF_FEES, needed=True
        ),
        of_record("amount", "amount", "money", events.HandFee, needed=True),
        of_record("seat", "seat", "whole", events.HandFee),
        of_record("of wagers", "of", "money", events.HandFee, help="the wagers that a rake was taken from"),
        of_record("before the deal", "before_deal", "flag", events.HandFee),
        of_record(
            "pot", "pot", "whole", PotFee, help="of a pot game: the pot that it came from; 0 is the main pot"
        ),
        of_record("player", "player", "text", events.Fee),
        of_record("at", "at", "time", events.Fee),
        of_record("covers from", "covers_from", "time", events.Fee),
        of_record("covers to", "covers_to", "time", events.Fee),
        AFTER_HAND,
    ),
    "A rake, a fee or a jackpot drop names its hand. Time names seat, player, at, covers from and covers to instead.",
)
CHIPS = WorkbookSheet(
    "Chips",
    (
        SESSION_ID,
        of_record("at", "at", "time", events.Chips, needed=True),
        of_type("kind", "kind", "choice", str, choices=_KINDS_OF_CHIPS, needed=True),
        of_record("seat", "seat", "whole", events.Chips, needed=True),
        of_record("player", "player", "text", events.Chips, needed=True),
        of_record("amount", "amount", "money", events.Chips, needed=True),
        of_record("permission", "permission", "flag", events.Chips, help="yes if the floor permitted it"),
        of_record("by", "by", "text", events.Chips, help="who permitted it"),
        of_record("medium", "medium", "choice", events.Chips),
        AFTER_HAND,
    ),
    "Chips that a player brought to the table or took from it between hands, and tokes to the dealer.",
)
IRREGULARITIES = WorkbookSheet(
    "Irregularities",
    (
        SESSION_ID,
        HAND,
        of_record("kind", "kind", "choice", events.Irregularity, needed=True),
        of_record("when", "when", "choice", events.Irregularity),
        of_record("seat", "seat", "whole", events.Irregularity),
        of_record("cards", "cards", "whole", events.Irregularity, help="how many cards it was of"),
        of_record("ruling", "ruling", "choice", events.Irregularity),
        of_record("units", "units", "whole", events.Irregularity, help="of a penalty"),
        of_record("by", "by", "text", events.Irregularity, help="who ruled"),
        of_record("note", "note", "text", events.Irregularity),
        of_record("at", "at", "time", events.Irregularity, help="needed outside of a hand"),
        AFTER_HAND,
    ),
    "What went wrong, and the ruling. It names its hand; outside of a hand it has a time.",
)
TRANSFERS = WorkbookSheet(
    "Transfers",
    (
        SESSION_ID,
        _KEYS[1],
        of_record("payer", "payer", "whole", events.Transfer, needed=True, help="the seat that paid"),
        of_record("payee", "payee", "whole", events.Transfer, needed=True, help="the seat that was paid"),
        of_record("amount", "amount", "money", events.Transfer, needed=True),
        of_record("units", "units", "whole", events.Transfer),
    ),
    "Chips as they moved from seat to seat, in order.",
    (UNITS,),
)
DROPS = WorkbookSheet(
    "Drops",
    (
        SESSION_ID,
        of_record("at", "at", "time", events.Drop, needed=True),
        of_record("kind", "kind", "choice", events.Drop, needed=True),
        of_record("amount", "amount", "money", events.Drop, needed=True),
        of_record(
            "counted by",
            "counted_by",
            "people",
            events.Drop,
            needed=True,
            help="ids with commas between them",
        ),
        AFTER_HAND,
    ),
    "The counts of the drop boxes.",
)
SHEETS = (
    SESSION,
    HANDS,
    POT_HANDS,
    POT_AWARDS,
    FEES,
    CHIPS,
    IRREGULARITIES,
    TRANSFERS,
    DROPS,
    TERMS,
    SEATS,
    JACKPOTS,
)


def plain_title(title: str) -> str:
    """A title without variants of spelling."""
    return " ".join(title.replace("_", " ").casefold().split())
