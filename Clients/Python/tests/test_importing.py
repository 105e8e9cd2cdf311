"""Rows of shops become records, and every other row is reported."""

import io
import json
import random
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from conftest import Server

from lsearch import Client, LsearchError, Store
from lsearch.importing import LeftOut, Mapping, MappingError, Row, RowError, import_rows
from lsearch.importing.__main__ import main
from lsearch.importing.mysqldump import mysql_rows
from lsearch.importing.sources import csv_rows, postgresql_rows

RECORD = {
    "id": "$sku", "type": "shoes", "title": {"de": "$name_de", "en": "$name_en"}, "brand": "$brand",
    "price": {"amount": "$price", "currency": "EUR"}, "stock": {"$column": "qty", "as": "number"},
    "onSale": {"$column": "sale", "as": "boolean"}, "keywords": {"en": {"$column": "tags", "as": "list", "by": ";"}},
    "note": "$$5 off", "sizes": ["$small", "$large"], "more": {"$column": "more", "as": "json"},
}


def mapping(record: Any = RECORD, **more: Any) -> Mapping:
    return Mapping({"catalog": "imported", "record": record, **more})


def test_a_row_becomes_a_record_without_what_is_missing() -> None:
    row: dict[str, Any] = {
        "sku": "s-1", "name_de": "Schuh", "name_en": "", "price": None, "qty": "12", "sale": "Yes", "tags": "red; blue;;", "large": "XL"}
    assert mapping().record(row) == {
        "id": "s-1", "type": "shoes", "title": {"de": "Schuh"}, "stock": 12, "onSale": True, "keywords": {"en": ["red", "blue"]},
        "note": "$5 off", "sizes": ["XL"]}
    row = {"sku": 5, "price": Decimal("19.90"), "qty": 2.5, "sale": False, "tags": ["a", "b"], "more": {"a": [1]}}
    assert mapping().record(row) == {
        "id": "5", "type": "shoes", "price": {"amount": "19.90", "currency": "EUR"}, "stock": 2.5, "onSale": False,
        "keywords": {"en": ["a", "b"]}, "note": "$5 off", "more": {"a": [1]}}


@pytest.mark.parametrize(
    ("text", "decimal", "number"),
    [
        ("1.299,00", ",", 1299), ("1.299.000,5", ",", 1299000.5), ("1 299,5", ",", 1299.5), ("1\u202f299", ",", 1299),
        ("1.299", ",", 1299), ("1299,5", ",", 1299.5), ("1,299.50", ".", 1299.5), ("1’299.50", ".", 1299.5), ("-1,234,567", ".", -1234567),
        ("1.299", ".", 1.299), ("12.5", ".", 12.5), ("0.125", ".", 0.125),
        ("1,299", ".", None), ("1.29,5", ",", None), ("12.34.567", ",", None), ("1.299,00 €", ",", None), ("1,2", ".", None),
    ],
)
def test_numbers_may_have_groups_of_digits(text: str, decimal: str, number: float | None) -> None:
    one = mapping({"id": "$sku", "stock": {"$column": "qty", "as": "number", "decimal": decimal}})
    row = {"sku": "a", "qty": text}
    if number is None:
        with pytest.raises(RowError, match="not a number"):
            one.record(row)
    else:
        assert one.record(row)["stock"] == number


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({}, "the row has no id"), ({"sku": "a", "qty": "many"}, "“qty” is not a number"),
        ({"sku": "a", "qty": "NaN"}, "not a number"),
        ({"sku": "a", "qty": "1e400"}, "not a number"), ({"sku": "a", "qty": "0.12345678901234567"}, "too many digits"),
        ({"sku": "a", "sale": "perhaps"}, "not true or false"), ({"sku": "a", "more": "{"}, "“more” is not JSON"),
        ({"sku": b"\0"}, "a binary value"), ({"sku": "a", "more": "[" * 100_000}, "not JSON"),
    ],
)
def test_a_row_that_does_not_fit_has_a_reason(row: dict[str, Any], reason: str) -> None:
    with pytest.raises(RowError, match=reason):
        mapping().record(row)


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ([], "not an object"), ({"catalog": "a"}, "no “record”"), ({"catalog": "", "record": {"id": "$a"}}, "not a text"),
        ({"catalog": "a", "record": {"title": "$b"}}, "with an “id”"),
        ({"catalog": "a", "record": {"id": "$a"}, "form": 1}, "unknown member “form”"),
        ({"catalog": "a", "record": {"id": {"$column": "a", "as": "date"}}}, "is one of"),
        ({"catalog": "a", "record": {"id": {"$column": "a", "an": 1}}}, "unknown member “an”"),
        ({"catalog": "a", "record": {"id": "$"}}, "not a text"),
        ({"catalog": "a", "record": {"id": "$a"}, "source": {"oracle": {}}}, "oracle"),
        ({"catalog": "a", "record": {"id": "$a"}, "source": {"mysql": {}}}, "no “table”"),
        ({"catalog": "a", "record": {"id": "$a"}, "description": []}, "description"),
    ],
)
def test_a_wrong_mapping_is_refused(value: Any, reason: str) -> None:
    with pytest.raises(MappingError, match=reason):
        Mapping(value)


