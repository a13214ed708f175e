"""Signatures of reports (PAdES), by a certificate that the data folder's `signing.toml` names."""
