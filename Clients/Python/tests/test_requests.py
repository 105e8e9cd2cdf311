"""How requests are written, and responses of programs other than the server."""

import pytest

from lsearch import Busy, Problem, RequestRefused
from lsearch.requests import decode, filter_text, get, path


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ("color = red OR stock > 3", "color = red OR stock > 3"),
        (["a = 1 OR a = 2", "b = 1"], "((a = 1 OR a = 2)) AND ((b = 1))"),
        (["a = 1", ["b = 1", "b = 2"], []], "((a = 1)) AND ((b = 1) OR (b = 2))"),
    ],
)
def test_lists_of_filters_keep_their_meaning(given: str | list[str | list[str]], text: str) -> None:
    assert filter_text(given) == text


def test_segments_of_paths_are_escaped() -> None:
    assert path("v1", "records", "a/b", "..", "ä?") == "/v1/records/a%2Fb/%2E%2E/%C3%A4%3F"


def test_missing_options_are_not_sent() -> None:
    assert get("search", q="", locale=None, reverse=False, limit=0).parameters == {"q": "", "reverse": "false", "limit": "0"}


def test_an_item_that_an_address_cannot_hold_is_refused() -> None:
    with pytest.raises(RequestRefused, match="catalogs"):
        get("search", catalogs=["a,b"])


def test_busy_servers_say_when_to_try_again() -> None:
    with pytest.raises(Busy) as caught:
        decode(503, {"Retry-After": "2"}, b'{"code": "too-busy", "title": "Busy", "detail": "", "status": 503}')
    assert (caught.value.retry_after, caught.value.code, str(caught.value)) == (2, "too-busy", "Busy")


@pytest.mark.parametrize("body", [b"<html>Bad gateway</html>", b"[1]", b""])
def test_answers_of_proxies_are_problems(body: bytes) -> None:
    with pytest.raises(Problem) as caught:
        decode(502, {}, body)
    assert (caught.value.status, str(caught.value)) == (502, "The server answered 502")


def test_a_page_in_place_of_an_answer_is_a_problem() -> None:
    with pytest.raises(Problem, match="Expecting value"):
        decode(200, {}, b"<html>Welcome to the hotel</html>")
