"""Short ids of players, and their key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import UNSET
from msgspec.structs import replace

from reports.drawn_pages import LEFT, WIDTH, Pages
from reports.drawn_tables import ReportColumn, ReportTable
from reports.formatting import count
from reports.typography import ELLIPSIS, NOTE, SMALL_BOLD
from rules.shown_hands import Exhibit

WHOLE = 12  # characters of an id that is never shortened
_KEPT = 9
_COLUMNS = 3  # of a key of ids that are not too long for it
_NARROW = 28  # characters of such an id


class ShortIds:
    """Unique short ids: the beginning of an id, or its end where shared.

    known: ids to be shortened.
    """

    def __init__(self, known: Iterable[str] = ()) -> None:
        self._short: dict[str, str] = {}
        self._taken: set[str] = set()
        players = set(known)
        self._heads = Counter(player[:_KEPT] for player in players)
        self._tails = Counter(player[-_KEPT:] for player in players)

    def short(self, player: str) -> str:
        if len(player) <= WHOLE:
            return player
        if player not in self._short:
            made = self._made(player)
            self._short[player] = made
            self._taken.add(made)
        return self._short[player]

    def in_exhibit(self, exhibit: Exhibit) -> Exhibit:
        """Copy of a hand with short ids."""
        seats = [replace(seat, player=self.short(seat.player)) for seat in exhibit.seats]
        if exhibit.pot is UNSET:
            return replace(exhibit, seats=seats)
        of_pot = [replace(seat, player=self.short(seat.player)) for seat in exhibit.pot.seats]
        return replace(exhibit, seats=seats, pot=replace(exhibit.pot, seats=of_pot))

    def _made(self, player: str) -> str:
        heads = f"{player[:_KEPT]}{ELLIPSIS}", self._heads[player[:_KEPT]] < 2
        tails = f"{ELLIPSIS}{player[-_KEPT:]}", self._tails[player[-_KEPT:]] < 2
        for made, single in (heads, tails):
            if single and made not in self._taken:
                return made
        for kept in range(_KEPT, len(player)):
            for made in (f"{player[:kept]}{ELLIPSIS}", f"{ELLIPSIS}{player[-kept:]}"):
                if made not in self._taken:
                    return made
        return player

    def draw_key(self, pages: Pages) -> None:
        """Full ids of the shortened."""
        if not self._short:
            return
        pages.subheading("Key to the players", 60)
        pages.paragraph(
            f"Ids of up to {WHOLE} characters are never shortened. The exhibits show a part of the id of "
            f"{count(len(self._short), 'player')}:",
            NOTE,
            after=0,
        )
        ids = sorted(self._short)
        across = _COLUMNS if max(map(len, ids)) <= _NARROW else 1
        room = WIDTH / across
        columns = [
            ReportColumn("In exhibits", 62, style=SMALL_BOLD),
            ReportColumn("Id as recorded", room - 62),
        ] * across
        table = ReportTable(pages, columns, LEFT)
        table.head()
        for at in range(0, len(ids), across):
            cells = [text for each in ids[at : at + across] for text in (self._short[each], each)]
            table.row(*cells, *[""] * (2 * across - len(cells)))
        pages.y -= 4
