"""The workbook that staff fill in."""
