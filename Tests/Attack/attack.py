#!/usr/bin/env python3
"""Attacks the built programs, and checks what must hold.

    attack.py PROGRAMS [--long] [KIND...]

PROGRAMS is the folder with the built lsearchd, lsearch and lstrings. Without `--long` it takes less than a minute, as in `make check`. It
starts a server of its own on the loopback network, with limits of memory, and attacks it by the kinds of `KINDS`, each with a table of what is
sent. After each kind the server must answer an ordinary client. `README.md` says what must hold.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

# The first one says where the tests of the interface are, which the others use.
from target import SLOWEST, Attack, Failures, Target  # isort: skip
from clients import bodies, connections, greedy_clients, headers, parameters, paths, queries, records, slow_clients
from programs import folders, formats, links, standard_input, terminal, xml
from storage import bit_flips, damage, full_disk, kills

KINDS = {
    "queries": queries, "parameters": parameters, "bodies": bodies, "records": records, "paths": paths, "headers": headers,
    "connections": connections, "slow clients": slow_clients, "greedy clients": greedy_clients, "formats": formats, "xml": xml, "folders": folders, "links": links,
    "terminal": terminal, "standard input": standard_input, "full disk": full_disk, "kills": kills, "damage": damage, "flips": bit_flips,
}  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("kinds", nargs="*", choices=[[], *KINDS], metavar="KIND", help="of: " + ", ".join(KINDS))
    parser.add_argument("--long", action="store_true", help="all of each table, more rounds")
    parser.add_argument(
        "--slowest", type=float, default=SLOWEST, help=f"the longest p99 of an ordinary client beside greedy ones, in ms ({SLOWEST})")
    options = parser.parse_intermixed_args()
    failures = Failures()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        programs = options.programs.resolve()
        target = Target(programs / "lsearchd", folder, 50_000 if options.long else 5_000)
        try:
            attack = Attack(programs, target, folder, failures, options)
            for name in options.kinds or KINDS:
                started = time.monotonic()
                told = KINDS[name](attack)
                target.check(failures, name)
                print(f"{name:<16}{time.monotonic() - started:6.1f} s  {told}; the server has taken {target.peak():.0f} MB", flush=True)
        finally:
            target.server.kill()
        verified = subprocess.run([programs / "lsearchd", "--verify", target.store], capture_output=True, text=True)
        failures.check(verified.returncode == 0, f"the store after all attacks: {verified.stdout}{verified.stderr}")
    sys.exit(1 if failures.texts else 0)


if __name__ == "__main__":
    main()
