"""Changes to a server's own store, through its administration interface."""

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Literal, TypeAlias, cast

import httpx

from . import requests
from .client import http_address, respond, send
from .closing import Closing
from .requests import Call
from .types import LoadReport, StoredRule, WriteReport

LINES = {"Content-Type": "application/x-ndjson"}
FILES = {
    ".csv": "text/csv", ".txt": "text/csv", ".tsv": "text/tab-separated-values", ".tab": "text/tab-separated-values",
    ".json": "application/json", ".jsonl": "application/x-ndjson", ".ndjson": "application/x-ndjson"}
"""The media types of files that can be imported, by their endings."""
Expected: TypeAlias = int | Literal["absent"] | None
"""What a write expects of the record: its revision, that there is none, or nothing."""


class Store(Closing):
    """Writes catalogs and records. A method returns when the change is on the disk and the next search finds
    it.

    `token` is the content of the file that `lsearchd --admin-token-file` names.
    """

    def __init__(self, url: str = "http://127.0.0.1:8081", *, token: str, timeout: float = 60.0) -> None:
        address, socket = http_address(url)
        transport = httpx.HTTPTransport(uds=socket) if socket else None
        self._http = httpx.Client(
            base_url=address, timeout=timeout, transport=transport, headers={"Authorization": f"Bearer {token.strip()}"})

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def put_catalog(self, catalog: str, description: Mapping[str, Any]) -> WriteReport:
        """Creates or replaces the description of a catalog, in the form of a sidecar."""
        return cast(WriteReport, self._send("PUT", catalog, value=description))

    def delete_catalog(self, catalog: str) -> None:
        """Removes a catalog with its records; raises `NotFound` if there is none."""
        self._send("DELETE", catalog)

    def put(self, catalog: str, record: Mapping[str, Any], *, at: Expected = None) -> WriteReport:
        """Creates or replaces a record, identified by its member `id`.

        With `at`, only if the record is at this revision, or `"absent"`; raises `Changed` otherwise.
        """
        return cast(WriteReport, self._send("PUT", catalog, "records", str(record["id"]), value=record, at=at))

    def patch(self, catalog: str, id: str, changes: Mapping[str, Any]) -> WriteReport:
        """Changes members of a record; `None` removes one (JSON Merge Patch, RFC 7396)."""
        return cast(
            WriteReport,
            self._send("PATCH", catalog, "records", id, value=changes, media_type="application/merge-patch+json"))

    def get(self, catalog: str, id: str) -> dict[str, Any]:
        """The record as it was written; raises `NotFound` if there is none."""
        return cast(dict[str, Any], self._send("GET", catalog, "records", id))

    def version(self, catalog: str, id: str) -> tuple[dict[str, Any], int] | None:
        """The record as it was written, with its revision; `None` if there is none."""
        response = respond(self._http, Call("GET", self._path(catalog, "records", id)), None)
        if response.status_code == 404:
            return None
        record = requests.decode(response.status_code, response.headers, response.content)
        return record, int(response.headers["ETag"].strip('"'))

    def delete(self, catalog: str, id: str, *, at: Expected = None) -> None:
        """Removes a record; raises `NotFound` if there is none, and `Changed` if it is not at the revision `at`."""
        self._send("DELETE", catalog, "records", id, at=at)

    def load(
        self, catalog: str, records: Iterable[Mapping[str, Any]], *, mode: Literal["chunks", "whole"] = "chunks"
    ) -> LoadReport:
        """Writes any number of records, which are sent as they are produced.

        Records that cannot be used are left out and reported. With `whole`, searches see all of the load or
        nothing of it, also after a failure; otherwise large loads become visible in parts.
        """
        parameters = {"mode": "whole"} if mode == "whole" else {}
        return self._load(Call("POST", self._path(catalog, "records"), parameters, LINES), records)

    def replace(self, catalog: str, records: Iterable[Mapping[str, Any]]) -> LoadReport:
        """Replaces all records of a catalog by these, which are sent as they are produced.

        Searches find the old records until all new ones are stored. Records that cannot be used are left out
        and reported.
        """
        return self._load(Call("POST", self._path(catalog) + ":replace", {}, LINES), records)

    def import_file(
        self, catalog: str, file: IO[bytes], name: str, *, map: str | None = None, replace: bool = False
    ) -> LoadReport:
        """Writes the records of a file as shop systems and spreadsheets export them: all or none.

        The ending of `name` tells the format: `.csv`, `.tsv`, `.txt`, `.json`, `.jsonl`. The server reads the
        file as `lsearch` does, and makes the catalog if it does not exist. `map` says which columns are which
        members, `"Artikelnr.=id,Preis=price[EUR]"`; `replace` deletes the catalog's other records. Raises
        `Problem`, whose `problems` propose a mapping, if nothing can be used, and `ValueError` for other files.
        """
        media_type = FILES.get(Path(name).suffix.lower())
        if media_type is None:
            raise ValueError(f"{name} cannot be imported; save it as CSV, TSV, JSON or JSON Lines")
        path = self._path(catalog) + ":replace" if replace else self._path(catalog, "records")
        # An empty mapping still says that lines are those of a file.
        call = Call("POST", path, {"map": map or ""}, {"Content-Type": media_type})
        return cast(LoadReport, self._request(call, iter(lambda: file.read(1 << 20), b"")))

    def rules(self, catalog: str) -> list[StoredRule]:
        """The rules of a catalog, in the order in which they are applied."""
        return cast(list[StoredRule], self._send("GET", catalog, "rules")["rules"])

    def put_rule(self, catalog: str, id: str, rule: Mapping[str, Any]) -> WriteReport:
        """Creates or replaces a rule, in the form of a sidecar: `{"query": "hat", "pin": [{"id": "h-1", "place": 1}]}`."""
        return cast(WriteReport, self._send("PUT", catalog, "rules", id, value=rule))

    def delete_rule(self, catalog: str, id: str) -> None:
        """Removes a rule; raises `NotFound` if there is none."""
        self._send("DELETE", catalog, "rules", id)

    def _load(self, call: Call, records: Iterable[Mapping[str, Any]]) -> LoadReport:
        return cast(LoadReport, self._request(call, (json.dumps(record).encode() + b"\n" for record in records)))

    def _path(self, *segments: str) -> str:
        return requests.path("admin", "v1", "catalogs", *segments)

    def _send(
        self, method: str, *segments: str, value: Mapping[str, Any] | None = None, media_type: str = "application/json",
        at: Expected = None,
    ) -> Any:
        body = None if value is None else json.dumps(value).encode()
        headers = {} if value is None else {"Content-Type": media_type}
        if at is not None:
            headers |= {"If-None-Match": "*"} if at == "absent" else {"If-Match": f'"{at}"'}
        return self._request(Call(method, self._path(*segments), {}, headers, body))

    def _request(self, call: Call, lines: Iterator[bytes] | None = None) -> Any:
        return send(self._http, call, call.body if lines is None else lines)
