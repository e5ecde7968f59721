"""What goes in and out over HTTP, as marshmallow schemas: bodies are checked by them, answers documented by them."""

from __future__ import annotations
