"""The checks of a ledger: one module a code, as for table logs."""
