"""Sentences of the redacted edition: which of those in an audit are kept, and what takes the place of the others."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from msgspec.structs import replace

from rules.audit.incidents.case_in_words import begun_low
from rules.audit.incidents.titles import title
from rules.checks.support.amounts import money_text
from rules.results import Cause, Diagnosis, Failure, Finding, Incident

WITHHELD = "withheld"

# The checks whose messages are of numbers, times, cards, seats, tables, and words of the code and of rulesets. A check that is
# in neither list has its messages made anew.
KEPT = frozenset((
    "BET001", "BET002", "BET003", "BET004", "BET005", "BET006", "BET007", "BET008", "BET009", "BET010", "BET011",
    "BET012", "BET013", "BET014", "BET015", "CLK001", "CLK002", "CLK003", "CLK004", "CLK005", "CLK006", "CLK007",
    "CTL001", "CTL002", "CTL003", "CTL004", "DCK001", "DCK002", "DCK003", "DCK004", "DCK005", "DCK006", "DCK007", "FEE001",
    "FEE002", "FEE003", "FEE004", "FEE005", "FEE006", "FEE007", "FEE008", "FEE009", "FEE010", "FEE011", "FEE012",
    "FEE013", "FEE014", "FEE015", "FEE016", "FEE017", "FEE018", "FEE020", "FEE021", "FEE022", "FEE023", "FEE024",
    "FEE025", "FEE026", "FEE027", "FEE028", "FEE029", "FEE030", "FEE031", "FEE033", "FEE034", "FEE035", "FEE036", "FEE037",
    "IRR001", "IRR017", "BET016",
    "IRR002", "IRR003", "IRR004", "IRR005", "IRR006", "IRR007", "IRR008", "IRR010", "IRR011", "IRR012", "IRR013",
    "IRR014", "IRR015", "IRR016", "JKP001", "JKP002", "JKP005", "LOG001", "LOG002", "LOG003", "LOG004", "LOG005", "LOG006",
    "LOG007", "LOG009", "LOG011", "LOG012", "LOG015", "LOG016",
    "LOG018", "LOG019", "LOG021", "LVL002", "LVL003", "PAY001", "PAY002", "PAY003", "PAY004",
    "PAY005", "PAY006", "PAY007", "PAY008", "PAY009", "PAY010", "PAY011", "POT001", "POT002", "POT003", "POT004",
    "POT005", "POT006", "POT007", "POT008", "POT009", "POT010", "SCR001", "SCR002", "SCR003", "SCR004", "SCR005",
    "SCR006", "SET001", "SET002", "SET003", "SET004", "SET006", "SET007", "SET008", "SET009", "SET010", "SET011",
    "SET012", "SET013", "SET014", "SET015", "SET016", "SET017", "SET018", "STK001", "STK002", "STK003", "STK005",
    "STK006", "STK008", "STK009", "STK013", "STK016", "STK017", "STK018", "STK019", "STK020", "STK021",
    "STK022", "STK023", "STK024", "SUR001", "SUR002", "SUR003", "SUR004", "TRN001", "TRN005",
    "TRN060", "TRN022", "TRN023", "TRN024", "TRN025", "TRN026", "TRN027", "TRN028", "TRN029",
    "LVL001", "LVL004", "LVL005", "LVL006", "LVL007", "LVL008", "LVL011", "TRN063", "TRN064", "JKP033",
))  # fmt: skip
# Those whose messages quote an id, a session or another text of the log.
QUOTING = frozenset((
    "FEE019", "FEE032", "IRR009", "LOG008", "LOG010", "LOG013", "LOG014", "LOG017", "LOG020", "PAY012", "SET005", "STK004",
    "STK007", "STK010", "STK011", "STK012", "STK014", "STK015", "TRN002", "TRN003", "TRN004",
    "TRN006", "JKP009", "TRN065", "STK025", "STK026",
    "JKP010", "JKP011", "JKP012", "JKP013", "JKP014", "JKP015", "JKP016", "JKP017", "JKP018", "JKP019", "JKP020",
    "JKP021", "JKP022", "JKP023", "JKP024", "JKP025", "JKP026", "JKP027", "JKP028", "JKP029", "JKP030", "JKP031",
    "TRN049", "TRN050",
    "TRN051", "TRN052", "TRN053", "TRN054", "TRN055", "TRN056", "TRN057", "TRN058", "TRN059",
    "TRN007", "TRN008", "TRN009", "TRN010", "TRN011", "TRN012", "TRN013", "TRN014", "TRN015", "TRN016", "TRN017",
    "TRN018", "TRN019", "TRN020", "TRN021", "JKP006", "JKP007", "JKP008",
    "LVL009", "LVL010", "LVL012", "TRN061", "TRN062", "JKP032",
    "TRN030", "TRN031", "TRN032", "TRN033", "TRN034", "TRN035", "TRN036",
    "TRN037", "TRN038", "TRN039", "TRN040", "TRN041", "TRN042", "TRN043", "TRN044", "TRN045", "TRN046", "TRN047", "TRN048",
))  # fmt: skip
_WORD = re.compile(r"[^\s.,;:()“”\"'’]+")


class Names:
    """Texts that no sentence may quote."""

    def __init__(self, texts: Collection[str]) -> None:
        self._words = {each for each in texts if _WORD.fullmatch(each)}
        self._phrases = [each for each in texts if each and each not in self._words]

    def in_text(self, text: str) -> bool:
        """Whether a text quotes one of them, as a word or anywhere where it is no single word."""
        if not self._words.isdisjoint(_WORD.findall(text)):
            return True
        return any(each in text for each in self._phrases)


def message(finding: Finding, currency: str | None) -> str:
    """What a finding says, worked out from its redacted fields alone."""
    where = [] if finding.hand is None else [f"hand {finding.hand}"]
    where += [] if finding.seat is None else [f"seat {finding.seat}"]
    where += [] if finding.player is None else [f"player {finding.player}"]
    where = where or ([finding.session] if finding.session else [f"room {finding.room}"])
    says = [finding.name.replace("-", " ")]
    for label, value in (("on record", finding.stated), ("expected", finding.expected)):
        if value is not None and value != WITHHELD:
            says.append(f"{label}: {_amount(value, finding.unit, currency)}")
    text = f"{', '.join(where)}: {'; '.join(says)}"
    return f"{text[:1].upper()}{text[1:]} ({finding.clause})."


def _amount(value: int | str, unit: str | None, currency: str | None) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    if unit == "money" and currency is not None:
        return money_text(value, currency)
    return f"{value:,}"


def cause(found: Cause) -> str:
    """The fact that findings come from, worked out from its redacted fields alone."""
    where = f"line {found.line}" if found.line is not None else "the file"
    says = [] if found.field is None else [found.field]
    for label, value in (("on record", found.stated), ("by the rest of the record", found.implied)):
        if value is not None and value != WITHHELD:
            says.append(f"{label}: {_amount(value, None, None)}")
    text = f"{where}: {'; '.join(says) or 'a line is missing, or is written twice'}."
    return f"{text[:1].upper()}{text[1:]}"


def failed(failure: Failure) -> str:
    """That a check failed, without the words of the program."""
    return f"{failure.code} failed, and its result is not known."


def diagnosed(found: Diagnosis, who: str | None) -> str:
    """A diagnosis of somebody's hands. who: the letter of a player; None: a dealer."""
    whose = f"of player {who} in" if who is not None else "that one dealer dealt:"
    hands = "" if found.first is None or found.last is None else f"in hands {found.first} to {found.last}, "
    text = f"{hands}the results {whose} {found.fitting:,} of {found.of:,} hands fit {found.ruleset}."
    return text[:1].upper() + text[1:]


