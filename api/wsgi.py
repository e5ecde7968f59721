"""The service for WSGI servers: ``gunicorn -c python:api.gunicorn_conf api.wsgi:app``.

This module is to be imported by the process that serves, after any fork: it opens the database and begins to work.
"""

from __future__ import annotations

from api.app import create_app
from api.config import read_config
from api.logs import set_up_logs
from api.start import open_service, settled

__all__ = ["app", "service"]

set_up_logs()
service = open_service(settled(read_config()).config)
app = create_app(service)
service.start()
