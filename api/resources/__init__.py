"""The operations, one module per resource; `api.app` imports them all."""

from __future__ import annotations
