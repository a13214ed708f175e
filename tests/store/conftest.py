import pytest

from tests.stores import store

__all__ = ["store"]

# Modules whose tests run on both stores, but for those tests that look into the file.
ON_BOTH = {
    "test_attempts.py", "test_evidence.py", "test_queue.py", "test_reads.py", "test_registry.py", "test_results.py",
    "test_session_pages.py",
}  # fmt: skip
_OF_THE_FILE = {
    "test_truth_values_come_back_as_they_were_and_the_doctor_finds_the_result_sound",
    "test_a_page_asks_the_database_as_often_for_seven_sessions_as_for_two",
}
_BOTH = ["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)]


def pytest_generate_tests(metafunc):
    name = metafunc.definition.name
    if metafunc.definition.path.name in ON_BOTH and name not in _OF_THE_FILE:
        metafunc.fixturenames.append("kept_in")
        metafunc.parametrize("kept_in", _BOTH, indirect=True)


@pytest.fixture(scope="session", autouse=True)
def forks_without_a_place():
    """The process that others are forked from begins before a test names a database or a place of bytes, as each of them has its
    environment.
    """
    from multiprocessing import forkserver

    from tests.processes import forks  # states what is imported in it

    assert forks.get_start_method() == "forkserver"
    forkserver.ensure_running()


@pytest.fixture
def kept_in(request, monkeypatch):
    """Where the stores of a test are kept."""
    if request.param == "postgresql":
        request.getfixturevalue("postgresql").take_over(monkeypatch)
    return request.param
