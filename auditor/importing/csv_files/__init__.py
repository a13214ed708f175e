"""Importer of CSV files with the workbook's columns."""
