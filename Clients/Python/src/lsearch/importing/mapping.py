"""Which column of a row becomes which member of a record."""

import json
import re
from collections.abc import Callable, Mapping as AnyMapping
from decimal import Decimal, InvalidOperation
from typing import Any

from .rows import RowError, text_of

Making = Callable[[AnyMapping[str, Any]], Any]
"""Makes a value of a row; `None` if all its columns are missing."""
CONVERSIONS = ("text", "number", "boolean", "list", "json")
TRUE, FALSE = frozenset({"1", "true", "t", "yes", "y", "on"}), frozenset({"0", "false", "f", "no", "n", "off"})
SIZE_LIMIT = 16 << 20


class MappingError(Exception):
    """A mapping that cannot be used, or does not fit the columns."""


class Mapping:
    """A mapping in JSON:

        {"catalog": "shop", "description": {"defaultLocale": "de"},
         "source": {"csv": {"separator": ";"}},
         "record": {"id": "$sku", "title": {"de": "$name_de", "en": "$name_en"},
                    "price": {"amount": "$price", "currency": "EUR"},
                    "stock": {"$column": "qty", "as": "number"}}}

    In `record` a text `$name` is the text of a column; `$$` begins a text with a dollar sign. An object with
    `$column` converts the column: `as` is one of `CONVERSIONS`. Everything else is the same in each record.
    If a column has no value, its member is left out; an object is left out if none of its columns has a
    value.
    """

    def __init__(self, value: Any) -> None:
        members = _object(value, "the mapping", {"catalog", "record"}, {"source", "description"})
        self.catalog = _text(members["catalog"], "catalog")
        self.description: dict[str, Any] | None = members.get("description")
        if self.description is not None and not isinstance(self.description, dict):
            raise MappingError("“description” is not an object")
        source = _object(members.get("source", {"csv": {}}), "source", set(), {"csv", "mysql", "postgresql"})
        if len(source) != 1:
            raise MappingError("“source” names one of csv, mysql, postgresql")
        ((self.source, settings),) = source.items()
        allowed: dict[str, tuple[set[str], set[str]]] = {
            "csv": (set(), {"separator", "encoding"}), "mysql": ({"table"}, set()), "postgresql": ({"query"}, set())}
        self.settings = {
            name: _text(text, name) for name, text in _object(settings, self.source, *allowed[self.source]).items()}
        self.columns: set[str] = set()
        record = members["record"]
        if not isinstance(record, dict) or not isinstance(record.get("id"), str | dict):
            raise MappingError("“record” is not an object with an “id”")
        self._record = self._making(record, "record")

    @classmethod
    def read(cls, path: str) -> "Mapping":
        """Reads a file; raises `MappingError`."""
        try:
            with open(path, "rb") as file:
                text = file.read(SIZE_LIMIT + 1)
        except OSError as error:
            raise MappingError(f"{path}: {error.strerror}") from error
        if len(text) > SIZE_LIMIT:
            raise MappingError(f"{path}: the file has more than {SIZE_LIMIT} bytes")
        try:
            return cls(json.loads(text))
        except (ValueError, RecursionError) as error:
            raise MappingError(f"{path}: {error}") from error
        except MappingError as error:
            raise MappingError(f"{path}: {error}") from None

    def check(self, columns: list[str], facts: str = "") -> None:
        """Raises `MappingError` if a column is missing, or if several have its name.

        `facts` is the rest of the message's description of the source.
        """
        for name in sorted(self.columns):
            if columns.count(name) != 1:
                fault = "is not there" if name not in columns else "is there more than once"
                raise MappingError(f"the column “{name}” {fault}; the columns are {', '.join(columns)}{facts}")

    def record(self, values: AnyMapping[str, Any]) -> dict[str, Any]:
        """The record of a row; raises `RowError`."""
        record = self._record(values)
        if not isinstance(record, dict) or record.get("id") in (None, ""):
            raise RowError("the row has no id")
        return record

    # MARK: Reading

    def _making(self, value: Any, path: str) -> Making:
        if isinstance(value, str):
            if not value.startswith("$"):
                return _same(value)
            if value.startswith("$$"):
                return _same(value[1:])
            return self._column({"$column": value[1:]}, path)
        if isinstance(value, list):
            makings = [self._making(item, path) for item in value]
            return lambda values: [item for making in makings if (item := making(values)) is not None] or None
        if not isinstance(value, dict):
            return _same(value)
        if "$column" in value:
            return self._column(value, path)
        members = {name: self._making(item, f"{path}.{name}") for name, item in value.items()}
        variable = {name for name, item in value.items() if _names_column(item)}

        def make(values: AnyMapping[str, Any]) -> Any:
            made = {name: item for name, making in members.items() if (item := making(values)) is not None}
            return None if variable and not variable & made.keys() else made

        return make

    def _column(self, value: dict[str, Any], path: str) -> Making:
        settings = _object(value, path, {"$column"}, {"as", "by", "decimal"})
        name = _text(settings["$column"], f"{path}.$column")
        conversion = settings.get("as", "text")
        if conversion not in CONVERSIONS:
            raise MappingError(f"“{path}.as” is one of {', '.join(CONVERSIONS)}")
        separator = _text(settings.get("by", ","), f"{path}.by")
        decimal = _text(settings.get("decimal", "."), f"{path}.decimal")
        self.columns.add(name)

        def make(values: AnyMapping[str, Any]) -> Any:
            column = values.get(name)
            if column is None or column == "":
                return None
            try:
                return _converted(column, conversion, separator, decimal)
            except RowError as error:
                raise RowError(f"“{name}” is {error}") from None

        return make


