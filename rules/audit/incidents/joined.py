"""Positions joined into groups."""

from __future__ import annotations

from collections.abc import Sequence


class JoinedGroups:
    """Union-find over positions."""

    def __init__(self, size: int) -> None:
        self._parent = list(range(size))

    def join(self, *places: int) -> None:
        for place in places[1:]:
            self._parent[self.root(place)] = self.root(places[0])

    def root(self, place: int) -> int:
        while self._parent[place] != place:
            self._parent[place] = self._parent[self._parent[place]]
            place = self._parent[place]
        return place

    def groups(self, places: Sequence[int]) -> list[list[int]]:
        """Groups of some places."""
        found: dict[int, list[int]] = {}
        for place in places:
            found.setdefault(self.root(place), []).append(place)
        return list(found.values())
