"""The titles of incidents: one short sentence each, by the check of the root finding."""

from __future__ import annotations

from rules.audit.incidents.explained import RULESET
from rules.audit.incidents.groups import Pattern
from rules.results import Finding

# {who}: "Seat 2", or "A seat" if several seats are concerned; {whose}: "Seat 2's"; {player}: the player's id;
# {entry}: "entry 12", or "an entry".
TITLES = {
    "LOG001": "Hand numbers are missing from the log",
    "LOG002": "A hand number is repeated or goes back",
    "LOG003": "The room's total of hands differs from the log",
    "LOG004": "The room's total of a fee differs from the log",
    "LOG005": "The times of the log are out of order",
    "LOG006": "A hand is outside the hours of the session",
    "LOG007": "A hand was dealt before the previous hand was settled",
    "LOG008": "Two sessions of one table overlap",
    "LOG009": "Session numbers are missing",
    "LOG010": "Two sessions have the same number",
    "LOG011": "The gaming day has no log",
    "LOG012": "A table has no log for the gaming day",
    "LOG013": "A log was corrected late",
    "LOG014": "A log was received late",
    "LOG015": "Hands have less on record than the controls demand",
    "LOG016": "The first hands of the session are missing",
    "LOG018": "A line is not in the order of its time",
    "LOG019": "Times have another offset than the room's clock",
    "LOG020": "A line is of a time at which it cannot have been",
    "LOG021": "Hands of the hand history are in no log",
    "LOG017": "The numbers of hands are not continued from the session before",
    "DCK001": "A card appears twice in the deal",
    "DCK002": "{who} has a wrong number of cards",
    "DCK003": "{who} has a joker that the deck does not have",
    "DCK004": "{who} set or showed cards that it was not dealt",
    "DCK005": "A whole deal is repeated",
    "DCK006": "A deal is repeated with seats or suits exchanged",
    "SET001": "{whose} rows have wrong sizes",
    "SET002": "{whose} foul was missed",
    "SET003": "{whose} legal hand was ruled fouled",
    "SET005": "{who} declared a natural that it does not have",
    "SET009": "{who} put too many cards into a row",
    "SET010": "{who} placed cards that it was not dealt",
    "SET011": "{who} was dealt or set a wrong number of cards in a turn",
    "SET012": "{who} acted out of turn",
    "SET013": "{whose} rows differ from the cards that it placed",
    "SET014": "{who} played fantasyland without earning it",
    "SET015": "{who} earned fantasyland and did not get it",
    "SET017": "{who} missed the hand but has cards in it",
    "SET018": "A seat that is not in the hand acted in it",
    "STK001": "The unit is above the limit of the controls",
    "STK002": "The unit of the hand differs from the session's",
    "STK003": "The table had a wrong number of players",
    "STK004": "A player sat in two seats",
    "STK005": "The button was at an empty seat",
    "STK006": "The banker is not in the hand",
    "STK007": "The wrong player was made to deal",
    "STK009": "The variant played differs from the controls",
    "STK010": "{whose} chips do not follow from the previous hand",
    "STK011": "The chips of the session do not add up",
    "STK012": "Player {player} sat at two tables at once",
    "STK013": "More tables were in play than the licence allows",
    "STK014": "{whose} cash-out differs from its chips",
    "STK015": "{whose} player changed without a record",
    "STK016": "Who was dealt in differs from the rules",
    "STK017": "The button did not move",
    "STK018": "{whose} stack does not follow from the hand before",
    "STK019": "{whose} buy-in differs from the terms of the table",
    "STK020": "{who} took a longer break than the table allows",
    "STK021": "{whose} seat was kept too long",
    "STK022": "The terms of the table changed without everybody",
    "STK023": "The controls do not offer the game of the hand",
    "STK025": "Chips are on record at a seat where {player} did not sit",
    "STK026": "{whose} chips changed between two sessions of a table",
    "STK024": "The hand is not of the rotation of its mix",
    "SCR001": "{whose} recorded result differs from what was due",
    "SCR002": "The recorded results of the hand do not balance",
    "SCR005": "{whose} result differs from that of a single-winner game",
    "PAY001": "{whose} payments differ from what was due",
    "PAY002": "{whose} payment differs from its units times the unit",
    "PAY003": "{whose} result is not in whole units",
    "PAY004": "{whose} recorded result differs from its transfers",
    "PAY006": "A payment names a seat that is not in the hand",
    "PAY007": "{who} paid a player who is not the banker",
    "PAY008": "{who} won or lost more than its chips",
    "PAY009": "The payments were made out of order",
    "PAY010": "{who} bought chips during a deal",
    "PAY011": "Chips went in a circle between seats",
    "PAY012": "A toke names a player who did not sit there",
    "POT001": "{whose} contribution to the pool differs from the ante",
    "POT002": "{whose} prize from the pool differs from what was due",
    "POT004": "{who} paid another player in a game for the pool",
    "POT005": "{who} showed before its turn",
    "POT006": "{who} won without showing its cards",
    "POT007": "The pots were given in another order",
    "POT008": "A pot differs from the chips put in",
    "POT009": "{who} was given another amount of a pot than was due",
    "POT010": "{whose} result of the hand differs from what was due",
    "BET001": "{who} acted out of turn",
    "BET002": "{who} acted without a right to",
    "BET003": "{who} bet or raised too little",
    "BET004": "{who} raised where it could only call",
    "BET005": "{who} bet another amount than the limit allows",
    "BET006": "{who} put in more chips than it had",
    "BET007": "{whose} call or return differs from the bets",
    "BET008": "{whose} bet was taken for something else than it was",
    "BET009": "{whose} blind or ante differs from the stakes",
    "BET010": "{whose} bring-in differs from what was due",
    "BET011": "{whose} straddle differs from what was due",
    "BET012": "{who} could not lose and did not bet",
    "BET013": "{who} raised after its hand was shown",
    "BET014": "{who} took longer than the clock allows",
    "BET015": "The board was dealt more than once against the rules",
    "BET016": "{who} posted the same blind or ante twice",
    "SUR001": "{who} surrendered where the controls allow no surrender",
    "SUR002": "{whose} surrender was paid at a wrong amount",
    "FEE001": "The rake of the hand differs from the fixed rake",
    "FEE002": "The jackpot drop is above the rake",
    "FEE003": "A fee was taken that the licence does not allow",
    "FEE004": "Several kinds of fees were taken for one hand",
    "FEE005": "The rake is above its share of the wagers",
    "FEE006": "The rake is above the limit for a hand",
    "FEE007": "The fee for the hand is above the limit",
    "FEE008": "A fee for the hand was taken after the deal",
    "FEE009": "The fee for the hand differs from the controls",
    "FEE010": "The jackpot drop differs from the controls",
    "FEE011": "{who} paid more for time than the hourly limit",
    "FEE012": "Time was collected from {player} too seldom",
    "FEE013": "A collection of time was recorded late",
    "FEE014": "The table paid more for time than the limit",
    "FEE015": "The players' shares of the time are uneven",
    "FEE016": "{who} paid for its time late",
    "FEE017": "{who} did not pay for its time",
    "FEE019": "The fees together are above the limit",
    "FEE020": "The drop differs from the fees of the log",
    "FEE021": "The recorded fees differ from what was due",
    "FEE022": "The drop differs from what was due",
    "FEE023": "A table's drop of the day differs from its fees",
    "FEE024": "A table's fees of the day differ from what was due",
    "FEE025": "A table's drop of the day differs from what was due",
    "FEE026": "The room's total of a fee differs from its sessions",
    "FEE027": "The room's count of a drop differs from its logs",
    "FEE028": "A fee was taken in a way that the room has not filed",
    "FEE029": "A fee names a seat that is not in the hand",
    "FEE030": "A paid period of time ends before it begins",
    "FEE031": "A fee is of a kind that the controls do not file",
    "FEE032": "Too few people counted a drop box",
    "IRR001": "A void deal was paid",
    "IRR002": "An irregularity of the cards was not recorded",
    "IRR005": "A misdeal was settled",
    "IRR006": "A ruling on {who} was not applied",
    "IRR007": "The penalty differs from the controls",
    "IRR008": "A ruling is not allowed by the controls",
    "IRR009": "A ruling was made by a person not entitled to make it",
    "IRR010": "The fine differs from the controls",
    "IRR011": "A misdeal was declared too late",
    "IRR012": "A recorded wrong card count contradicts the cards of {who}",
    "JKP002": "A jackpot payment differs from what the hand makes due",
    "JKP005": "The jackpot's level does not follow from drops and payments",
    "FEE033": "The rake of the hand is above what was due",
    "FEE034": "The rake of the hand is below what was due",
    "FEE035": "The jackpot drop of the hand differs from what was due",
    "FEE037": "No fees are on record where the controls charge one",
    "FEE036": "Time was collected at a table that takes a rake",
    "IRR013": "A card of the board came too early",
    "IRR014": "A ruling on a misdeal differs from the rules",
    "IRR015": "The deal differs from the game",
    "IRR017": "An irregularity is on record twice",
    "IRR016": "{whose} exchange of cards differs from the game",
    "CLK001": "A clock was called on {who} too early",
    "CLK002": "{who} acted after its clock had run out",
    "CLK003": "The consequence of {whose} expired clock was not applied",
    "CLK004": "{who} was fouled for time",
    "CLK005": "{who} left the table with decisions open",
    "CLK006": "{who} was away with decisions open",
    "CLK007": "The times within the hand contradict each other",
    "LVL001": "The level does not match the hand's number",
    "LVL002": "The unit differs from the point value of the level",
    "LVL003": "{whose} chips are of a kind that is out of play",
    "TRN001": "{who} did not begin with the starting stack",
    "TRN002": "{whose} tournament chips do not follow from the previous hand",
    "TRN003": "{whose} recorded elimination contradicts its chips",
    "TRN004": "{who} was eliminated and played on",
    "TRN005": "A hand was dealt before the event's start",
    "TRN006": "Another amount than the price was paid by {player}",
    "TRN049": "The place of {player} is not the one due",
    "TRN050": "The tournament was closed before it was played out",
    "TRN051": "A bounty was not paid to {player} as it is due",
    "TRN052": "The prize of {player} is not the one due",
    "TRN053": "The deal does not come to the prizes of its places",
    "TRN054": "A deal was not reported",
    "TRN055": "{player} was paid another amount than is due",
    "TRN056": "The ranking points of {player} are not those due",
    "TRN030": "A seat was not drawn",
    "TRN031": "A seat that was taken was given to {entry}",
    "TRN032": "{entry} is said to be where it does not sit",
    "TRN033": "{entry} was moved without approval",
    "TRN034": "The largest table played on while tables were out of balance",
    "TRN035": "A short table played on",
    "TRN036": "{entry} was moved for balance between the wrong tables",
    "TRN037": "{entry} was moved for balance from the wrong position",
    "TRN038": "A table was broken out of turn",
    "TRN039": "A hand was dealt at a table that was broken",
    "TRN040": "Three tables played on without a new draw",
    "TRN041": "The final table was not drawn",
    "TRN042": "The final table was not formed",
    "TRN043": "Too many players sat at a table",
    "TRN044": "Tables did not play hand for hand before the prizes",
    "TRN045": "{player} played at another table during the tournament",
    "TRN046": "{entry} went out twice",
    "TRN047": "The counted stack of {entry} differs from the log",
    "TRN048": "The penalty of {entry} has a wrong length",
    "LVL004": "A level was announced early",
    "LVL005": "A level was announced late",
    "LVL006": "A level was left out or announced again",
    "LVL007": "The stakes of a level differ from those published",
    "LVL008": "A change of the structure was not announced",
    "LVL009": "The stack of {entry} is not one that a colour-up leaves",
    "LVL010": "A colour-up changed the chips of a table by a whole chip or more",
    "LVL011": "A chip left play after another level than published",
    "LVL012": "Chips that had left play are in a stack again",
    "JKP009": "More was dropped for a jackpot than its hands pay",
    "JKP010": "The drop of a session is not what its hands paid for the jackpot",
    "JKP011": "A tournament's contribution to a pool is not its share",
    "JKP012": "The money that was counted is not the account's balance",
    "JKP013": "The jackpot's closing was read late",
    "JKP014": "A gaming day of the jackpot has no closing",
    "JKP015": "A table's log has another jackpot level than the ledger",
    "JKP016": "Money was moved out of an account without approval",
    "JKP017": "A jackpot was counted on a level that is not the last closing's",
    "JKP018": "A jackpot that was hit paid another amount than is due",
    "JKP019": "{who} got another share of a jackpot than is due",
    "JKP020": "A jackpot was paid in a hand with too few players",
    "JKP021": "The ledger and the table's log differ in what a jackpot paid",
    "JKP022": "A jackpot that a table paid is not in the ledger",
    "JKP023": "An account was overdrawn",
    "JKP024": "A jackpot was paid of which there is no hit",
    "JKP025": "A jackpot was not paid to {player} as it is due",
    "JKP026": "{player} was awarded other points than the tournament makes",
    "JKP027": "The ranking points of {player} are not the sum of the awards",
    "JKP028": "The pool of the ranking is not the quarter's contributions",
    "JKP029": "The ranking prize of {player} is not the one due",
    "JKP031": "An account does not begin with what the ledger before it left",
    "JKP032": "Two players were paid out of the accounts on one receipt",
    "JKP033": "A ledger of the room before this one is missing",
    "JKP030": "Money of a jackpot was moved where it pays no prizes",
    "TRN058": "The entry fees of {player} are above the limit",
    "TRN059": "The buy-ins of {player} are above the limit",
    "TRN060": "Less was paid to the players than their buy-ins",
    "TRN061": "{entry} was moved for balance to a position that nobody moves to",
    "TRN062": "Two players were paid on one receipt",
    "TRN063": "A tournament of the room before this one is missing",
    "TRN065": "A log of a table is in another currency than its tournament",
    "TRN064": "The tournament has prizes of its own in place of the filed ones",
    "TRN007": "Late registration had ended when {entry} came",
    "TRN008": "{player} entered while still in",
    "TRN009": "A re-entry of {player} is recorded as a first entry",
    "TRN010": "A re-entry of {player} has no entry before it",
    "TRN011": "{player} entered again in a tournament without re-entries",
    "TRN012": "{entry} bought chips that are not offered",
    "TRN013": "{entry} bought a rebuy with chips in front",
    "TRN014": "Rebuys had ended when {entry} bought chips",
    "TRN015": "A number before {entry} is missing",
    "TRN016": "The number of {entry} is repeated or goes back",
    "TRN017": "Somebody is named who never entered",
    "TRN018": "{player} joined the waiting list at a wrong place",
    "TRN019": "{player} came in before the first of the waiting list",
    "TRN020": "{entry} was paid back without approval",
    "TRN021": "What was paid back for {entry} differs from its price",
    "TRN022": "The tournament has no late registration",
    "TRN023": "The tournament was published after its start",
    "TRN024": "A tournament is of the ranking that cannot be",
    "TRN025": "The announced prize pool differs from what was due",
    "TRN026": "The announced share of the ranking differs from what was due",
    "TRN027": "The announced number of paid places differs from what was due",
    "TRN028": "The announced number of tickets differs from what was due",
    "TRN029": "A total of the tournament differs from its file",
    "JKP006": "The royal flush pool paid {entry} another amount than was due",
    "JKP007": "The royal flush pool paid {entry} for a hand that does not qualify",
    "JKP008": "A royal flush pool was paid that the tournament does not have",
    "CTL001": "No ruleset was in force",
    "CTL002": "The controls do not have the game of the hand",
    "CTL003": "The log was not played under the room's own controls",
    "CTL004": "The log is in another currency than the one that is fixed",
}  # fmt: skip

