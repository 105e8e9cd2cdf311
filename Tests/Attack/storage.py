"""Kinds of the attack on what a server keeps: full disks, kills, overwritten records and flipped bits. Each takes an `Attack`, and tells what it did."""

import contextlib
import json
import pathlib
import random
import re
import resource
import secrets
import signal
import subprocess
import sys
import tempfile
import time

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


def damage(attack):
    """Records that are overwritten on the disk: a folder of backups restores those that it has in the same version, and no other version."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=attack.folder))
    token, catalog, count = secrets.token_hex(32), "/admin/v1/catalogs/damaged", 300

    def started():
        return Server(attack.programs / "lsearchd", folder, token, options=["--no-page", "--backups", folder / "backups"], limited=limited)

    def stopped(server):
        """A server that is stopped writes its log into the database."""
        server.process.terminate()
        server.process.wait()
        server.process.stderr.close()

    def asked(server, method, path, value=None):
        with contextlib.closing(server.connect()) as connection:
            status, body = server.ask(connection, method, path, value)
        attack.failures.check(status < 300, f"damage: {method} {path}: {status}")
        return body

    def stored(server):
        records = json.loads(asked(server, "GET", f"{catalog}/records?limit=1000"))["records"]
        return {one["id"]: one.get("record") for one in records}

    def parts(server):
        """How many are damaged, and how many were restored."""
        metrics = asked(server, "GET", "/metrics").decode()
        return tuple(int(re.search(rf"^lsearchd_store_{name}_parts (\d+)", metrics, re.MULTILINE)[1]) for name in ("damaged", "restored"))

    def within_seconds(holds):
        end = time.monotonic() + 20
        while not (held := holds()) and time.monotonic() < end:
            time.sleep(0.05)
        return held

    server = started()
    asked(server, "PUT", catalog, {"defaultLocale": "en"})
    asked(server, "POST", f"{catalog}/records", [{"id": f"r{number}", "title": f"first{number}"} for number in range(count)])
    stopped(server)
    server = started()
    written = within_seconds(lambda: list((folder / "backups").glob("*.backup")))
    attack.failures.check(written, "damage: there is no backup")
    for number in range(0, count, 3):
        asked(server, "PUT", f"{catalog}/records/r{number}", {"id": f"r{number}", "title": f"later{number}"})
    before = stored(server)
    stopped(server)
    overwritten = random.Random(35).sample(range(count), 60)
    content = (folder / "store.sqlite").read_bytes()
    for number in overwritten:
        content = content.replace(f'"first{number}"'.encode(), f'"other{number}"'.encode()).replace(f'"later{number}"'.encode(), f'"other{number}"'.encode())
    (folder / "store.sqlite").write_bytes(content)
    lost = {f"r{number}" for number in overwritten if number % 3 == 0}
    expected = (len(lost), len(overwritten) - len(lost))
    server = started()
    within_seconds(lambda: parts(server) == expected)
    attack.failures.check(parts(server) == expected, f"damage: {parts(server)} parts are damaged and restored, not {expected}")
    after = stored(server)
    left = {name: record for name, record in before.items() if name not in lost}
    wrong = [name for name in before if after.get(name) != left.get(name)]
    attack.failures.check(after == left, f"damage: {wrong[:5]} are not as they were, of {len(after)} records")
    server.kill()
    return f"{expected[1]} of {len(overwritten)} records restored, {expected[0]} that have changed since the backup named"


def bit_flips(attack):
    """See `flips.py`."""
    return flips.attack(attack.programs, attack.folder, 10_000 if attack.long else 20, attack.failures)
