"""What is attacked: a running server under limits, the programs, and what must hold of them."""

import concurrent.futures
import contextlib
import http.client
import json
import os
import pathlib
import random
import re
import resource
import secrets
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
INTERFACE = HERE.parents[1] / "Server" / "Tests" / "Interface"
sys.path.insert(0, str(INTERFACE))

import hostile  # noqa: E402
from client import ask  # noqa: E402
from durability import Server  # noqa: E402

# What holds of a server under attack.
SEARCH_TIME = 2  # seconds
# More seconds until an answer is there: four clients ask at once, beside other tests and on slow machines. What has no bound takes longer.
GRACE = 20
READ_TIME = 2
ANSWER_MEMORY = 64  # megabytes
MEMORY = 900  # megabytes
ADDRESS_SPACE = 8 << 30
# The answers to hostile requests: done, refused, or busy. 501 names what has no counterpart.
STATUSES = {200, 201, 202, 204, 400, 401, 403, 404, 405, 408, 409, 411, 412, 413, 414, 415, 417, 422, 429, 431, 501, 503, 504}
# An ordinary client beside greedy ones, at the median and the 99th percentile: a debug build on a machine with other work. 100 is the aim for a
# release build. The median does not depend on single samples, and tells whether the client waits for greedy ones.
TYPICAL = 500  # milliseconds
SLOWEST = 2_000
# What clients that do not read may take: the answers on their way, and as much for buffers and allocation.
UNREAD_MEMORY = 3 * ANSWER_MEMORY
LONGEST_ANSWER = (32 << 20) + 65_536
# What holds of a program that reads hostile files.
PROGRAM_TIME = 20
PROGRAM_MEMORY = 1_000  # megabytes


def limited(memory=ADDRESS_SPACE, files=1_024):
    """Sets limits of a process that is about to start."""
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


class Failures:
    """What did not hold."""

    def __init__(self):
        self.texts = []

    def check(self, holds, text):
        if not holds:
            self.texts.append(text)
            print(f"WRONG   {text}", flush=True)
        return holds