# Those of checks that test logs too, where the finding is one of a tournament.
OF_TOURNAMENTS = {
    "LVL001": "A hand was played at another level than was due",
    "TRN001": "{entry} did not begin with the chips that were published",
    "TRN002": "The chips of the tournament do not add up",
    "TRN003": "The elimination of {entry} differs from its hand on record",
    "TRN004": "{entry} was out and played on",
}

# Of checks that find several things: another title where a finding is about the second of them.
_PAID_ITSELF = "{who} is on record as paying itself"
_WHO_CAN_WIN = "Who can win a pot is on record in another way than the chips put in say"
_LINE_OUTSIDE = "A line is outside the hours of the session"
_TABLE_COUNTED = "The stacks of a hand differ from the count of the table"
_ADDED = "{who} added chips during the hand"

_OF_SEVERAL = ("SCR001",)  # without a seat, it is about what several have together


def title(root: Finding, pattern: Pattern | None, hands: int) -> str:
    """The title of an incident; for a pattern, with the number of its hands and its dealer or player. hands: 0 for what such
    titles begin with.
    """
    if pattern is not None and pattern.parameter.startswith(RULESET):
        return f"The results of {hands:,} {_hands(hands)}{_of(pattern)} fit {pattern.parameter.removeprefix(RULESET)}"
    one = pattern is None
    if one and hands and is_of_several(root):
        return "Seats together have more than they can have been due"
    said = said_of(template_of(root), root, one)
    return said if one else f"{said}, in {hands:,} {_hands(hands)}{_of(pattern)}"


