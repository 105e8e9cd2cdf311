"""Localized search over catalogs, from Python.

`Client` and `AsyncClient` send requests to a server, `lsearchd`. `Program` and `AsyncProgram` start `lsearch
--batch` and send requests to it. All four have the same searches and return the same responses: dictionaries
as in the JSON of the response, whose types are in `lsearch.types`.
"""

from .client import AsyncClient, Client
from .errors import (
    Busy,
    Changed,
    ConnectionFailed,
    LsearchError,
    NotFound,
    Problem,
    ProgramStopped,
    RequestRefused,
)
from .program import AsyncProgram, Program
from .store import Store

__all__ = [
    "AsyncClient",
    "AsyncProgram",
    "Busy",
    "Changed",
    "Client",
    "ConnectionFailed",
    "LsearchError",
    "NotFound",
    "Problem",
    "Program",
    "ProgramStopped",
    "RequestRefused",
    "Store",
]
