"""The checks of a tournament as a whole: one module a code, as for table logs."""
