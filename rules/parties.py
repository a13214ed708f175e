"""Parties: between whom money moves, and was due."""

from __future__ import annotations

HOUSE, STAFF, NOBODY, UNKNOWN = "house", "staff", "nobody", "unknown"
ACCOUNT = "account:"
JACKPOT = f"{ACCOUNT}jackpot"
PRIZES = f"{ACCOUNT}prizes"
ROYAL = f"{ACCOUNT}royal"
_PLAYER = "player:"
_TAKEN = (HOUSE, STAFF, NOBODY, UNKNOWN)


def party_of(player: str) -> str:
    """The party of a player: his id, or with a prefix where it reads as another party."""
    return f"{_PLAYER}{player}" if player in _TAKEN or player.startswith((ACCOUNT, _PLAYER)) else player


def player_of(party: str) -> str:
    """The id of the player who is a party."""
    return party.removeprefix(_PLAYER)


def is_player(party: str) -> bool:
    return party not in _TAKEN and not party.startswith(ACCOUNT)


def account_party(account: str) -> str:
    """The party of an account of a ledger, by its id."""
    return f"{ACCOUNT}{account}"


def fee_party(kind: str) -> str:
    """Party that receives the fees of a kind."""
    return JACKPOT if kind == "jackpot" else HOUSE


CHIPS_UNIT = "chips"  # the unit of the chips of a tournament, which are no currency
