"""Checks that every acknowledged write survives the death of the server.

Starts lsearchd with a store, writes and deletes records at full speed over several connections, loads many at once,
kills the server with SIGKILL at a random moment, starts it again, and looks at every record: it must be what was
acknowledged last, or what was on its way when the server died; of a load all records, or none. Again and again, on one
store. Every third server is killed while it starts. Loads are large enough that the server merges records meanwhile. A second
server never opens the store while the first one has it. At the end the store is examined. With `--checkpoints` the servers write
checkpoints, beside which they are killed, and start from them. With `--clock` the clock jumps a day back, or ten years ahead, before
the servers start and while they run; that needs a C compiler.

    python3 durability.py path/to/lsearchd --rounds 100
    python3 durability.py path/to/lsearchd --checkpoints --clock
"""

import argparse
import atexit
import collections
import contextlib
import http.client
import json
import os
import pathlib
import random
import secrets
import signal
import struct
import subprocess
import tempfile
import threading
import time

CATALOG = "/admin/v1/catalogs/durable"


class Server:
    """A running lsearchd with a store in a folder."""

    def __init__(self, program, folder, token, patience=None, clients=False, options=("--no-page",), limited=None, environment=None):
        """With `patience`, it is killed after so many seconds, whether or not it has started. With `clients`, it answers clients
        of Meilisearch, too. `options` are further ones; `limited` sets limits of the process before it starts."""
        self.token = token
        (folder / "token").write_text(token)
        self.process = subprocess.Popen(
            [
                program, "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--store", folder / "store.sqlite",
                "--admin-token-file", folder / "token", "--no-cache", "--locale", "en",
                *(["--meilisearch-listen", "127.0.0.1:0"] if clients else []), *options,
            ],  # fmt: skip
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=limited,
            env=environment,
        )
        # What a test that fails leaves running would keep who reads its output waiting.
        atexit.register(self.process.kill)
        self.ports = {}
        if patience is not None:
            time.sleep(patience)
            return self.kill()
        for line in self.process.stderr:
            for name, words in (
                ("search", "listening at "), ("admin", "accepting changes at "), ("clients", "clients of Meilisearch at "),
            ):  # fmt: skip
                if words in line:
                    self.ports[name] = int(line.rstrip().rstrip("/").rsplit(":", 1)[1])
            if len(self.ports) == 2 + clients:
                break
        else:
            raise SystemExit(f"the server did not start: {self.process.wait()}")
        # If nothing read the log, the server would wait for room in the pipe.
        threading.Thread(target=collections.deque, args=(self.process.stderr, 0), daemon=True).start()

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.ports["admin"], timeout=30)

    def ask(self, connection, method, path, value=None):
        """Sends an object as JSON, or a list of objects as JSON Lines."""
        media_type = "application/x-ndjson" if isinstance(value, list) else "application/json"
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": media_type}
        body = None if value is None else json.dumps(value)
        if isinstance(value, list):
            body = "".join(json.dumps(one) + "\n" for one in value)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        return answer.status, answer.read()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.process.stderr.close()


class Writer(threading.Thread):
    """Writes its own records until the server has ended."""

    def __init__(self, server, number, known, seed):
        super().__init__()
        self.server = server
        self.number = number
        self.known = known
        self.random = random.Random(seed)
        self.count = 0
        self.failure = None

    def run(self):
        connection = self.server.connect()
        try:
            while True:
                name = f"w{self.number}-{self.random.randrange(200)}"
                value = None
                if self.random.random() < 0.8:
                    text = secrets.token_hex(self.random.randrange(1, 400))
                    value = {"id": name, "title": {"en": text}, "year": self.random.randrange(2100)}
                before = self.known.get(name, [None])
                # Until the acknowledgment, either version may be stored.
                self.known[name] = [before[0], value]
                path = f"{CATALOG}/records/{name}"
                status, body = self.server.ask(connection, "PUT" if value else "DELETE", path, value)
                if status not in ({200, 201} if value else {204, 404}):
                    # An exception would end only this thread.
                    self.failure = f"{path}: {status} {body}"
                    break
                self.known[name] = [value]
                self.count += 1
        except (OSError, http.client.HTTPException):
            pass  # The server was killed.
        finally:
            connection.close()


class Loader(threading.Thread):
    """Loads the same records again and again, each time with another year, until the server has ended."""

    COUNT = 3_000

    def __init__(self, server, years):
        super().__init__()
        self.server = server
        # The possible years of the records: the one acknowledged last, and later ones.
        self.years = years
        self.count = 0
        self.failure = None

    def run(self):
        connection = self.server.connect()
        try:
            while True:
                year = max(self.years) + 1
                self.years.append(year)
                lines = [{"id": f"l{number}", "title": f"Loaded {number}", "year": year} for number in range(self.COUNT)]
                status, body = self.server.ask(connection, "POST", f"{CATALOG}/records?mode=whole", lines)
                if status != 200 or json.loads(body)["loaded"] != self.COUNT:
                    self.failure = f"load: {status} {body}"
                    break
                self.years[:] = [year]
                self.count += 1
        except (OSError, http.client.HTTPException):
            pass  # The server was killed.
        finally:
            connection.close()


# A clock that is ahead by as many seconds as the file CLOCK_OFFSET says. What is measured by a clock that nobody sets goes on, and a wait until a
# time of this clock ends when the system's clock has it.
CLOCK = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const long *offset;

