"""Fair dice for turn-based games: the dice protocol, the verifier and the command line.

Nothing is imported here, so that the command line starts quickly; name the module you want, such as
`fairdice.chain` or `fairdice.dice`.
"""

from __future__ import annotations

__all__ = ["__version__"]

# The one place that says it: the build reads it from this line, and no package metadata is read at run time.
__version__ = "0.1.0"
