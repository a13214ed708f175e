"""The workbook that card-room staff fill in: its template, what it says as a log, and what is wrong with it."""
