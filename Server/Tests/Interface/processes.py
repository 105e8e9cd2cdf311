# Finds other programs, and measures the memory of processes.

import contextlib
import pathlib
import re
import shutil
import sys
import threading


def program(name, folder=None):
    """The path of an installed program, in a folder or on the path."""
    found = shutil.which(name, path=folder)
    if not found:
        sys.exit(f"{name} is not installed")
    return found


def family(parent):
    """A process and its children."""
    try:
        children = pathlib.Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    except FileNotFoundError:
        return []
    return [parent, *(one for child in children for one in family(int(child)))]


def resident_size(identifiers):
    """Megabytes in memory of processes; shared pages count once."""
    kilobytes = 0
    for identifier in identifiers:
        # A process may have ended meanwhile.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            text = pathlib.Path(f"/proc/{identifier}/smaps_rollup").read_text()
            kilobytes += int(re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)[1])
    return kilobytes / 1024


class Peak:
    """The peak memory of processes during a block; empty if the processes are unknown."""

    def __init__(self):
        self.megabytes = None

    @contextlib.contextmanager
    def watched(self, parent):
        if not parent:
            yield
            return
        over = threading.Event()
        watching = threading.Thread(target=self.watch, args=(parent, over))
        watching.start()
        try:
            yield
        finally:
            over.set()
            watching.join()

    def watch(self, parent, over):
        while not over.wait(1):
            self.megabytes = max(self.megabytes or 0, resident_size(family(parent)))