def is_of_several(root: Finding) -> bool:
    """Whether a finding is about what several seats have together."""
    return root.code in _OF_SEVERAL and root.seat is None and isinstance(root.expected, int)


def said_of(template: str, root: Finding, one: bool, capital: bool = True) -> str:
    """A title with the seat, the player or the entry of the root. one: it is of one place, and no pattern."""
    seat = root.seat if one else None
    who = "A seat" if seat is None else f"Seat {seat}"
    player = root.player or "a player" if one else "a player"
    entry = "an entry" if root.entry is None else f"entry {root.entry}"
    said = template.format(who=who, whose=f"{who}'s", player=player, entry=entry).replace(
        " A seat", " a seat"
    )
    if not capital or (template.startswith("{player}") and player == root.player):
        return said  # an id stays as it is recorded
    return _capital(said)


def template_of(root: Finding) -> str:
    """A finding of a tournament names an entry or a table, or is in no session."""
    if (other := _of_another_fact(root)) is not None:
        return other
    of_tournament = root.entry is not None or root.table is not None or not root.session
    special = OF_TOURNAMENTS.get(root.code) if of_tournament else None
    return special or TITLES.get(root.code) or f"{root.name.replace('-', ' ').capitalize()}"


def _of_another_fact(root: Finding) -> str | None:
    """The title of a finding that states another fact than most of its check's."""
    if root.code == "LOG006":
        return _LINE_OUTSIDE if root.hand is None else None
    if root.code == "PAY006":
        payer, _, payee = str(root.stated).partition(" to ")
        return _PAID_ITSELF if payer == payee else None
    if root.code == "POT008":
        return _WHO_CAN_WIN if root.unit == "seats" else None
    if root.code == "TRN047":
        return _TABLE_COUNTED if root.entry is None else None
    if root.code == "BET006":
        return _ADDED if root.stated == "add" else None
    return None


def _hands(hands: int) -> str:
    return "hand" if hands == 1 else "hands"


def _of(pattern: Pattern | None) -> str:
    if pattern is None or pattern.who is None:
        return ""
    return f" of {pattern.scope.split()[0]} {pattern.who}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