# MARK: Sources


def test_every_row_of_a_table_is_read_or_named() -> None:
    text = b'\xef\xbb\xbfsku, name \n1,"two\nlines"\n2\n\n3,"open"x\n4,\xff\n5,ok\n'
    rows = list(csv_rows(io.BytesIO(text), mapping({"id": "$sku", "title": "$name"})))
    assert [(row.place, row.values.get("name"), row.error is None) for row in rows] == [
        (2, "two\nlines", True), (4, None, False), (6, None, False), (7, None, False), (8, "ok", True)]
    semicolons = mapping({"id": "$sku"}, source={"csv": {"separator": ";", "encoding": "latin-1"}})
    assert [row.values for row in csv_rows(io.BytesIO(b"sku;n\na;\xe4"), semicolons)] == [{"sku": "a", "n": "ä"}]
    for wrong, reason in [(b"id,name", "“sku” is not there"), (b"sku,sku", "more than once"), (b"", "not there")]:
        with pytest.raises(MappingError, match=reason):
            list(csv_rows(io.BytesIO(wrong), mapping({"id": "$sku"})))


@pytest.mark.parametrize(
    "encode", [lambda text: text.encode("cp1252"), lambda text: text.encode("utf-16"), lambda text: ("\ufeff" + text).encode(),
               lambda text: text.encode("utf-16-be")])
@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_the_beginning_shows_separator_and_encoding(encode: Any, separator: str) -> None:
    table = encode(f'"Nr."{separator}"Größe"\n1{separator}"weiß, rot; M"\n')
    rows = list(csv_rows(io.BytesIO(table), mapping({"id": "$Nr.", "title": "$Größe"})))
    assert [row.values for row in rows] == [{"Nr.": "1", "Größe": "weiß, rot; M"}]
    with pytest.raises(MappingError, match="the columns are Nr., Größe; the separator is"):
        list(csv_rows(io.BytesIO(table), mapping({"id": "$sku"})))