class Target:
    """A server under limits, with a catalog of common words, and what an ordinary client gets of it."""

    def __init__(self, program, folder, size):
        self.token = secrets.token_hex(32)
        self.server = Server(
            program, folder, self.token, clients=True, limited=limited,
            options=[
                "--search-time", str(SEARCH_TIME), "--read-time", str(READ_TIME), "--body-memory", "64", "--answer-memory", str(ANSWER_MEMORY),
                "--answer-cache", "0", "--query-log", folder / "queries.sqlite", "--metrics-listen", "127.0.0.1:0",
            ],
        )  # fmt: skip
        self.store = folder / "store.sqlite"
        self.pid = self.server.process.pid
        try:
            self.fill(size)
        except BaseException:
            self.server.kill()
            raise
        self.files = self.open_files()

    def fill(self, size):
        chance = random.Random(35)
        description = {"defaultLocale": "en", "attributes": {"color": {"type": "text", "many": True}, "stock": {"type": "number"}}}
        self.done(self.ask("admin", "PUT", f"/admin/v1/catalogs/{hostile.CATALOG}", description))
        lines = []
        for number in range(size):
            words = hostile.COMMON[:]
            chance.shuffle(words)
            lines.append({
                "id": f"r{number}", "title": f"{words[0]} {words[1]} {number}", "description": {"en": " ".join(words * 3)},
                "color": chance.choice(["red", "green", "blue"]), "stock": number % 1_000,
            })  # fmt: skip
        body = "".join(json.dumps(line) + "\n" for line in lines).encode()
        self.done(self.ask("admin", "POST", f"/admin/v1/catalogs/{hostile.CATALOG}/records", body, "application/x-ndjson"))
        settings = {"filterableAttributes": ["color", "stock"], "sortableAttributes": ["stock"]}
        self.done(self.ask("clients", "POST", "/indexes", {"uid": "other-index", "primaryKey": "id"}))
        self.done(self.ask("clients", "PATCH", f"/indexes/{hostile.INDEX}/settings", settings))
        # On a machine with other work the documents of the long form take longer than a client waits for one answer.
        for first in range(0, size, 5_000):
            self.done(self.ask("clients", "POST", f"/indexes/{hostile.INDEX}/documents", lines[first : first + 5_000]))
        self.expected = self.ordinary()

    def done(self, answer):
        if answer.status not in (200, 201, 202):
            sys.exit(f"the server was not filled: {answer}")

    def address(self, listener):
        return f"http://127.0.0.1:{self.server.ports[listener]}"

    def ask(self, listener, method, path, body=None, media_type="application/json", client=None):
        headers = {"Content-Type": media_type} if body is not None else {}
        if listener != "search":
            headers["Authorization"] = f"Bearer {self.token}"
        content = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        return ask(method, self.address(listener) + path, headers, content, client)

    def ordinary(self):
        """What an ordinary client gets: ids and the total."""
        answer = self.ask("search", "GET", "/v1/search?q=garden+red&locale=en&relax=never&catalogs=" + hostile.CATALOG, client="127.0.0.9")
        return answer.status, [hit["id"] for hit in answer.json.get("hits", [])], answer.json.get("total")

    def open_files(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def peak(self):
        """The most memory that the server had, in megabytes."""
        return int(re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{self.pid}/status").read_text())[1]) / 1024

    def check(self, failures, kind):
        """After an attack the server lives within its memory, and answers as before it."""
        code = self.server.process.poll()
        if not failures.check(code is None, f"{kind}: the server ended with {code}"):
            raise SystemExit(1)
        answer = None
        for _ in range(20):
            with contextlib.suppress(OSError, http.client.HTTPException, ValueError):
                answer = self.ordinary()
                if answer[0] == 200:
                    break
            time.sleep(0.2)
        failures.check(answer == self.expected, f"{kind}: an ordinary client gets {answer} instead of {self.expected}")
        failures.check(self.peak() < MEMORY, f"{kind}: the server took {self.peak():.0f} MB")
        end = time.monotonic() + READ_TIME + GRACE
        while self.open_files() > self.files + 20 and time.monotonic() < end:
            time.sleep(0.1)
        failures.check(self.open_files() <= self.files + 20, f"{kind}: {self.open_files()} files are open, at first {self.files}")


class Attack:
    """What a kind needs: the target, the programs, and how much it may do."""

    def __init__(self, programs, target, folder, failures, options):
        self.programs, self.target, self.folder, self.failures = programs, target, folder, failures
        self.long, self.slowest = options.long, options.slowest
        self.chance = random.Random(35)

    def chosen(self, every, count):
        """All of the long form; of the short one a few, always the same, from all parts of the table."""
        every = list(every)
        return every if self.long or len(every) <= count else [every[number * len(every) // count] for number in range(count)]

    def send(self, requests, count):
        """Sends requests side by side, as four clients; each must be answered in time, within bounds, and without a failure."""
        requests = self.chosen(requests, count)
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            times = list(pool.map(self.one, requests, range(len(requests))))
        return f"{len(requests)} requests, longest {max(times):.1f} s"

    def one(self, request, number):
        name, listener, method, path, body = request
        started = time.monotonic()
        status = "lost"
        try:
            answer = self.target.ask(listener, method, path, body, client=f"127.0.0.{2 + number % 4}")
            status = answer.status
            self.failures.check(len(answer.body) <= LONGEST_ANSWER, f"{listener} {name}: an answer of {len(answer.body)} bytes")
        except (ConnectionError, http.client.HTTPException):
            pass  # The server closes a connection whose request it does not read.
        except OSError as error:
            status = error
        time_taken = time.monotonic() - started
        self.failures.check(status == "lost" or status in STATUSES, f"{listener} {method[:8]} {path[:60]}: {name}: {status}")
        self.failures.check(time_taken < SEARCH_TIME + GRACE, f"{listener} {path[:60]}: {name}: {time_taken:.1f} s")
        return time_taken

    def run(self, name, command, folder, given=subprocess.DEVNULL):
        """Runs a program on hostile files under limits; it must end by itself, in time and within its memory."""
        started = time.monotonic()
        process = subprocess.Popen(
            [self.programs / command[0], *command[1:]], cwd=folder, stdin=given, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, preexec_fn=limited, env={**os.environ, "LANGUAGE": "en", "LC_ALL": "C.UTF-8"},
        )  # fmt: skip
        code = "still running"
        while time.monotonic() < started + PROGRAM_TIME:
            pid, status, used = os.wait4(process.pid, os.WNOHANG)
            if pid:
                code = os.waitstatus_to_exitcode(status)
                break
            time.sleep(0.005)
        else:
            process.kill()
            _, _, used = os.wait4(process.pid, 0)
        process.returncode = 0
        self.failures.check(code in (0, 1, 2), f"{name}: {' '.join(map(str, command))}: {code}")
        self.failures.check(used.ru_maxrss / 1024 < PROGRAM_MEMORY, f"{name}: {used.ru_maxrss / 1024:.0f} MB")
        return time.monotonic() - started
