"""Codes of checks whose faults have the same consequences, for what other checks follow."""

from __future__ import annotations

DECK = ("DCK001", "DCK002", "DCK003", "DCK004")  # the cards of the deal
SETTING = (*DECK, "SET001", "SET002", "SET003", "SET005", "SET009", "SET010", "SET011", "SET013", "SET017")
CLOCK = ("CLK002", "CLK003", "CLK004", "CLK005", "CLK006")
RULINGS = ("SUR001", "IRR005", "IRR006", "IRR007", "IRR008", "IRR010", *CLOCK)
STAKES = ("STK002", "STK006", "LVL002")  # what a unit is worth, and who banks
PLAY = (*SETTING, *RULINGS, *STAKES)  # whatever makes a hand be settled otherwise
POOL = ("POT001", "POT002")
PAID = ("SCR001", "PAY001", "PAY004", "SUR002")  # results and payments that are not as due
HAND_FEES = (
    "FEE001",
    "FEE004",
    "FEE007",
    "FEE008",
    "FEE009",
    "FEE010",
)  # fees of a hand that are not as they should be
