"""The parts of what a page says of how an open-face system pays."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.reference.systems.described_fees import fees
from auditor.reference.systems.described_scoring import compared
from auditor.reference.systems.open_face.described_open_face_clock import clock, presence
from auditor.reference.systems.open_face.described_open_face_dealing import (
    fantasyland,
    placing,
    table_and_cards,
)
from auditor.reference.systems.open_face.described_open_face_event import event, levels, places
from auditor.reference.systems.open_face.described_open_face_scoring import (
    fouls,
    penalties,
    rows_and_scoop,
    royalties,
)
from auditor.reference.systems.open_face.described_open_face_settlement import chips, irregularities
from rules.controls.ruleset import Ruleset


def parts(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """(heading, text) of each part; the text is empty where the system has nothing of it."""
    yield "Players, cards and rows", table_and_cards(ruleset)
    yield "Dealing and placing, street by street", placing(ruleset)
    yield "Fantasyland", fantasyland(ruleset)
    yield "Who settles with whom", compared(ruleset)
    yield "Rows and the scoop", rows_and_scoop(ruleset)
    yield "Royalties", royalties(ruleset)
    yield "Fouled hands", fouls(ruleset)
    yield "Missed hands and penalties", penalties(ruleset)
    yield "Payment, short stacks and elimination", chips(ruleset)
    yield "The clock", clock(ruleset)
    yield "Leaving the table", presence(ruleset)
    yield "The event", event(ruleset)
    yield "Levels, and chips that leave play", levels(ruleset)
    yield "Places of players who are out", places(ruleset)
    yield "Fees", fees(ruleset)
    yield "When a deal goes wrong", irregularities(ruleset)
