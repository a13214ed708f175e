"""Text of the workbook's guide sheet."""

GUIDE = (
    "Fill in the sheet Session first: one row for the session of a table. Titles in orange need a value in every row.",
    "Leave a cell empty where nothing was recorded. An empty cell is never taken for zero or for no.",
    "Cards: rank and suit, such as Qh Qd 7c. Ranks are 2 3 4 5 6 7 8 9 T J Q K A (10 is taken for T), suits c d h s. "
    "?? is a card that was not recorded, JK a joker.",
    "Amounts: digits and a decimal point only. The sheet Session says under 'amounts in' what they are in: currency "
    "(3.50 is three dollars and fifty cents) or minor (350 is; also for the chips of a tournament).",
    "Times: a date and a time, such as 2026-03-14 19:42. After the opening, a time alone is enough: 01:10 is then the "
    "first 01:10 after the opening. The sheet Session has the time zone.",
    "Players are pseudonyms, never names.",
    "Hold'em, Omaha, stud and draw games: the sheets Pot hands and Pots have what each hand came to, the sheets Terms, Seats "
    "and Jackpots what happened beside the hands. Bets one by one, words, chips and times of acts have no place in a workbook, "
    "nor have irregularities that only such games have (a string bet, a card dealt early): for these, send a log, or the file "
    "of the table's own system. An audit lists what it could not test for that reason.",
    "Rows whose first cell begins with the word example are not read: write your own below them. Columns and sheets whose "
    "names begin with _ are not read either.",
    "Columns may stand in any order, and columns and sheets that you do not need may be removed. Formulas and "
    "merged cells are refused: paste values. Hidden sheets, rows and columns are read.",
    "Save the workbook as .xlsx and import it: auditor import evening.xlsx -o logs/",
)
