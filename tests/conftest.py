"""What every test shares: hypothesis draws the same examples in every run, and no test is timed."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "here", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("here")
