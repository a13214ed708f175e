"""Players named by incidents' findings, for lists."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from auditor.store import Store
from reports.incident_row_words import SeatPlayer, players_of
from rules.parties import is_player
from rules.results import Incident

MOST_FINDINGS = 40  # of an incident, that are looked at


def players_by_incident(
    store: Store, audit: int, incidents: Sequence[Incident]
) -> dict[str, tuple[SeatPlayer, ...]]:
    """Players of an audit's incidents, by incident id. Raises ResultDamaged."""
    wanted = list(chain.from_iterable(each.findings[:MOST_FINDINGS] for each in incidents))
    found = (
        {each.fingerprint: each for each in store.results.of_fingerprints(audit, wanted)} if wanted else {}
    )
    return {
        each.id: tuple(players_of(found[one] for one in each.findings[:MOST_FINDINGS] if one in found))
        for each in incidents
    }


def concerns_player(incident: Incident, player: str, *, exact: bool) -> bool:
    """Whether an incident's money is a player's. exact: the whole id, else a part in any case."""
    parties = [each for debt in incident.owes for each in (debt.debtor, debt.creditor) if each]
    parties += [each.party for each in incident.breaks or ()]
    part = player.strip().lower()
    return any(is_player(each) and (each == player if exact else part in each.lower()) for each in parties)
