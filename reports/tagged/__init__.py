"""Tags for an accessible PDF fit for archives."""
