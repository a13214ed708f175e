import pytest


@pytest.fixture(scope="session", autouse=True)
def forks_without_a_database():
    """The process that others are forked from begins before a test names a database, as each of them has its environment."""
    from multiprocessing import forkserver

    from tests.processes import forks  # states what is imported in it

    assert forks.get_start_method() == "forkserver"
    forkserver.ensure_running()