def _names_column(value: Any) -> bool:
    """Whether a part of a record depends on the row."""
    if isinstance(value, str):
        return value.startswith("$") and not value.startswith("$$")
    if isinstance(value, dict):
        return "$column" in value or any(_names_column(item) for item in value.values())
    return isinstance(value, list) and any(_names_column(item) for item in value)


def _same(value: Any) -> Making:
    return lambda values: value


def _converted(value: Any, conversion: str, separator: str, decimal: str) -> Any:
    if conversion == "json":
        if isinstance(value, dict | list):
            return value
        try:
            return json.loads(text_of(value))
        except (ValueError, RecursionError):
            raise RowError("not JSON") from None
    if conversion == "list":
        parts = [text_of(part) for part in value] if isinstance(value, list) else text_of(value).split(separator)
        return [part.strip() for part in parts if part.strip()] or None
    text = text_of(value)
    if conversion == "number":
        return _number(_ungrouped(text.strip(), decimal).replace(decimal, "."))
    if conversion == "boolean":
        known = text.strip().lower()
        if known not in TRUE | FALSE:
            raise RowError(f"not true or false, but “{text[:100]}”")
        return known in TRUE
    return text


def _ungrouped(text: str, decimal: str) -> str:
    """A number without the separators between its groups of three digits: `1.299,00`, `1 299,00`, `1’299.00`.

    A single comma before three digits stays if the decimal mark is a point, because it may be a decimal
    comma.
    """
    grouped = re.fullmatch(rf"([+-]?\d{{1,3}})(?:([.,'’ \u00a0\u202f])\d{{3}}(?:\2\d{{3}})*)(?:{re.escape(decimal)}\d*)?", text)
    if not grouped or grouped[2] == decimal:
        return text
    mark, count = grouped[2], text.count(grouped[2])
    return text if mark == "," and count == 1 and decimal not in text else text.replace(mark, "")


def _number(text: str) -> int | float:
    try:
        number = Decimal(text)
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite() or abs(number) >= 10**18:
        raise RowError(f"not a number of up to 18 digits, but “{text[:100]}”")
    if number == number.to_integral_value():
        return int(number)
    if Decimal(repr(float(number))) != number:
        raise RowError(f"a number with too many digits (“{text[:100]}”); map it as text")
    return float(number)


def _object(value: Any, name: str, needed: set[str], allowed: set[str]) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise MappingError(f"“{name}” is not an object")
    for member in sorted(needed - value.keys()):
        raise MappingError(f"“{name}” has no “{member}”")
    for member in sorted(value.keys() - needed - allowed):
        raise MappingError(f"“{name}” has an unknown member “{member}”; there are {', '.join(sorted(needed | allowed))}")
    return value


def _text(value: Any, name: str) -> str:
    if not isinstance(value, str) or not value:
        raise MappingError(f"“{name}” is not a text")
    return value
