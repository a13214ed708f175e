"""Money of iPoker's games: `bet` is all a seat put in, `win` its payment.

Earlier files count uncalled bets in winnings, later ones do not. Unless stated, a game that allows one form alone decides; else
games with uncalled bets get no money.
"""

from __future__ import annotations

from collections.abc import Iterable

from auditor.importing.histories.history_hand import WrongHand
from auditor.importing.histories.ipoker_hand import GameReader
from auditor.importing.histories.uncalled import is_one_pot, last_round, uncalled_bet

_DO = "Export the file again."


def form_of(games: Iterable[GameReader]) -> bool | None:
    """Whether winnings include uncalled bets; None where the games do not decide."""
    found = {form for game in games if (form := _of_game(game)) is not None}
    return found.pop() if len(found) == 1 else None


def settle(game: GameReader, form: bool | None) -> None:
    """Give a hand its recorded pots, fees and nets. Raises WrongHand."""
    hand = game.hand
    for seat, put in hand.put.items():
        stated = game.bets.get(seat, put)
        if stated != put:
            raise WrongHand(
                f"a bet of {stated} of seat {seat}, in minor units", f"{put}, what its acts come to", _DO
            )
    uncalled, who = uncalled_bet(last_round(game.hand))
    with_it = _of_game(game)
    with_it = form if with_it is None else with_it
    wins = {seat: won for seat, won in game.wins.items() if won}
    if not wins or (uncalled and with_it is None):
        return
    if uncalled and with_it:
        wins[who] = wins.get(who, 0) - uncalled
    total = sum(hand.put.values()) - uncalled
    taken = sum(game.rakes.values())
    _agree(total, wins, taken, stated=bool(game.rakes))
    for seat, won in wins.items():
        hand.award(seat, won)
    if game.rakes:
        hand.event["fees"] = [{"kind": "rake", "amount": taken}] if taken else []
    if uncalled:
        hand.put[who] -= uncalled
    hand.nets(total)
    if is_one_pot(hand):
        awards = [{"seat": seat, "amount": won} for seat, won in wins.items() if won]
        hand.event["pots"] = [{"pot": 0, "amount": total, "awards": awards}]


def _agree(total: int, wins: dict[int, int], taken: int, *, stated: bool) -> None:
    paid = sum(wins.values()) + taken
    if min(wins.values()) < 0 or paid > total or (stated and paid != total):
        raise WrongHand(
            f"{paid} won and taken, in minor units", f"the {total} that was put in and called", _DO
        )


def _of_game(game: GameReader) -> bool | None:
    """Whether this game's winnings include its uncalled bet, or None."""
    uncalled, who = uncalled_bet(last_round(game.hand))
    if not uncalled or not any(game.wins.values()):
        return None
    if game.keeps_uncalled:
        return False
    put, won = sum(game.hand.put.values()), sum(game.wins.values()) + sum(game.rakes.values())
    if game.rakes:
        return won == put
    if won > put - uncalled:
        return True
    return False if game.wins.get(who, 0) < uncalled else None
