"""Searches find the state that a shop's transactions have written, in the order of the transactions,
whichever process ends in between."""

import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import outbox
import psycopg
import pytest
from conftest import Server
from outbox import Outbox
from psycopg.types.json import Jsonb

from lsearch import Changed, Store
from lsearch.requests import Call


@pytest.fixture
def shop(database: str, server: Server) -> Iterator[str]:
    """A database with products and an outbox, and a catalog for them."""
    with psycopg.connect(database, autocommit=True) as connection, Store(server.admin_url, token=server.token) as store:
        connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        connection.execute("CREATE TABLE product (sku text PRIMARY KEY, title text, price numeric)")
        connection.execute(outbox.SCHEMA)
        store.put_catalog("products", {"defaultLocale": "en"})
        yield database
        store.delete_catalog("products")


def stored(store: Store) -> dict[str, Any]:
    """The titles of all records of the catalog."""
    report = store._request(Call("GET", "/admin/v1/catalogs/products/records", {"limit": "1000"}))
    return {item["id"]: item["record"]["title"] for item in report["records"]}


def change(database: str, seed: int, count: int) -> None:
    """Changes products at random, several in a transaction; some transactions fail."""
    generator = random.Random(seed)
    with psycopg.connect(database, autocommit=True) as connection:
        for number in range(count):
            try:
                with connection.transaction():
                    for _ in range(generator.randint(1, 3)):
                        sku = f"p-{generator.randrange(12)}"
                        if generator.random() < 0.3:
                            connection.execute("DELETE FROM product WHERE sku = %s", [sku])
                        else:
                            connection.execute(
                                "INSERT INTO product VALUES (%s, %s, 1.50) ON CONFLICT (sku) DO UPDATE SET title = excluded.title",
                                [sku, f"title {seed} {number}"])
                    if generator.random() < 0.1:
                        raise ValueError
            except ValueError:
                pass


def test_what_is_written_is_sent_whatever_is_killed(shop: str, server: Server) -> None:
    writers = [threading.Thread(target=change, args=[shop, seed, 60]) for seed in range(3)]
    environment = {**os.environ, "LSEARCHD_ADMIN_TOKEN": server.token, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, outbox.__file__, shop, server.admin_url]
    workers = [subprocess.Popen(command, env=environment) for _ in range(2)]
    try:
        for writer in writers:
            writer.start()
        for _ in range(4):
            # One of the two sends; when it is killed at any moment, the other one continues.
            time.sleep(0.4)
            workers[0].kill()
            workers[0].wait()
            workers = [workers[1], subprocess.Popen(command, env=environment)]
        for writer in writers:
            writer.join()
        with psycopg.connect(shop, autocommit=True) as connection:
            for _ in range(600):
                if connection.execute("SELECT count(*) FROM outbox").fetchone() == (0,):
                    break
                time.sleep(0.05)
            expected: dict[str, Any] = dict(connection.execute("SELECT sku, title FROM product").fetchall())
    finally:
        for worker in workers:
            worker.kill()
            worker.wait()
    with Store(server.admin_url, token=server.token) as store:
        assert expected and stored(store) == expected


def test_a_row_that_is_sent_again_changes_nothing(shop: str, server: Server) -> None:
    with psycopg.connect(shop, autocommit=True) as connection, Store(server.admin_url, token=server.token) as store:
        sender = Outbox(connection, store)
        assert sender.take()
        connection.execute("INSERT INTO product VALUES ('a', 'one', 1), ('b', 'two', 2)")
        connection.execute("UPDATE product SET title = 'three' WHERE sku = 'a'")
        connection.execute("DELETE FROM product WHERE sku = 'b'")
        assert connection.execute("SELECT array_agg(id ORDER BY position) FROM outbox").fetchone() == (["a", "b", "a", "b"],)
        # The state of the outbox if a worker ends before it removes the last row that it has sent.
        connection.execute("CREATE TABLE copy AS SELECT * FROM outbox ORDER BY position DESC LIMIT 1")
        assert sender.send() == 4
        before = store.version("products", "a")
        assert before and before[0]["title"] == "three" and stored(store) == {"a": "three"}
        connection.execute("INSERT INTO outbox SELECT * FROM copy")
        connection.execute("INSERT INTO outbox (catalog, id, record) SELECT 'products', 'a', %s", [Jsonb(before[0])])
        assert sender.send() == 2
        assert store.version("products", "a") == before and stored(store) == {"a": "three"}


def test_only_one_worker_sends_and_a_late_one_overwrites_nothing(
    shop: str, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        psycopg.connect(shop, autocommit=True) as first, psycopg.connect(shop, autocommit=True) as second,
        Store(server.admin_url, token=server.token) as store, Store(server.admin_url, token=server.token) as late,
    ):
        assert Outbox(first, store).take() and not Outbox(second, store).take()
        store.put("products", {"id": "a", "title": "old"})
        seen = late.version("products", "a")
        first.execute("INSERT INTO product VALUES ('a', 'new', 1)")
        assert Outbox(first, store).send() == 1
        # The late worker read before, and writes now.
        monkeypatch.setattr(late, "version", lambda *_: seen)
        with pytest.raises(Changed):
            Outbox(second, late)._deliver("products", "a", {"id": "a", "title": "late"})
        assert stored(store) == {"a": "new"}