__attribute__((constructor)) static void start(void) {
    static const long none;
    const char *path = getenv("CLOCK_OFFSET");
    int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    void *bytes = file < 0 ? MAP_FAILED : mmap(0, sizeof(long), PROT_READ, MAP_SHARED, file, 0);
    offset = bytes == MAP_FAILED ? &none : bytes;
    if (file >= 0) close(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    int result = syscall(SYS_clock_gettime, clock, time);
    if (result == 0 && offset && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += *offset;
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    now->tv_sec = time.tv_sec, now->tv_usec = time.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *place) {
    struct timespec time;
    clock_gettime(CLOCK_REALTIME, &time);
    if (place) *place = time.tv_sec;
    return time.tv_sec;
}

int sem_timedwait(sem_t *restrict semaphore, const struct timespec *restrict until) {
    int (*wait)(sem_t *, const struct timespec *) = dlsym(RTLD_NEXT, "sem_timedwait");
    struct timespec end = {until->tv_sec - *offset, until->tv_nsec};
    return wait(semaphore, &end);
}
"""


class Clock(threading.Thread):
    """Sets the clock of all programs that this process starts: right, a day back, or ten years ahead."""

    OFFSETS = (0, -86_400, 3_650 * 86_400)

    def __init__(self, folder, seed):
        super().__init__(daemon=True)
        self.file, self.random, self.count = folder / "clock", random.Random(seed), 0
        self.file.write_bytes(bytes(8))
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-x", "c", "-o", folder / "clock.so", "-"], input=CLOCK, text=True, check=True)
        self.environment = {**os.environ, "LD_PRELOAD": str(folder / "clock.so"), "CLOCK_OFFSET": str(self.file)}
        self.jump()

    def jump(self):
        with open(self.file, "r+b") as file:
            file.write(struct.pack("@l", self.random.choice(self.OFFSETS)))
        self.count += 1

    def run(self):
        while True:
            time.sleep(self.random.uniform(0.05, 1))
            self.jump()


def check_load(found, years):
    """Checks that all records of a load are stored, or none."""
    loaded = {name: found.pop(name)["year"] for name in list(found) if name.startswith("l")}
    stored = set(loaded.values())
    assert len(stored) <= 1 and len(loaded) in {0, Loader.COUNT}, f"{len(loaded)} records of the loads {stored}"
    year = stored.pop() if stored else 0
    assert year in years, f"the load {year} is stored and not one of {years}"
    years[:] = [year]
    return len(loaded)


def check(server, known, years):
    """Checks that all acknowledged writes are stored, or a later write that was pending."""
    found = {}
    after = ""
    while after is not None:
        # On a machine with much other work this program may be silent for so long that the server closes a connection.
        with contextlib.closing(server.connect()) as connection:
            status, body = server.ask(connection, "GET", f"{CATALOG}/records?limit=1000&after={after}")
        assert status == 200, (status, body)
        page = json.loads(body)
        found.update((entry["id"], entry["record"]) for entry in page["records"])
        after = page["next"]
    loaded = check_load(found, years)
    lost = {name for name, values in known.items() if found.get(name) not in values}
    strange = found.keys() - known.keys()
    assert not lost and not strange, f"not as acknowledged: {sorted(lost)}, never written: {sorted(strange)}"
    for name in known:
        known[name] = [found.get(name)]
    # The search finds all stored records, because all have a title, and the query is empty.
    search = http.client.HTTPConnection("127.0.0.1", server.ports["search"], timeout=30)
    search.request("GET", "/v1/search?limit=0")
    total = json.loads(search.getresponse().read())["total"]
    assert total == len(found) + loaded, f"{len(found) + loaded} are stored, {total} are searched"
    search.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--checkpoints", action="store_true")
    parser.add_argument("--clock", action="store_true", help="the clock jumps")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    known = {}
    years = [0]
    acknowledged = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        token = secrets.token_hex(32)
        settings = ["--no-page", *(["--checkpoints", folder / "checkpoints"] if options.checkpoints else [])]
        (folder / "checkpoints").mkdir()
        clock = Clock(folder, options.seed) if options.clock else None
        if clock:
            clock.start()

        def started(patience=None):
            return Server(options.program, folder, token, patience, options=settings, environment=clock and clock.environment)

        server = started()
        connection = server.connect()
        assert server.ask(connection, "PUT", CATALOG, {"defaultLocale": "en"})[0] == 201
        connection.close()
        for number in range(options.rounds):
            writers = [Writer(server, index, known, chance.random()) for index in range(options.writers)]
            writers.append(Loader(server, years))
            for writer in writers:
                writer.start()
            time.sleep(chance.uniform(0.02, 1))
            server.kill()
            for writer in writers:
                writer.join()
            failures = [writer.failure for writer in writers if writer.failure]
            assert not failures, failures
            acknowledged += sum(writer.count for writer in writers)
            if number % 3 == 0:
                started(chance.uniform(0, 0.3))
            server = started()
            if number % 5 == 0:
                try:
                    started()
                except SystemExit as refused:
                    assert str(refused).endswith(": 2"), refused
                else:
                    raise AssertionError("two servers have the store")
            left = [path.name for path in folder.iterdir() if "-load-" in path.name]
            assert not left, f"files of loads are left: {left}"
            check(server, known, years)
            if (number + 1) % 10 == 0:
                print(f"{number + 1} rounds, {acknowledged} acknowledged writes, none lost, none half" + (f", the clock was set {clock.count} times" if clock else ""), flush=True)
        server.kill()
        subprocess.run([options.program, "--verify", folder / "store.sqlite", "--locale", "en"], check=True)


if __name__ == "__main__":
    main()
