"""Searches without a server: `lsearch --batch`, started when a search needs it."""

import asyncio
import json
import os
import select
import subprocess
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from typing import IO, Any, Unpack, cast

from . import requests
from .closing import AsyncClosing, Closing
from .errors import ProgramStopped, RequestRefused
from .types import IdentifierResponse, SearchOptions, SearchResponse, SuggestionOptions, Suggestions

TIMEOUT = 30.0
"""Seconds for a response. The first one takes longer than others if indexes have to be built."""


def command(program: str, catalogs: Sequence[str | os.PathLike[str]], arguments: Sequence[str]) -> list[str]:
    """The command line of `lsearch --batch`."""
    line = [program, "--batch", *arguments]
    for catalog in catalogs:
        line += ["--catalog", os.fspath(catalog)]
    return line


def line_of(query: str, options: Mapping[str, Any], locale: str | None) -> bytes:
    """A request as a line."""
    return json.dumps(requests.request_object(query, requests.in_locale(options, locale))).encode() + b"\n"


def response_of(line: bytes) -> Any:
    """The response in a line; raises `RequestRefused` if the request failed."""
    item = requests.batch_item(json.loads(line))
    if isinstance(item, RequestRefused):
        raise item
    return item


def stopped(program: str, status: int | None, errors: IO[bytes]) -> ProgramStopped:
    """The error for a program that has ended, with its last messages."""
    errors.seek(0)
    words = errors.read().decode(errors="replace").strip()[-1000:]
    return ProgramStopped(f"{program} ended with status {status}" + (f": {words}" if words else ""))


class Program(Closing):
    """Sends requests to `lsearch --batch`, one search after the other; several threads may share one.

    The program starts with the first search, and again after it has ended or this process has forked. It
    reads the catalogs when it starts: files and folders as for `lsearch --catalog`, by default those that
    `lsearch` itself would search.
    """

    def __init__(
        self, catalogs: Sequence[str | os.PathLike[str]] = (), *, locale: str | None = None, program: str = "lsearch",
        arguments: Sequence[str] = (), timeout: float = TIMEOUT,
    ) -> None:
        self._command = command(program, catalogs, arguments)
        self._locale = locale
        self._timeout = timeout
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._errors: IO[bytes] | None = None
        self._owner = 0

    def close(self) -> None:
        """Ends the program."""
        with self._lock:
            self._stop()

    def search(self, q: str = "", **options: Unpack[SearchOptions]) -> SearchResponse:
        """A page of the records that the query finds; an empty query finds all."""
        return cast(SearchResponse, self._ask(q, options))

    def ids(self, q: str = "", **options: Unpack[SearchOptions]) -> IdentifierResponse:
        """The ids of the records, for a program that has the records itself."""
        return cast(IdentifierResponse, self._ask(q, {**options, "returns": "ids"}))

    def suggest(self, q: str, **options: Unpack[SuggestionOptions]) -> Suggestions:
        """Completions of the last word, and corrections."""
        return cast(Suggestions, self._ask(q, {**options, "returns": "suggestions"}))

    def _ask(self, query: str, options: Mapping[str, Any]) -> Any:
        line = line_of(query, options, self._locale)
        with self._lock:
            process = self._running()
            try:
                response = self._exchange(process, line)
            except BaseException:
                # The response might still arrive, and would be mistaken for that to the next request.
                self._stop()
                raise
        return response_of(response)

    def _running(self) -> subprocess.Popen[bytes]:
        process = self._process
        if process is not None and self._owner == os.getpid() and process.poll() is None:
            return process
        if self._owner == os.getpid():
            self._stop()
        self._errors = tempfile.TemporaryFile()
        try:
            process = subprocess.Popen(
                self._command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors)
        except OSError as error:
            raise ProgramStopped(f"{self._command[0]} cannot be started: {error}") from error
        self._process, self._owner = process, os.getpid()
        return process

    def _exchange(self, process: subprocess.Popen[bytes], line: bytes) -> bytes:
        assert process.stdin and process.stdout and self._errors
        try:
            process.stdin.write(line)
        except BrokenPipeError:
            raise stopped(self._command[0], process.wait(), self._errors) from None
        parts: list[bytes] = []
        end = time.monotonic() + self._timeout
        while not parts or not parts[-1].endswith(b"\n"):
            ready, _, _ = select.select([process.stdout], [], [], max(0, end - time.monotonic()))
            if not ready:
                raise ProgramStopped(f"{self._command[0]} gave no answer in {self._timeout:g} seconds")
            part = os.read(process.stdout.fileno(), 1 << 16)
            if not part:
                raise stopped(self._command[0], process.wait(), self._errors)
            parts.append(part)
        return b"".join(parts)

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None and self._owner == os.getpid():
            process.kill()
            process.communicate()
        if self._errors is not None:
            self._errors.close()
            self._errors = None


class AsyncProgram(AsyncClosing):
    """As `Program`, for asyncio: each method is awaited; searches run one after the other."""

    def __init__(
        self, catalogs: Sequence[str | os.PathLike[str]] = (), *, locale: str | None = None, program: str = "lsearch",
        arguments: Sequence[str] = (), timeout: float = TIMEOUT,
    ) -> None:
        self._command = command(program, catalogs, arguments)
        self._locale = locale
        self._timeout = timeout
        self._lock = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._errors: IO[bytes] | None = None

    async def close(self) -> None:
        """Ends the program."""
        async with self._lock:
            await self._stop()

    async def search(self, q: str = "", **options: Unpack[SearchOptions]) -> SearchResponse:
        """A page of the records that the query finds; an empty query finds all."""
        return cast(SearchResponse, await self._ask(q, options))

    async def ids(self, q: str = "", **options: Unpack[SearchOptions]) -> IdentifierResponse:
        """The ids of the records, for a program that has the records itself."""
        return cast(IdentifierResponse, await self._ask(q, {**options, "returns": "ids"}))

    async def suggest(self, q: str, **options: Unpack[SuggestionOptions]) -> Suggestions:
        """Completions of the last word, and corrections."""
        return cast(Suggestions, await self._ask(q, {**options, "returns": "suggestions"}))

    async def _ask(self, query: str, options: Mapping[str, Any]) -> Any:
        line = line_of(query, options, self._locale)
        async with self._lock:
            try:
                process = await self._running()
                response = await asyncio.wait_for(self._exchange(process, line), self._timeout)
            except TimeoutError as error:
                await self._stop()
                raise ProgramStopped(f"{self._command[0]} gave no answer in {self._timeout:g} seconds") from error
            except BaseException:
                # The response might still arrive, and would be mistaken for that to the next request.
                await self._stop()
                raise
        return response_of(response)

    async def _running(self) -> asyncio.subprocess.Process:
        if self._process is not None and self._process.returncode is None:
            return self._process
        await self._stop()
        self._errors = tempfile.TemporaryFile()
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, limit=1 << 26, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors)
        except OSError as error:
            raise ProgramStopped(f"{self._command[0]} cannot be started: {error}") from error
        return self._process

    async def _exchange(self, process: asyncio.subprocess.Process, line: bytes) -> bytes:
        assert process.stdin and process.stdout and self._errors
        try:
            process.stdin.write(line)
            await process.stdin.drain()
        except (BrokenPipeError, ConnectionResetError):
            raise stopped(self._command[0], await process.wait(), self._errors) from None
        response = await process.stdout.readline()
        if not response.endswith(b"\n"):
            raise stopped(self._command[0], await process.wait(), self._errors)
        return response

    async def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                process.kill()
            await process.communicate()
        if self._errors is not None:
            self._errors.close()
            self._errors = None
