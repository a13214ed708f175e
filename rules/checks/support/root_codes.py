"""Codes of checks whose faults have the same consequences, for `follows`."""

from __future__ import annotations

DECK = ("DCK001", "DCK002", "DCK003", "DCK004")  # the cards of the deal
SETTING = (*DECK, "SET001", "SET002", "SET003", "SET005", "SET009", "SET010", "SET011", "SET013", "SET017")
CLOCK = ("CLK002", "CLK003", "CLK004", "CLK005", "CLK006")
RULINGS = ("SUR001", "IRR005", "IRR006", "IRR007", "IRR008", "IRR010", *CLOCK)
STAKES = ("STK002", "STK006", "LVL002")  # the value of a unit, and the banker
PLAY = (*SETTING, *RULINGS, *STAKES)  # faults that change how a hand is settled
POOL = ("POT001", "POT002")
PAID = ("SCR001", "PAY001", "PAY004", "SUR002")  # wrong results and payments
HAND_FEES = (
    "FEE001",
    "FEE004",
    "FEE007",
    "FEE008",
    "FEE009",
    "FEE010",
)  # wrong fees of a hand
