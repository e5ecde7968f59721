"""Tags of games as clients and the proxies between send them back."""

from __future__ import annotations

import pytest

from api.http.conditional import game_etag, matches, read_if_match
from api.http.problems import Refused

TAG = game_etag(12, bytes(range(32)))


@pytest.mark.parametrize("sent", ["{}", " {} ", "W/{}", "{}-gzip", "W/{}--gzip", "{}-br"])
def test_a_tag_that_a_proxy_has_changed_names_the_same(sent: str) -> None:
    changed = sent.format(TAG) if "-" not in sent else sent.format(TAG[:-1]) + '"'
    assert read_if_match(changed) == (12, "0001020304050607")
    assert matches(changed.strip(), TAG)
    assert not matches(changed, game_etag(13, bytes(range(32))))


@pytest.mark.parametrize(
    "sent", [TAG.strip('"'), '"12-0001020304050607-x"', '"012-0001020304050607"', f"{TAG}, {TAG}", '""', "", "**"]
)
def test_anything_else_is_no_tag_of_a_game(sent: str) -> None:
    with pytest.raises(Refused) as caught:
        read_if_match(sent)
    assert caught.value.code == "precondition.malformed"
