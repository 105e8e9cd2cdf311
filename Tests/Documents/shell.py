"""One bash for all blocks of a document, so that folders, variables and servers persist from block to
block."""

import os
import pathlib
import shlex
import signal
import socket
import subprocess
import time

from markdown import Result

# Addresses that documents name. Each is replaced by one with a free port, in commands and, reversed, in output.
ADDRESSES = ["127.0.0.1:8080", "127.0.0.1:8081", "127.0.0.1:7700"]
PATIENCE = 120


class Shell:
    def __init__(self, folder: pathlib.Path, home: pathlib.Path):
        home.mkdir()
        # As in a terminal, in which curl shows no progress.
        (home / ".curlrc").write_text("silent\nshow-error\n")
        self.home = home
        self.addresses = {address: free_address() for address in ADDRESSES}
        path = ":".join(str(place) for place in sorted({program.parent for program in folder.glob(".build/**/ls*")}))
        environment = {
            "PATH": f"{path}:{os.environ['PATH']}", "HOME": str(home), "LANG": "en_US.UTF-8",
            "TMPDIR": os.environ.get("TMPDIR", "/tmp"),
            # `make` uses the existing programs.
            "MAKEFLAGS": f"-s -- SWIFT=true LISTEN={self.addresses[ADDRESSES[0]]}",
        }
        self.process = subprocess.Popen(
            ["bash", "--norc"], cwd=folder, env=environment, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, text=True, start_new_session=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.process.pid, number)
            except ProcessLookupError:
                break
            time.sleep(0.2)
        self.process.wait()

    def run(self, command: str, python: bool = False) -> Result:
        """Runs a command to its end, or until the server that it starts listens."""
        for address, other in self.addresses.items():
            command = command.replace(address, other)
        if python:
            command = f"python3 -c {shlex.quote(command)}"
        isServer = command.rstrip().endswith("&")
        output, status = self.home / ".output", self.home / ".status"
        status.unlink(missing_ok=True)
        # The program does not read the shell's own input.
        self.process.stdin.write(
            f"eval {shlex.quote(command)} > {output} 2>&1 < /dev/null; echo $? > {status}.part; mv {status}.part {status}\n")
        self.process.stdin.flush()
        start = time.monotonic()
        while not status.exists() or (isServer and "listening at" not in output.read_text()):
            if time.monotonic() - start > PATIENCE or self.process.poll() is not None:
                return Result(output.read_text() + "\n(no end)", 99)
            time.sleep(0.01)
        # A server continues to write; the output of later commands goes to a file of its own.
        text = output.read_text(errors="replace")
        output.unlink()
        for address, other in self.addresses.items():
            text = text.replace(other, address)
        return Result(text.replace(str(self.home), "~"), int(status.read_text()))


def free_address() -> str:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{listener.getsockname()[1]}"
