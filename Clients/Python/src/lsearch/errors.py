"""The errors of this package."""

from collections.abc import Sequence

from .types import LineProblem


class LsearchError(Exception):
    """The base of all errors of this package."""


class ConnectionFailed(LsearchError):
    """The server could not be reached, or did not respond in time."""


class ProgramStopped(LsearchError):
    """`lsearch --batch` could not be started, has ended, or did not respond in time."""


class RequestRefused(LsearchError):
    """A refused request; the message is in the reader's language and says how to correct
    it."""


class Problem(RequestRefused):
    """The server refused a request (RFC 9457).

    `code` is for programs, such as `bad-request`; `title` and `detail` are in the reader's language.
    `problems` are the mistakes in single lines or members of what was sent.
    """

    def __init__(
        self, status: int, code: str, title: str, detail: str, problems: Sequence[LineProblem] = ()
    ) -> None:
        super().__init__(detail or title)
        self.problems = list(problems)
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail


class NotFound(Problem):
    """There is no such record, catalog or table (404)."""


class Changed(Problem):
    """The record is not at the revision that the write expects (412)."""


class Busy(Problem):
    """The server is overloaded or not ready (429, 503).

    `retry_after` is the number of seconds to wait before the next try, if the server gives one.
    """

    def __init__(self, status: int, code: str, title: str, detail: str, retry_after: int | None = None) -> None:
        super().__init__(status, code, title, detail)
        self.retry_after = retry_after
