"""The importer of CSV files with the columns of the workbook: one file with a session's hands, or a zip file with each sheet."""
