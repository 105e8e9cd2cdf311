# Measures the same searches with PostgreSQL and pg_trgm, by pgbench.

import os
import re
import shutil
import subprocess
import sys

from processes import Peak, program
from queries import texts

SETTINGS = """
listen_addresses = ''
unix_socket_directories = '{folder}'
max_connections = 200
shared_buffers = 512MB
maintenance_work_mem = 256MB
work_mem = 64MB
jit = off
max_parallel_workers_per_gather = 0
autovacuum = off
fsync = off
"""


class PostgreSQL:
    """A cluster of its own in a temporary folder, without a network."""

    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.peak = Peak()
        self.binaries = options.postgres or installed()
        # The server refuses to run as root.
        self.prefix = ["runuser", "-u", options.user, "--"] if os.geteuid() == 0 else []
        if self.prefix:
            shutil.chown(folder, options.user)

    def command(self, name, *arguments):
        return [*self.prefix, program(name, self.binaries), *map(str, arguments)]

    def run(self, name, *arguments, **more):
        command = self.command(name, *arguments)
        done = subprocess.run(command, text=True, capture_output=True, cwd=self.folder, **more)
        if done.returncode:
            sys.exit(f"{name}: {done.stderr.strip()}")
        return done.stdout

    def __enter__(self):
        self.run("initdb", "-D", self.folder / "data", "--locale=C.UTF-8", "-E", "UTF8", "-U", "postgres")
        settings = self.folder / "data" / "postgresql.conf"
        settings.write_text(settings.read_text() + SETTINGS.format(folder=self.folder))
        command = self.command("pg_ctl", "-D", self.folder / "data", "-w", "-l", self.folder / "log", "start")
        # The server must not inherit the pipes of its parent.
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=self.folder)
        return self

    def __exit__(self, *_):
        self.run("pg_ctl", "-D", self.folder / "data", "-m", "immediate", "stop")

    def sql(self, text):
        return self.run("psql", "-h", self.folder, "-U", "postgres", "-XqAt", "-v", "ON_ERROR_STOP=1", input=text)

    def fill(self, all_queries):
        """Loads texts and queries into tables, and indexes the texts."""
        self.sql(
            "CREATE EXTENSION unaccent; CREATE EXTENSION pg_trgm; CREATE UNLOGGED TABLE raw(id text, t text);"
            f"COPY raw FROM STDIN;\n{copied(texts(self.options))}\\.\n"
            "CREATE TABLE records AS SELECT id, lower(unaccent(t)) AS t FROM raw; DROP TABLE raw;"
            "CREATE INDEX ON records USING gin(t gin_trgm_ops); ANALYZE records;"
        )
        self.counts = {}
        for count in sorted({len(words) for words in all_queries}):
            numbered = [words for words in all_queries if len(words) == count]
            self.counts[count] = len(numbered)
            columns = [f"w{number}" for number in range(count)]
            rows = [(number, *(f"%{escaped(word)}%" for word in words)) for number, words in enumerate(numbered)]
            self.sql(
                f"CREATE TABLE queries{count}(n int PRIMARY KEY, {', '.join(column + ' text' for column in columns)});"
                f"COPY queries{count} FROM STDIN;\n{copied(rows)}\\.\n"
                f"UPDATE queries{count} SET {', '.join(f'{one} = lower(unaccent({one}))' for one in columns)};"
                f"ANALYZE queries{count};"
            )

    def statement(self, count, number):
        """The search for a random query with this number of words."""
        words = (f"t LIKE (SELECT w{word} FROM queries{count} WHERE n = {number})" for word in range(count))
        return (
            f"WITH found AS MATERIALIZED (SELECT id FROM records WHERE {' AND '.join(words)})"
            " SELECT id, (SELECT count(*) FROM found) FROM found ORDER BY id LIMIT 10;"
        )

    def found(self):
        """The number of records that each query finds. This also warms up."""
        statements = (self.statement(count, number) for count, total in self.counts.items() for number in range(total))
        return [int(line.split("|")[1]) for one in statements if (line := self.sql(one).partition("\n")[0])]

    def measured(self, connections):
        scripts = []
        for count, total in self.counts.items():
            script = self.folder / f"search{count}.sql"
            script.write_text(f"\\set n random(0, {total - 1})\n{self.statement(count, ':n')}\n")
            script.chmod(0o644)
            scripts += ["-f", f"{script}@{total}"]
        threads, log = min(connections, self.options.threads), self.folder / f"log{connections}"
        with self.peak.watched(int((self.folder / "data" / "postmaster.pid").read_text().split()[0])):
            output = self.run(
                "pgbench", "-h", self.folder, "-U", "postgres", "-n", "-M", "prepared", "-c", connections,
                "-j", threads, "-T", self.options.seconds, "-l", f"--log-prefix={log}", *scripts, "postgres",
            )  # fmt: skip
        lines = [line for file in self.folder.glob(log.name + ".*") for line in file.read_text().splitlines()]
        times = sorted(int(line.split()[2]) / 1e3 for line in lines)
        rate = float(re.search(r"tps = ([\d.]+)", output)[1])
        return {"rate": rate, "p50": times[len(times) // 2], "p99": times[int(len(times) * 0.99)]}


def installed():
    """The folder of PostgreSQL's programs."""
    command = [program("pg_config"), "--bindir"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def copied(rows):
    """Rows in the format of COPY."""
    escapes = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})
    return "".join("\t".join(str(value).translate(escapes) for value in row) + "\n" for row in rows)


def escaped(word):
    """A word escaped for LIKE."""
    return re.sub(r"([\\%_])", r"\\\1", word)
