"""What is written is found."""

import pytest
from conftest import Server

from lsearch import Client, NotFound, Problem, Store


def test_each_write_is_found_and_undone(server: Server) -> None:
    with Store(server.admin_url, token=server.token) as store, Client(server.url, locale="en") as client:
        store.put_catalog("teas", {"defaultLocale": "en"})
        # An id may contain the separators of an address.
        written = store.put("teas", {"id": "t/1?", "title": {"en": "Zwqassam"}})
        assert written["problems"] == []
        found = client.search("zwqassam", after=written["revision"])
        assert [hit["id"] for hit in found["hits"]] == ["t/1?"]
        store.patch("teas", "t/1?", {"title": {"en": "Zwqdarjeeling"}, "year": 2026})
        assert (client.search("zwqassam")["total"], client.search("zwqdarjeeling")["total"]) == (0, 1)
        assert store.get("teas", "t/1?")["year"] == 2026
        store.delete("teas", "t/1?")
        assert client.search("zwqdarjeeling")["total"] == 0
        with pytest.raises(NotFound):
            store.delete("teas", "t/1?")
        store.delete_catalog("teas")


def test_loads_report_what_they_left_out(server: Server) -> None:
    with Store(server.admin_url, token=server.token) as store, Client(server.url) as client:
        store.put_catalog("many", {"defaultLocale": "en"})
        report = store.load("many", ({"id": f"m-{number}", "title": f"Zwqmany {number}"} for number in range(1000)))
        assert (report["loaded"], report["new"], report["skipped"]) == (1000, 1000, 0)
        report = store.load("many", [{"id": "m-1", "title": "Zwqmany"}, {"title": "no id"}])
        assert (report["loaded"], report["new"], report["skipped"]) == (1, 0, 1)
        assert report["problems"][0].get("line") == 2
        report = store.load("many", [{"id": "m-1000", "title": "Zwqmany"}], mode="whole")
        assert report["new"] == 1
        assert client.ids("zwqmany", catalogs=["many"], limit=10_000)["total"] == 1001
        store.delete_catalog("many")


def test_rules_move_records_until_they_are_deleted(server: Server) -> None:
    with Store(server.admin_url, token=server.token) as store, Client(server.url, locale="en") as client:
        store.put_catalog("hats", {"defaultLocale": "en"})
        store.load("hats", [{"id": f"h-{number}", "title": f"Zwqhat {number}"} for number in range(3)])
        rule = {"query": "zwqhat", "pin": [{"id": "h-2", "place": 1}]}
        written = store.put_rule("hats", "summer", rule)
        assert client.ids("zwqhat", after=written["revision"])["ids"][0] == "h-2"
        assert store.rules("hats") == [{"id": "summer", "rule": rule}]
        with pytest.raises(Problem):
            store.put_rule("hats", "summer", {"query": "zwqhat"})
        store.delete_rule("hats", "summer")
        assert store.rules("hats") == []
        with pytest.raises(NotFound):
            store.delete_rule("hats", "summer")
        store.delete_catalog("hats")


def test_a_wrong_token_is_refused(server: Server) -> None:
    with Store(server.admin_url, token="0" * 64) as store, pytest.raises(Problem) as caught:
        store.put_catalog("teas", {})
    assert caught.value.status == 401
