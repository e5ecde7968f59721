"""HTTP as this service speaks it: operations, credentials, problems, retries, limits, and the document of it all."""

from __future__ import annotations
