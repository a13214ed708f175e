"""The gate of parameters over the samples of the tests: `make parameters` writes what it measures."""
