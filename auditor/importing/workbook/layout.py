"""The sheets of the workbook and their columns. Every choice and every bound comes from the types of the log format."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

import msgspec
from msgspec import Struct, UnsetType

from rules.records import events
from rules.typed import from_plain

Kind = Literal["text", "whole", "money", "flag", "time", "cards", "choice", "people"]

NOTE = "_remarks"  # the title of the first column: remarks, which are not read
EXAMPLE = "example"  # a row whose note begins with this word is not read
HELP = "How to fill this in"
NO_GAME: tuple[str, ...] = ()
GAMES = ("chinese", "ofc", "pineapple")
AMOUNTS = ("currency", "minor")
ZONE, AMOUNTS_IN, AFTER = "time zone", "amounts in", "after hand"


@dataclass(frozen=True)
class Column:
    """A column. field: the path in its event; check: raises msgspec.ValidationError for a value outside the format's bounds."""

    title: str
    field: str
    kind: Kind
    check: Callable[[Any], Any]
    choices: tuple[str, ...] = ()
    needed: bool = False
    games: tuple[str, ...] = GAMES
    help: str = ""
    bounds: str = ""  # what check lets pass, in words

    @property
    def width(self) -> int:
        """In characters."""
        return {"time": 26, "cards": 18, "people": 18}.get(self.kind, max(9, len(self.title) + 3))


@dataclass(frozen=True)
class Sheet:
    """A sheet: its name and its columns in the order of the template. A reader takes them in any order."""

    name: str
    columns: tuple[Column, ...]
    help: str

    def column(self, title: str) -> Column:
        """The column of a title."""
        return next(each for each in self.columns if each.title == title)


def _types(record: Any) -> dict[str, Any]:
    return {each.name: each.type for each in msgspec.structs.fields(record)}


def _bare(kind: Any) -> Any:
    """A type without UNSET, which a cell never has."""
    kept = [each for each in get_args(kind) if each is not UnsetType]
    if UnsetType not in get_args(kind):
        return kind
    return kept[0]


def _of(
    title: str,
    field: str,
    kind: Kind,
    *records: type[Struct],
    needed: bool = False,
    choices: tuple[str, ...] = (),
    help: str = "",
) -> Column:
    """A column for a field of the records that have it."""
    name = field.rpartition(".")[2]
    type_ = next(_bare(_types(record)[name]) for record in records if name in _types(record))
    values = tuple(str(each) for each in get_args(type_)) if kind == "choice" else ()
    return Column(
        title, field, kind, from_plain(type_), choices or values, needed, _games(name, records), help, _bounds(type_)
    )  # fmt: skip


def _games(name: str, records: tuple[type[Struct], ...]) -> tuple[str, ...]:
    """The games whose hands have a field."""
    closed = any(record.__name__.startswith("Chinese") and name in _types(record) for record in records)
    open_face = any(record.__name__.startswith("Ofc") and name in _types(record) for record in records)
    return GAMES if closed == open_face else GAMES[:1] if closed else GAMES[1:]


def _plain(title: str, field: str, kind: Kind, type_: Any, help: str = "", **more: Any) -> Column:
    return Column(title, field, kind, from_plain(type_), help=help, bounds=_bounds(type_), **more)


def _bounds(type_: Any) -> str:
    """The bounds of a type in words."""
    found = _without_notes(msgspec.inspect.type_info(type_))
    if isinstance(found, msgspec.inspect.ListType):
        return f"ids with commas between them, each {_of_text(_without_notes(found.item_type))}"
    if isinstance(found, msgspec.inspect.IntType) and found.le is not None:
        return f"{found.ge or 0:,} to {found.le:,}"
    return _of_text(found)


def _of_text(found: Any) -> str:
    pattern, most = getattr(found, "pattern", None), getattr(found, "max_length", None)
    if pattern:
        return f"text of the form {pattern.strip('^$')}"
    return f"text of {getattr(found, 'min_length', None) or 0} to {most:,} characters" if most else ""


def _without_notes(found: Any) -> Any:
    return found.type if isinstance(found, msgspec.inspect.Metadata) else found


_SEATS = (events.ChineseSeat, events.OfcSeat)
_BOTH = (events.ChineseHand, events.OfcHand)
_OUTSIDE = _plain(
    AFTER, AFTER, "whole", events.Number, "the number of the hand after which it happened; 0: before the first. "
    "Leave it empty where the hands have times",
)  # fmt: skip
_SESSION = _plain(
    "session", "session", "text", events.Id, "needed if the sheet Session has more than one row"
)
_GAME = _plain(
    "game", "game", "choice", Literal["chinese", "ofc", "pineapple"], "of every hand", choices=GAMES
)
_HAND = _plain("hand", "hand", "whole", events.Number, "the hand's number")
_KINDS_OF_FEES = (*get_args(events.FeeKind), "time")
_KINDS_OF_CHIPS = ("buy_in", "add_on", "cash_out", "move", "toke")