def test_equal_mistakes_are_one_message(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mapping.json").write_text(json.dumps({"catalog": "shop", "record": {"id": "$sku", "title": "$name"}}))
    (tmp_path / "table.csv").write_text("sku;name\n;x\na;y\n;z\nb\n")
    assert main([str(tmp_path / "mapping.json"), str(tmp_path / "table.csv"), "--check"]) == 1
    name = tmp_path / "table.csv"
    assert capsys.readouterr().err == (
        f"lsearch-import: {name}: 2 rows left out: the row has no id: lines 2, 4\n"
        f"lsearch-import: {name}:5: left out: the row has 1 fields, the heading 2\n")


DUMP = rb"""-- MySQL dump 10.13; it's a dump
/*!40101 SET NAMES utf8mb4 */;
DROP TABLE IF EXISTS `other`;
CREATE TABLE `other` (`sku` int);
INSERT INTO `other` VALUES (9),(8);
CREATE TABLE `products` (
  `sku` varchar(20) NOT NULL COMMENT 'it''s; a key (',
  `name``x` text,
  `price` decimal(10,2) DEFAULT NULL,
  `picture` blob,
  PRIMARY KEY (`sku`),
  KEY `k` (`price`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
LOCK TABLES `products` WRITE;
/*!40000 ALTER TABLE `products` DISABLE KEYS */;
INSERT INTO `products` VALUES ('a','It\'s \"so\"; (a\\b)\n\tc''d',19.90,NULL),('b',_utf8mb4'<a>',-1e3,0xFFFF),
('c',CONCAT('x',(1)),1,NULL),
('d','<ff>',1,NULL),('e','1',2),
('f','\Z\%\q',NULL,_binary 'x');
INSERT INTO `products` (`price`, `sku`) VALUES (5,'g');
UNLOCK TABLES;
DELIMITER ;;
CREATE TRIGGER t BEFORE INSERT ON `products` FOR EACH ROW BEGIN
INSERT INTO `products` VALUES (NEW.sku); END ;;
DELIMITER ;
""".replace(b"<a>", b"\xc3\xa4").replace(b"<ff>", b"\xff")


def test_every_row_of_a_dump_is_read_or_named(tmp_path: Path) -> None:
    products = mapping({"id": "$sku"}, source={"mysql": {"table": "products"}})
    path = tmp_path / "dump.sql"
    path.write_bytes(DUMP)
    with path.open("rb") as file:
        rows = list(mysql_rows(file, products))
    assert [(row.place, row.values.get("sku"), row.error) for row in rows] == [
        (16, "a", None), (16, "b", None), (17, None, "the value of “name`x” cannot be read"),
        (18, None, "the value of “name`x” is not UTF-8"), (18, None, "the row has 3 values, the table 4 columns"), (19, "f", None),
        (20, "g", None)]
    assert rows[0].values == {"sku": "a", "name`x": "It's \"so\"; (a\\b)\n\tc'd", "price": "19.90", "picture": None}
    assert rows[1].values == {"sku": "b", "name`x": "ä", "price": "-1e3", "picture": b"0xFFFF"}
    assert rows[5].values["name`x"] == "\x1a\\%q"
    # The dump comes from a pipe, and ends anywhere: no row is invented, and missing data is reported.
    good = {str(row.values) for row in rows}
    for end in random.Random(3).sample(range(1, len(DUMP)), 150):
        try:
            found = list(mysql_rows(io.BytesIO(DUMP[:end]), products))
        except MappingError:
            continue
        assert {str(row.values) for row in found if row.error is None} <= good
    for dump, reason in [(b"", "empty"), (b"SELECT 1;", "no table"), (b"INSERT INTO `products` VALUES (1);", "no CREATE TABLE")]:
        with pytest.raises(MappingError, match=reason):
            list(mysql_rows(io.BytesIO(dump), products))


def test_the_rows_of_a_query_are_read(database: str) -> None:
    query = """SELECT 'p-' || n AS sku, CASE WHEN n % 2 = 0 THEN 'even' END AS name, n * 1.10 AS price, ARRAY['a', 'b'] AS tags,
        '{"a": 1}'::jsonb AS more, n > 2 AS sale FROM generate_series(1, 3) AS n"""
    source = {"postgresql": {"query": query}}
    rows = list(postgresql_rows(database, mapping({"id": "$sku"}, source=source)))
    record = {"id": "$sku", "title": "$name", "price": {"amount": "$price", "currency": "EUR"},
              "tags": {"$column": "tags", "as": "list"}, "more": {"$column": "more", "as": "json"}, "sale": {"$column": "sale", "as": "boolean"}}
    assert mapping(record).record(rows[1].values) == {
        "id": "p-2", "title": "even", "price": {"amount": "2.20", "currency": "EUR"}, "tags": ["a", "b"], "more": {"a": 1},
        "sale": False}
    assert mapping(record).record(rows[2].values)["sale"] is True
    wrongs = [("SELECT 1 AS other", "“sku” is not there"), ("SELEC", "syntax error"), ("DELETE FROM pg_class", "PostgreSQL: ")]
    for wrong, reason in wrongs:
        with pytest.raises(MappingError, match=reason):
            list(postgresql_rows(database, mapping({"id": "$sku"}, source={"postgresql": {"query": wrong}})))


# MARK: Into a server


def products(count: int, wrong: set[int]) -> Iterator[Row]:
    for number in range(1, count + 1):
        year = "x" if number == 7 else "2001"
        yield Row(number, {"id": None if number in wrong else f"i-{number}", "name": f"Zwqimport {number}", "year": year})


def test_all_rows_are_found_or_named(server: Server) -> None:
    fitting = mapping({"id": "$id", "title": "$name", "year": "$year"}, description={"defaultLocale": "en"})
    with Store(server.admin_url, token=server.token) as store, Client(server.url) as client:
        report = import_rows(products(2_000, {3, 1_999}), fitting, store)
        assert (report.rows, report.loaded, report.new, report.left_out_count) == (2_000, 1_997, 1_997, 3)
        # The server rejects row 7; it counts lines of records.
        assert [place for place, _ in report.left_out] == [3, 7, 1_999]
        assert client.ids("zwqimport", catalogs=["imported"])["total"] == 1_997
        # Of many rows, the report names the first 1,000.
        report = import_rows(products(3_000, set(range(1, 2_001))), fitting, store, mode="replace")
        assert (report.loaded, report.deleted, report.left_out_count, len(report.left_out)) == (1_000, 1_997, 2_000, 1_000)
        assert report.left_out[999] == LeftOut(1_000, "the row has no id")
        assert client.ids("zwqimport", catalogs=["imported"])["total"] == 1_000

        # The same applies to rows that the server rejects.
        refused = (Row(number, {"id": f"i-{number}", "year": "x" if number <= 1_500 else "2001"}) for number in range(1, 2_501))
        report = import_rows(refused, fitting, store, mode="replace")
        assert (report.loaded, report.left_out_count, len(report.left_out)) == (1_000, 1_500, 1_000)
        assert report.left_out[999].place == 1_000
        report = import_rows(products(1_000, set()), fitting, store, mode="replace")
        assert (report.loaded, report.left_out) == (999, [LeftOut(7, report.left_out[0].reason)])

        def breaking() -> Iterator[Row]:
            yield from products(500, set())
            raise MappingError("the connection broke")

        # Neither a part of the records nor an empty replacement is stored.
        for rows in (breaking(), products(5, {1, 2, 3, 4, 5}), iter(())):
            with pytest.raises((MappingError, LsearchError)):
                import_rows(rows, fitting, store, mode="replace")
            assert client.ids("zwqimport", catalogs=["imported"])["total"] == 999
        with pytest.raises((MappingError, LsearchError)):
            import_rows(breaking(), fitting, store)
        assert client.ids("zwqimport", catalogs=["imported"])["total"] == 999
        store.delete_catalog("imported")


def test_the_command_line_says_what_was_left_out(server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "token").write_text(server.token)
    (tmp_path / "mapping.json").write_text(
        json.dumps({"catalog": "lines", "description": {"defaultLocale": "en"}, "record": {"id": "$sku", "title": "$name"}}))
    (tmp_path / "table.csv").write_text("sku,name\na,Zwqline\n,none\nb,Zwqline\n")
    names = [str(tmp_path / "mapping.json"), str(tmp_path / "table.csv")]
    assert main([*names, "--check"]) == 1
    assert capsys.readouterr().out == "3 rows, 1 do not fit\n"
    assert main([*names, "--server", server.admin_url, "--token-file", str(tmp_path / "token"), "--replace"]) == 1
    output = capsys.readouterr()
    assert output.out == "3 rows: 2 imported, 2 of them new; 1 left out; 0 records deleted\n"
    assert output.err == f"lsearch-import: {names[1]}:3: left out: the row has no id\n"
    with Store(server.admin_url, token=server.token) as store, Client(server.url) as client:
        assert client.ids("zwqline")["ids"] == ["a", "b"]
        store.delete_catalog("lines")
    for arguments, reason in [
        ([*names, "--server", "http://127.0.0.1:1", "--token-file", str(tmp_path / "token")], "127.0.0.1:1"),
        ([*names, "--token-file", str(tmp_path / "none")], "No such file"), (["none.json"], "none.json: No such file"),
        ([names[1]], "Expecting value"),
    ]:
        assert main(arguments) == 2
        assert reason in capsys.readouterr().err


def test_an_export_is_imported_as_it_is(server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "token").write_text(server.token)
    export = tmp_path / "export.csv"
    export.write_bytes("Artikelnr.;Bezeichnung;Marke;Preis\n1;Zwqtasse;Alm;9,90 €\n;Zwqkanne;Alm;1.299,00 €\n".encode("cp1252"))
    send = ["--catalog", "exported", "--server", server.admin_url, "--token-file", str(tmp_path / "token"), str(export)]
    assert main(send) == 2
    errors = capsys.readouterr().err
    assert "separator: ;, encoding: Windows-1252" in errors and "Artikelnr.=id,Bezeichnung=title[de]" in errors
    mapped = "Artikelnr.=id,Bezeichnung=title[de],Marke=attributes.brand,Preis=price[EUR]"
    assert main([*send, "--map", mapped, "--replace"]) == 1
    output = capsys.readouterr()
    assert output.out == "1 imported, 1 of them new; 1 left out; 0 records deleted\n"
    assert f"lsearch-import: {export}:3: " in output.err
    with Store(server.admin_url, token=server.token) as store, Client(server.url) as client:
        hit = client.search("zwqtasse", locale="de", filter="brand = Alm")["hits"][0]
        assert hit["price"] is not None and (hit["id"], hit["price"]["amount"]) == ("1", "9.90")
        store.delete_catalog("exported")
    for arguments, reason in [
        ([*send[:-1], str(tmp_path / "export.xlsx")], "No such file"), ([*send[:-1], str(tmp_path / "token")], "save it as CSV"),
        ([*send, "--map", "nonsense"], "is not a list of columns"),
    ]:
        assert main(arguments) == 2
        assert reason in capsys.readouterr().err
    for arguments in ([*send, "--check"], [str(export), "--map", mapped]):
        with pytest.raises(SystemExit):
            main(arguments)
