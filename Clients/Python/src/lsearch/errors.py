"""What can go wrong."""


class LsearchError(Exception):
    """The base of all errors of this package."""


class ConnectionFailed(LsearchError):
    """The server could not be reached, or did not answer in time."""


class ProgramStopped(LsearchError):
    """`lsearch --batch` could not be started, has ended, or did not answer in time."""


class RequestRefused(LsearchError):
    """A request that cannot be answered; the message is in the reader's language and says what to correct."""


class Problem(RequestRefused):
    """The server refused a request (RFC 9457).

    `code` is for programs, such as `bad-request`; `title` and `detail` are in the reader's language.
    """

    def __init__(self, status: int, code: str, title: str, detail: str) -> None:
        super().__init__(detail or title)
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail


class NotFound(Problem):
    """There is no such record, catalog or table (404)."""


class Changed(Problem):
    """The record is not at the revision that the write expects (412)."""


class Busy(Problem):
    """The server has too much to do or is not ready (429, 503).

    `retry_after` is how many seconds to wait before the next try, if the server says so.
    """

    def __init__(self, status: int, code: str, title: str, detail: str, retry_after: int | None = None) -> None:
        super().__init__(status, code, title, detail)
        self.retry_after = retry_after
