"""Settings shared by all tests."""

import os

from hypothesis import HealthCheck, settings

# "ci" gives the same examples on every run; "thorough" looks for new ones:
#   HYPOTHESIS_PROFILE=thorough make test-compiled
settings.register_profile(
    "ci",
    deadline=None,
    derandomize=True,
    max_examples=60,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("thorough", settings.get_profile("ci"), derandomize=False, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
