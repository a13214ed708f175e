"""Card rooms: what one is licensed for, and on which gaming day a hand of it falls."""

from rules.rooms.room import LICENCE_CLASSES, Room, Terms

__all__ = ["LICENCE_CLASSES", "Room", "Terms"]
