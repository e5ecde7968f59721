"""What all tests share."""

from __future__ import annotations

import os

from hypothesis import settings

# No deadline: a test's verdict never depends on the machine's speed.  In CI the examples are the same in every run, so
# that a red run is red again; elsewhere each run tries new ones.
settings.register_profile("local", deadline=None, print_blob=True)
settings.register_profile("ci", deadline=None, print_blob=True, derandomize=True, database=None)
settings.load_profile("ci" if os.environ.get("CI") else "local")
