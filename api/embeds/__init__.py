"""Replays on other people's pages: what is packed and served to browsers, and the ways to embed it.

The JavaScript itself is in `api/web`:

    catalog     its catalogue of rule systems (api/web/catalog.js)
"""
