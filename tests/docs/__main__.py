"""`python -m tests.docs`."""

from tests.docs import write

write()