SESSION = Sheet(
    "Session",
    (
        _of("session", "session", "text", events.Session, needed=True, help="your own id of this session"),
        _of("room", "room", "text", events.Session, needed=True, help="the licence id of the card room"),
        _of("table", "table", "text", events.Session, needed=True),
        _of("currency", "currency", "text", events.Session, needed=True, help="such as USD"),
        _plain(
            AMOUNTS_IN, AMOUNTS_IN, "choice", Literal["currency", "minor"],
            "currency: 3.50 is three dollars and fifty cents. minor: 350 is; also for the chips of a tournament",
            choices=AMOUNTS, needed=True,
        ),
        _plain(ZONE, ZONE, "text", str, "a place such as America/Los_Angeles, or an offset such as -07:00"),
        _of("opened at", "opened_at", "time", events.Session, needed=True),
        _of("closed at", "closed_at", "time", events.Session),
        _GAME,
        _of("unit", "unit", "money", events.Session, help="the money that one unit is worth"),
        _of("ruleset", "ruleset", "text", events.Session),
        _of("number", "number", "whole", events.Session, help="the running number of the room's sessions"),
        _of("tournament", "tournament", "text", events.Session),
        _of("dealer", "staff.dealer", "text", events.Staff),
        _of("supervisor", "staff.supervisor", "text", events.Staff),
        _of("source", "source", "choice", events.Session, help="how the record was made"),
        _of("recorded by", "recorded_by", "text", events.Session),
        _of("recorded at", "recorded_at", "time", events.Session),
        _of("counted at", "close.at", "time", events.Close, help="when the totals were drawn up"),
        _of("hands in all", "close.hands", "whole", events.Close),
        _of("total rake", "close.totals.rake", "money", events.Totals),
        _of("total hand fees", "close.totals.hand_fee", "money", events.Totals),
        _of("total jackpot", "close.totals.jackpot", "money", events.Totals),
        _of("total time", "close.totals.time", "money", events.Totals),
        _of("corrects", "supersedes.sha256", "text", events.Supersedes, help="the SHA-256 of the log it corrects"),
        _of("correction reason", "supersedes.reason", "text", events.Supersedes),
        _of("corrected by", "supersedes.by", "text", events.Supersedes),
    ),
    "One row for the session of a table. A session without hands says that the table was open and nothing was played.",
)  # fmt: skip

