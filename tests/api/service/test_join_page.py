"""The page behind a room code's address."""

from __future__ import annotations

import httpx
import pytest

from api.app import create_app
from tests.support.heart import Heart


@pytest.mark.parametrize("typed", ["ABCD-1234", "abcd1234", "abcd 12 34"])
def test_it_says_how_to_sit_down(heart: Heart, typed: str) -> None:
    with httpx.Client(transport=httpx.WSGITransport(create_app(heart.service)), base_url="http://service") as client:
        page = client.get(f"/join/{typed}")
        nowhere = client.get("/join/no-code-at-all")
    assert page.status_code == 200
    assert f"fairdice join {heart.config.url} ABCD-1234" in page.text
    assert page.headers["cache-control"] == "no-store"
    assert nowhere.status_code == 404
    assert nowhere.json()["code"] == "request.not_found"
