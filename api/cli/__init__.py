"""The commands that need the service, found by `fairdice` through the entry points of ``fairdice.commands``.

`fairdice --help` loads the modules that the entry points name (`serve`, `host`, `key`, `database`): at their top they
import click and nothing of the service.
"""
