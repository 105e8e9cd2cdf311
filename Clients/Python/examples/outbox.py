"""Keeps a store of lsearchd up to date with a shop's database in PostgreSQL, through an outbox.

The transaction that changes a product also writes the product's new state into a table, the outbox: the
database stores both, or neither. This worker sends the rows in the order of the transactions, and removes
each row after it was sent. If the worker ends between the two, the next one sends that row again, which
changes nothing. Several workers may run; one of them sends.

    LSEARCHD_ADMIN_TOKEN=… outbox.py postgresql://shop@db/shop http://127.0.0.1:8081
"""

import os
import sys
import time
from collections.abc import Iterator
from typing import Any

import psycopg

from lsearch import Busy, Changed, ConnectionFailed, NotFound, Store

# The shop's side. The function `record` gives the record of a product.
SCHEMA = """
CREATE TABLE outbox (position bigserial PRIMARY KEY, catalog text NOT NULL, id text NOT NULL, record jsonb);
CREATE FUNCTION outbox_lock() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    -- Held until the transaction ends: the order of positions is the order of commits.
    -- Without it only the changes of one product keep their order.
    PERFORM pg_advisory_xact_lock(1819503715, 1);
    RETURN NULL;
END $$;
CREATE FUNCTION outbox_product() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF TG_OP <> 'INSERT' AND (TG_OP = 'DELETE' OR OLD.sku <> NEW.sku) THEN
        INSERT INTO outbox (catalog, id) VALUES ('products', OLD.sku);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO outbox (catalog, id, record) VALUES ('products', NEW.sku, jsonb_build_object(
            'id', NEW.sku, 'title', NEW.title, 'price', jsonb_build_object('amount', NEW.price::text, 'currency', 'EUR')));
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER outbox_lock BEFORE INSERT OR UPDATE OR DELETE ON product FOR EACH STATEMENT EXECUTE FUNCTION outbox_lock();
CREATE TRIGGER outbox_product AFTER INSERT OR UPDATE OR DELETE ON product FOR EACH ROW EXECUTE FUNCTION outbox_product();
"""

WORKER = (1819503715, 2)
"""The lock of the worker that sends; PostgreSQL releases it when the worker's connection ends."""


class Outbox:
    """Sends the rows of the outbox. The connection commits each statement (`autocommit`)."""

    def __init__(self, connection: "psycopg.Connection[Any]", store: Store) -> None:
        self._connection = connection
        self._store = store

    def take(self) -> bool:
        """Whether this worker is the one that sends, from now until its connection ends."""
        return bool(self._connection.execute("SELECT pg_try_advisory_lock(%s, %s)", WORKER).fetchone() == (True,))

    def send(self, limit: int = 1_000) -> int:
        """Sends the oldest rows, and removes each one when it is sent; returns how many."""
        count = 0
        for position, catalog, id, record in self._rows(limit):
            self._deliver(catalog, id, record)
            self._connection.execute("DELETE FROM outbox WHERE position = %s", [position])
            count += 1
        return count

    def _rows(self, limit: int) -> Iterator[tuple[int, str, str, dict[str, Any] | None]]:
        yield from self._connection.execute(
            "SELECT position, catalog, id, record FROM outbox ORDER BY position LIMIT %s", [limit]).fetchall()

    def _deliver(self, catalog: str, id: str, record: dict[str, Any] | None) -> None:
        """Brings a record to its new state. Each write names the revision that was read before: if a worker
        was stopped for long and replaced by another one, it does not overwrite a newer state, but gets
        `Changed`."""
        present = self._store.version(catalog, id)
        if record is None:
            if present is not None:
                try:
                    self._store.delete(catalog, id, at=present[1])
                except NotFound:
                    pass
        elif present is None:
            self._store.put(catalog, record, at="absent")
        elif present[0] != record:
            self._store.put(catalog, record, at=present[1])


def main() -> None:
    """Sends forever; after a failure, starts again with a new connection."""
    database, server = sys.argv[1:]
    pause = 0.1
    while True:
        try:
            with (
                psycopg.connect(database, autocommit=True) as connection,
                Store(server, token=os.environ["LSEARCHD_ADMIN_TOKEN"]) as store,
            ):
                outbox = Outbox(connection, store)
                while True:
                    if outbox.take():
                        while outbox.send():
                            pause = 0.1
                    time.sleep(0.1)
        except (psycopg.Error, ConnectionFailed, Busy, Changed) as error:
            print(f"outbox: {error}; trying again", file=sys.stderr)
            time.sleep(pause)
            pause = min(2 * pause, 10)


if __name__ == "__main__":
    main()