_OF_SOMEBODY = re.compile(r" of (dealer|player) ")


def incident_title(incident: Incident, root: Finding | None, diagnosis: Sequence[Diagnosis]) -> str:
    """The title of an incident, worked out anew. root: its redacted finding; None: none, or it is not in the audit."""
    hands = f"{len(incident.hands):,} {'hand' if len(incident.hands) == 1 else 'hands'}"
    if root is None:
        numbers = [each.hand for each in incident.hands]
        return (
            f"The results of hand {numbers[0]} differ from what was due"
            if len(numbers) == 1
            else f"{hands} differ"
        )
    if not incident.pattern:
        return title(root, None, len(incident.hands))
    somebody = _OF_SOMEBODY.search(incident.title)
    whose = f" of one {somebody[1]}" if somebody is not None else ""
    for each in diagnosis:
        fits = f"{each.ruleset}@{each.revision}"
        if incident.title.startswith("The results of ") and incident.title.endswith(f" fit {fits}"):
            return f"The results of {hands}{whose} fit {fits}"
    return f"{title(replace(root, seat=None, player=None), None, 0)}, in {hands}{whose}"


def incident_words(incident: Incident, root: Finding | None, title: str) -> tuple[str | None, str | None]:
    """What went wrong and its cause, kept where neither can quote somebody; else a title. root: redacted."""
    if incident.short is None:
        return None, None
    if root is not None and root.code in KEPT and not incident.pattern:
        return incident.short, incident.explanation
    return begun_low(title), None
