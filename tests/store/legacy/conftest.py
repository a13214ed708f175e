def pytest_ignore_collect(config):
    """Stores from before facts are files."""
    return config.getoption("store") == "postgresql" or None
