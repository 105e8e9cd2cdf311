#!/usr/bin/env python3
"""Measures search as you type: types queries into `lsearch --interactive` on a pseudo-terminal.

    keystrokes.py PROGRAM CATALOG [LOCALE [QUERY ...]]

Needs pyte (PyPI), a terminal emulator. For each key, three times are measured, in milliseconds from the write of its
byte: until the field shows the key, until the label and the results below it no longer change (suggestions excluded), and
until the program writes nothing more. Output is interpreted after it is read, so that this takes no measured time.
"""

import fcntl
import os
import pty
import select
import statistics
import struct
import sys
import tempfile
import termios
import time

import pyte

ROWS, COLUMNS = 24, 80
QUIET = 0.12
QUERIES = [
    "development", "python library", "image viewer", "terminal", "postgresql", "compression", "network manager",
    "spell checker", "fonts", "documentation", "java", "game engine", "perl module", "graphics editor", "haskell",
    "email client", "debugging symbols", "video player", "kernel", "develpment files",
]


class Terminal:
    def __init__(self, command, environment):
        self.child, self.descriptor = pty.fork()
        if self.child == 0:
            os.execve(command[0], command, environment)
        size = struct.pack("HHHH", ROWS, COLUMNS, 0, 0)
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, size)
        self.screen = pyte.Screen(COLUMNS, ROWS)
        self.stream = pyte.ByteStream(self.screen)

    def read(self, quiet):
        """Reads output until there is none for `quiet` seconds; returns each piece with its time."""
        pieces = []
        while select.select([self.descriptor], [], [], quiet)[0]:
            data = os.read(self.descriptor, 1 << 16)
            pieces.append((time.perf_counter(), data))
        return pieces

    def show(self, data):
        # Remove the marks of synchronized output, which this emulator does not support.
        self.stream.feed(data.replace(b"\x1b[?2026h", b"").replace(b"\x1b[?2026l", b""))

    def press(self, key):
        start = time.perf_counter()
        os.write(self.descriptor, key)
        pieces = self.read(QUIET)
        states = []
        for when, data in pieces:
            self.show(data)
            display = self.screen.display
            states.append((when - start, display[1], display[4:ROWS - 1]))
        if not states:
            return None
        last = states[-1]
        echo = next(when for when, field, _ in states if field == last[1])
        results = next(when for when, _, rows in states if rows == last[2])
        return 1000 * echo, 1000 * max(echo, results), 1000 * last[0]


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def main():
    program, catalog = sys.argv[1:3]
    locale = sys.argv[3] if len(sys.argv) > 3 else "en"
    queries = sys.argv[4:] or QUERIES
    with tempfile.TemporaryDirectory() as home:
        environment = dict(os.environ, HOME=home, XDG_STATE_HOME=home, TERM="xterm-256color", LC_ALL="C.UTF-8")
        environment["COLUMNS"] = str(COLUMNS)
        terminal = Terminal(
            [program, "--interactive", "--fresh", "--locale", locale, "--catalog", catalog], environment)
        deadline = time.time() + 600
        while "lsearch" not in terminal.screen.display[0] and time.time() < deadline:
            for _, data in terminal.read(0.5):
                terminal.show(data)
        times = []
        for query in queries:
            for letter in query:
                found = terminal.press(letter.encode())
                if found:
                    times.append(found + (query, letter))
            terminal.press(b"\x15")
        os.write(terminal.descriptor, b"\x03")
        os.waitpid(terminal.child, 0)
    print(f"{len(times)} keys of {len(queries)} queries in {catalog}, locale {locale}; milliseconds")
    for name, place in (("field", 0), ("results", 1), ("everything", 2)):
        values = [entry[place] for entry in times]
        print(
            f"{name:<11} p50 {statistics.median(values):6.2f}   p90 {percentile(values, 0.9):6.2f}"
            f"   p99 {percentile(values, 0.99):6.2f}   max {max(values):6.2f}")
    slowest = sorted(times, key=lambda entry: -entry[1])[:5]
    print("slowest: " + ", ".join(f"{entry[4]!r} of {entry[3]!r} {entry[1]:.1f}" for entry in slowest))


main()
