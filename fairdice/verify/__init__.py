"""The verifier: what a record proves, and what it does not (docs/spec/verifying.md)."""

from __future__ import annotations

from fairdice.verify.case import EarlierReceipt, Trust
from fairdice.verify.report import Report
from fairdice.verify.verifier import verify

__all__ = ["EarlierReceipt", "Report", "Trust", "verify"]
