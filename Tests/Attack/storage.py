"""Kinds of the attack on what a server keeps: full disks, kills and flipped bits. Each takes an `Attack`, and tells what it did."""

import contextlib
import json
import pathlib
import resource
import secrets
import signal
import subprocess
import sys
import tempfile

import flips
from target import INTERFACE, limited

from durability import Server


def full_disk(attack):
    """A disk that takes no more: a limit of the size of files does the same, without the right to mount."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=attack.folder))
    token = secrets.token_hex(32)

    def small():
        limited()
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2 << 20, resource.RLIM_INFINITY))

    def stored(server, connection):
        return {one["id"] for one in json.loads(server.ask(connection, "GET", "/admin/v1/catalogs/full/records?limit=1000")[1])["records"]}

    server = Server(attack.programs / "lsearchd", folder, token, limited=small)
    taken, refused = set(), None
    with contextlib.closing(server.connect()) as connection:
        server.ask(connection, "PUT", "/admin/v1/catalogs/full", {"defaultLocale": "en"})
        for number in range(400):
            path = f"/admin/v1/catalogs/full/records/r{number}"
            refused, _ = server.ask(connection, "PUT", path, {"id": f"r{number}", "title": "x", "more": "x" * 20_000})
            if refused != 201:
                break
            taken.add(f"r{number}")
        attack.failures.check(refused in (503, 507), f"a full disk: a write that does not fit is answered with {refused}")
        attack.failures.check(stored(server, connection) == taken, "a full disk: records are lost or half")
    server.kill()
    server = Server(attack.programs / "lsearchd", folder, token, limited=limited)
    with contextlib.closing(server.connect()) as connection:
        attack.failures.check(stored(server, connection) == taken, "a full disk: records are lost after it")
        status, _ = server.ask(connection, "PUT", "/admin/v1/catalogs/full/records/after", {"id": "after", "title": "x"})
        attack.failures.check(status == 201, f"a full disk: a write after it is answered with {status}")
    server.kill()
    return f"{len(taken)} records before it was full"


def kills(attack):
    rounds = 250 if attack.long else 1
    for setting in ([], ["--checkpoints"]):
        command = [sys.executable, INTERFACE / "durability.py", attack.programs / "lsearchd", "--rounds", str(rounds), *setting]
        ran = subprocess.run(command, capture_output=True, text=True)
        attack.failures.check(ran.returncode == 0, f"kills: {ran.stdout[-300:]} {ran.stderr[-1_000:]}")
    return f"{2 * rounds} kills, half of them beside checkpoints"


def bit_flips(attack):
    """See `flips.py`."""
    return flips.attack(attack.programs, attack.folder, 10_000 if attack.long else 20, attack.failures)
