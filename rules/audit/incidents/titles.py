"""Short sentences that name an incident, by the check of its root finding."""

from __future__ import annotations

from rules.audit.incidents.cases import Pattern
from rules.audit.incidents.explained import RULESET
from rules.results import Finding

# {who}: "Seat 2", or "A seat" where no single one is concerned; {whose}: "Seat 2's"; {player}: the player's id.
TITLES = {
    "LOG001": "Hand numbers are missing from the log",
    "LOG002": "A hand number comes again or goes back",
    "LOG003": "The room's total of hands is not the number of hands in the log",
    "LOG004": "The room's total of a fee is not the sum in the log",
    "LOG005": "The times of the log do not run forward",
    "LOG006": "A hand lies outside the hours of the session",
    "LOG007": "A hand was dealt before the one before it was settled",
    "LOG008": "Two sessions of one table overlap",
    "LOG009": "Session numbers are missing",
    "LOG010": "Two sessions have the same number",
    "LOG011": "The gaming day has no log",
    "LOG012": "A table has no log of the gaming day",
    "LOG013": "A log was corrected late",
    "LOG014": "A log was received late",
    "DCK001": "A card is in the deal twice",
    "DCK002": "{who} has a wrong number of cards",
    "DCK003": "{who} holds a joker that the deck does not have",
    "DCK004": "{who} set other cards than it was dealt",
    "DCK005": "A whole deal comes again",
    "DCK006": "A deal comes again with seats or suits exchanged",
    "SET001": "{whose} rows have wrong sizes",
    "SET002": "{whose} foul was missed",
    "SET003": "{whose} legal hand was ruled fouled",
    "SET005": "{who} declared a natural that it does not hold",
    "SET009": "{who} put too many cards into a row",
    "SET010": "{who} placed other cards than it was dealt",
    "SET011": "{who} was dealt or set a wrong number of cards in a turn",
    "SET012": "{who} acted out of turn",
    "SET013": "{whose} rows are not the cards that it placed",
    "SET014": "{who} played fantasyland without having earned it",
    "SET015": "{who} earned fantasyland and was not given it",
    "SET017": "{who} missed the hand and has cards in it",
    "SET018": "A seat that is not in the hand acted in it",
    "STK001": "The unit is above the most that the controls allow",
    "STK002": "The hand was played at another unit than the session",
    "STK003": "The table had a wrong number of players",
    "STK004": "One player sat in two seats",
    "STK005": "The button was at a seat where nobody sat",
    "STK006": "The banker is not in the hand",
    "STK007": "The wrong player was made to deal",
    "STK009": "Another variant was played than the controls have",
    "STK010": "{whose} chips do not follow from the hand before",
    "STK011": "The chips of the session do not add up",
    "STK012": "Player {player} sat at two tables at once",
    "STK013": "More tables were in play than the licence has",
    "STK014": "{who} cashed out another amount than its chips",
    "STK015": "{who} has another player than before, without a record of it",
    "SCR001": "{whose} recorded result is not what its hand gives",
    "SCR002": "The recorded results of the hand do not balance",
    "SCR005": "{whose} result is not that of the single winner's game",
    "PAY001": "{who} was paid another amount than its hand gives",
    "PAY002": "{whose} payment is not its units times the unit",
    "PAY003": "{whose} result is not in whole units",
    "PAY004": "{whose} recorded result is not what the transfers brought",
    "PAY006": "A payment names a seat that is not in the hand",
    "PAY007": "{who} paid a player who does not bank",
    "PAY008": "{who} won or lost more than its chips",
    "PAY009": "The payments were made out of order",
    "PAY010": "{who} brought chips during a deal",
    "PAY011": "Chips went in a circle between seats",
    "PAY012": "A toke names a player who did not sit there",
    "POT001": "{whose} contribution to the pool is not the ante",
    "POT002": "{whose} prize from the pool is not what its hand gives",
    "POT004": "{who} paid another player in a game for the pool",
    "SUR001": "{who} surrendered where the controls have no surrender",
    "SUR002": "{whose} surrender was paid at another amount",
    "FEE001": "The rake of the hand is not the fixed one",
    "FEE002": "The jackpot drop is above the rake",
    "FEE003": "A fee was taken that the licence does not allow",
    "FEE004": "Several kinds of fees were taken for one hand",
    "FEE005": "The rake is above its share of the wagers",
    "FEE006": "The rake is above the most for a hand",
    "FEE007": "The fee for the hand is above the limit",
    "FEE008": "A fee for the hand was taken after the deal",
    "FEE009": "The fee for the hand is not the one in the controls",
    "FEE010": "The jackpot drop is not the one in the controls",
    "FEE011": "{who} paid more for time than the most an hour",
    "FEE012": "Time was collected from {player} too seldom",
    "FEE013": "A collection of time was recorded late",
    "FEE014": "The table paid more for time than the most",
    "FEE015": "The players' shares of the time are uneven",
    "FEE016": "{who} paid for its time late",
    "FEE017": "{who} sat and paid for no time",
    "FEE019": "The fees together are above the limit",
    "FEE020": "The drop is not what the log's fees add up to",
    "FEE021": "The recorded fees are not what was due",
    "FEE022": "The drop is not what was due",
    "FEE023": "A table's drop of the day is not what its fees add up to",
    "FEE024": "A table's fees of the day are not what was due",
    "FEE025": "A table's drop of the day is not what was due",
    "FEE026": "The room's total of a fee is not what its sessions add up to",
    "FEE027": "The room's count of a drop is not what its logs add up to",
    "FEE028": "A fee was taken in another way than the room has on record",
    "FEE029": "A fee names a seat that is not in the hand",
    "FEE030": "The time that was paid for ends before it begins",
    "FEE031": "A fee is of a kind that the controls do not file",
    "FEE032": "Too few people counted a drop box",
    "IRR001": "A void deal was paid",
    "IRR002": "What went wrong with the cards was not recorded",
    "IRR005": "A misdeal was settled",
    "IRR006": "A ruling on {who} was not applied",
    "IRR007": "The penalty is not the one in the controls",
    "IRR008": "A ruling is not one that the controls allow",
    "IRR009": "Somebody decided who is not to decide",
    "IRR010": "The fine is not the one in the controls",
    "IRR011": "A misdeal was declared too late",
    "IRR012": "A wrong card count contradicts the cards of {who}",
    "CLK001": "A clock was called on {who} too early",
    "CLK002": "{who} acted after its clock had run out",
    "CLK003": "What follows when {whose} clock runs out was not done",
    "CLK004": "{who} was fouled for time",
    "CLK005": "{who} left the table with decisions open",
    "CLK006": "{who} was away with decisions open",
    "CLK007": "The times within the hand contradict each other",
    "LVL001": "The level is not the one for the hand's number",
    "LVL002": "The unit is not the point value of the level",
    "LVL003": "{whose} chips are of a kind that is out of play",
    "TRN001": "{who} did not begin with the starting stack",
    "TRN002": "{whose} tournament chips do not follow from the hand before",
    "TRN003": "{whose} elimination is not what its chips give",
    "TRN004": "{who} was out and played on",
    "TRN005": "A hand was dealt before the event's start",
    "CTL001": "No ruleset was in force",
    "CTL002": "The hand is of a game that the controls do not have",
    "CTL003": "The log was not played under the room's own controls",
}  # fmt: skip


def title(root: Finding, pattern: Pattern | None, hands: int) -> str:
    """The title of an incident; of a pattern with the number of its hands and whom it is about."""
    if pattern is not None and pattern.parameter.startswith(RULESET):
        return f"The results of {hands:,} {_hands(hands)}{_of(pattern)} fit {pattern.parameter.removeprefix(RULESET)}"
    one = pattern is None
    seat = root.seat if one else None
    who = "A seat" if seat is None else f"Seat {seat}"
    template = TITLES.get(root.code) or f"{root.name.replace('-', ' ').capitalize()}"
    player = root.player or "a player" if one else "a player"
    said = _capital(template.format(who=who, whose=f"{who}'s", player=player).replace(" A seat", " a seat"))
    if one:
        return said
    return f"{said}, in {hands:,} {_hands(hands)}{_of(pattern)}"


def _hands(hands: int) -> str:
    return "hand" if hands == 1 else "hands"


def _of(pattern: Pattern | None) -> str:
    if pattern is None or pattern.who is None:
        return ""
    return f" of {pattern.scope.split()[0]} {pattern.who}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
