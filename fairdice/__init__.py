"""Dice that nobody can choose or foresee: the protocol, the verifier and the command line.

Importing this package imports nothing else; take what you need from its modules.
"""

from __future__ import annotations

__all__ = ["__version__"]

__version__ = "0.1.0"
