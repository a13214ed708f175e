"""Witnesses that cosign the register's checkpoints (C2SP tlog-witness)."""
