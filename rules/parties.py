"""Parties between whom money moves, or was due."""

from __future__ import annotations

HOUSE, STAFF, NOBODY, UNKNOWN = "house", "staff", "nobody", "unknown"
ACCOUNT = "account:"
JACKPOT = f"{ACCOUNT}jackpot"
PRIZES = f"{ACCOUNT}prizes"
ROYAL = f"{ACCOUNT}royal"
_PLAYER = "player:"
_TAKEN = (HOUSE, STAFF, NOBODY, UNKNOWN)


def party_of(player: str) -> str:
    """Party of a player: the id, prefixed where it reads as another party."""
    return f"{_PLAYER}{player}" if player in _TAKEN or player.startswith((ACCOUNT, _PLAYER)) else player


def player_of(party: str) -> str:
    """Player who is a party."""
    return party.removeprefix(_PLAYER)


def is_player(party: str) -> bool:
    return party not in _TAKEN and not party.startswith(ACCOUNT)


def account_party(account: str) -> str:
    return f"{ACCOUNT}{account}"


def fee_party(kind: str) -> str:
    """Party that receives a kind of fee."""
    return JACKPOT if kind == "jackpot" else HOUSE


CHIPS_UNIT = "chips"  # the unit of the chips of a tournament, which are no currency
