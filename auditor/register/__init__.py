"""The register's mathematics: a tiled transparency log (C2SP tlog-tiles) with signed checkpoints. No input or output."""
