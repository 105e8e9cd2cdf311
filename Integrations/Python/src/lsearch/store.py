"""Changes to a server's own store, over its administration listener."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, cast

import httpx

from . import requests
from .client import http_address, send
from .closing import Closing
from .requests import Call
from .types import LoadReport, WriteReport


class Store(Closing):
    """Writes catalogs and records. A method returns when the change is on the disk and the next search finds it.

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

    def put(self, catalog: str, record: Mapping[str, Any]) -> WriteReport:
        """Creates or replaces the record with the member `id` of this one."""
        return cast(WriteReport, self._send("PUT", catalog, "records", str(record["id"]), value=record))

    def patch(self, catalog: str, id: str, changes: Mapping[str, Any]) -> WriteReport:
        """Changes members of a record; `None` removes one (JSON Merge Patch, RFC 7396)."""
        return cast(
            WriteReport,
            self._send("PATCH", catalog, "records", id, value=changes, media_type="application/merge-patch+json"))

    def get(self, catalog: str, id: str) -> dict[str, Any]:
        """The record as it was written; raises `NotFound` if there is none."""
        return cast(dict[str, Any], self._send("GET", catalog, "records", id))

    def delete(self, catalog: str, id: str) -> None:
        """Removes a record; raises `NotFound` if there is none."""
        self._send("DELETE", catalog, "records", id)

    def load(
        self, catalog: str, records: Iterable[Mapping[str, Any]], *, mode: Literal["chunks", "whole"] = "chunks"
    ) -> LoadReport:
        """Writes any number of records, which are sent as they are produced.

        Records that cannot be used are left out and reported. With `whole` searches and a failure see all of the load or nothing of it,
        otherwise large loads become visible in parts.
        """
        parameters = {"mode": "whole"} if mode == "whole" else {}
        lines = (json.dumps(record).encode() + b"\n" for record in records)
        return cast(
            LoadReport,
            self._request(
                Call("POST", self._path(catalog, "records"), parameters, {"Content-Type": "application/x-ndjson"}), lines))

    def _path(self, *segments: str) -> str:
        return requests.path("admin", "v1", "catalogs", *segments)

    def _send(
        self, method: str, *segments: str, value: Mapping[str, Any] | None = None, media_type: str = "application/json"
    ) -> Any:
        body = None if value is None else json.dumps(value).encode()
        headers = {} if value is None else {"Content-Type": media_type}
        return self._request(Call(method, self._path(*segments), {}, headers, body))

    def _request(self, call: Call, lines: Iterator[bytes] | None = None) -> Any:
        return send(self._http, call, call.body if lines is None else lines)