SEAT_COLUMNS = (
    _of("seat", "seat", "whole", *_SEATS, needed=True),
    _of("player", "player", "text", *_SEATS, needed=True, help="a pseudonym, never a name"),
    _of("front", "front", "cards", *_SEATS),
    _of("middle", "middle", "cards", *_SEATS),
    _of("back", "back", "cards", *_SEATS),
    _of("net", "net", "money", *_SEATS, help="won (+) or lost (-) in this hand, without fees"),
    _of("surrendered", "surrendered", "flag", *_SEATS),
    _of("fouled", "fouled", "flag", *_SEATS, help="yes if the floor ruled the hand fouled"),
    _of("natural", "declared", "text", *_SEATS, help="the natural that the player declared"),
    _of("aces", "aces", "flag", *_SEATS, help="yes if the player is in the side bet on aces"),
    _of("stack", "stack", "money", *_SEATS, help="chips in front of the player before the deal"),
    _of("dealt", "dealt", "cards", *_SEATS, help="the cards as dealt"),
    _of("discards", "discards", "cards", *_SEATS),
    _of("status", "status", "choice", *_SEATS, choices=("played", "missed")),
    _of("fantasyland", "fantasyland", "whole", *_SEATS, help="how many cards were dealt at once"),
    Column(
        "out", "out", "flag", from_plain(bool), games=GAMES[1:], help="yes if this hand eliminated the player"
    ),
)
HAND_COLUMNS = (
    _of("at", "at", "time", *_BOTH, help="when the cards were dealt"),
    _of("ended at", "ended_at", "time", *_BOTH),
    _plain("game", "game", "choice", Literal["chinese", "ofc", "pineapple"], "if not that of the session", choices=GAMES),
    _of("unit", "unit", "money", *_BOTH, help="if not that of the session"),
    _of("button", "dealer", "whole", *_BOTH, help="the seat of the button"),
    _of("banker", "banker", "whole", *_BOTH, help="the seat of the banker"),
    _of("forced dealer", "forced_dealer", "flag", *_BOTH),
    _of("void", "void", "flag", *_BOTH, help="yes if the deal was declared a misdeal"),
    _of("level", "level", "whole", *_BOTH),
    _of("dealer", "dealer_id", "text", *_BOTH, help="who dealt"),
    _of("deck", "deck", "text", *_BOTH),
    _of("shuffler", "shuffler", "text", *_BOTH),
    _of("video", "video", "text", *_BOTH),
)  # fmt: skip
_KEYS = (_SESSION, replace(_HAND, needed=True))
HANDS = Sheet(
    "Hands",
    (*_KEYS, *SEAT_COLUMNS, *HAND_COLUMNS),
    "One row for each seat of a hand; the rows of a hand stand together. What is of the hand as a whole (at, button, …) is "
    "written in any of its rows.",
)
FEES = Sheet(
    "Fees",
    (
        _SESSION,
        _HAND,
        _plain(
            "kind", "kind", "choice", str, "time, or a fee of a hand", choices=_KINDS_OF_FEES, needed=True
        ),
        _of("amount", "amount", "money", events.HandFee, needed=True),
        _of("seat", "seat", "whole", events.HandFee),
        _of("of wagers", "of", "money", events.HandFee, help="the wagers that a rake was taken from"),
        _of("before the deal", "before_deal", "flag", events.HandFee),
        _of("player", "player", "text", events.Fee),
        _of("at", "at", "time", events.Fee),
        _of("covers from", "covers_from", "time", events.Fee),
        _of("covers to", "covers_to", "time", events.Fee),
        _OUTSIDE,
    ),
    "A rake, a fee or a jackpot drop names its hand. Time names seat, player, at, covers from and covers to instead.",
)
CHIPS = Sheet(
    "Chips",
    (
        _SESSION,
        _of("at", "at", "time", events.Chips, needed=True),
        _plain("kind", "kind", "choice", str, choices=_KINDS_OF_CHIPS, needed=True),
        _of("seat", "seat", "whole", events.Chips, needed=True),
        _of("player", "player", "text", events.Chips, needed=True),
        _of("amount", "amount", "money", events.Chips, needed=True),
        _OUTSIDE,
    ),
    "Chips that a player brought to the table or took from it between hands, and tokes to the dealer.",
)
IRREGULARITIES = Sheet(
    "Irregularities",
    (
        _SESSION,
        _HAND,
        _of("kind", "kind", "choice", events.Irregularity, needed=True),
        _of("when", "when", "choice", events.Irregularity),
        _of("seat", "seat", "whole", events.Irregularity),
        _of("cards", "cards", "whole", events.Irregularity, help="how many cards it was of"),
        _of("ruling", "ruling", "choice", events.Irregularity),
        _of("units", "units", "whole", events.Irregularity, help="of a penalty"),
        _of("by", "by", "text", events.Irregularity, help="who ruled"),
        _of("note", "note", "text", events.Irregularity),
        _of("at", "at", "time", events.Irregularity, help="needed outside of a hand"),
        _OUTSIDE,
    ),
    "What went wrong, and the ruling. It names its hand; outside of a hand it has a time.",
)
TRANSFERS = Sheet(
    "Transfers",
    (
        _SESSION,
        _KEYS[1],
        _of("payer", "payer", "whole", events.Transfer, needed=True, help="the seat that paid"),
        _of("payee", "payee", "whole", events.Transfer, needed=True, help="the seat that was paid"),
        _of("amount", "amount", "money", events.Transfer, needed=True),
        _of("units", "units", "whole", events.Transfer),
    ),
    "Chips as they moved from seat to seat, in order.",
)
DROPS = Sheet(
    "Drops",
    (
        _SESSION,
        _of("at", "at", "time", events.Drop, needed=True),
        _of("kind", "kind", "choice", events.Drop, needed=True),
        _of("amount", "amount", "money", events.Drop, needed=True),
        _of(
            "counted by",
            "counted_by",
            "people",
            events.Drop,
            needed=True,
            help="ids with commas between them",
        ),
        _OUTSIDE,
    ),
    "The counts of the drop boxes.",
)
SHEETS = (SESSION, HANDS, FEES, CHIPS, IRREGULARITIES, TRANSFERS, DROPS)


def plain_title(title: str) -> str:
    """A title or a name without what people write in different ways."""
    return " ".join(title.replace("_", " ").casefold().split())
