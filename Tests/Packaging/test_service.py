"""The service of systemd has few rights, and the server works with them."""

import json
import os
import re
import signal
import subprocess
import urllib.request
from pathlib import Path

import pyseccomp
from conftest import PROGRAMS, ROOT

UNIT = ROOT / "Server/Deployment/lsearchd.service"
TOKEN = "7c1d0a92f3b84e65a0d2c9e81f4b6375"


def values(name: str) -> list[str]:
    """The unit's values of a setting, line by line."""
    return re.findall(rf"^{name}=(.*)$", UNIT.read_text(), re.M)


def system_calls(group: str) -> set[str]:
    """The calls in a group of systemd, and in the groups that it names."""
    printed = subprocess.run(["systemd-analyze", "syscall-filter", group], check=True, capture_output=True, text=True).stdout
    words = [line.strip() for line in printed.splitlines()[1:] if line.strip() and not line.strip().startswith("#")]
    return set().union(*(system_calls(word) if word.startswith("@") else {word} for word in words))


def permitted() -> set[str]:
    """The calls that the unit's lines permit, in their order."""
    calls: set[str] = set()
    for line in values("SystemCallFilter"):
        groups = set().union(*(system_calls(group) for group in line.removeprefix("~").split()))
        calls = calls - groups if line.startswith("~") else calls | groups
    return calls


def test_the_service_is_exposed_to_little(tmp_path: Path) -> None:
    unit = tmp_path / "lsearchd.service"
    # A packaged unit begins with its first section, and its program exists.
    unit.write_text(re.sub(r"ExecStart=\S+", "ExecStart=/bin/true", UNIT.read_text()))
    result = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--threshold=20", "--no-pager", unit], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr
    assert float(re.search(r"Overall exposure level for lsearchd.service: ([\d.]+)", result.stdout)[1]) < 2
    checked = subprocess.run(["systemd-analyze", "verify", "--man=no", unit], capture_output=True, text=True)
    assert checked.returncode == 0 and "Unknown key" not in checked.stderr, checked.stderr


def test_the_server_needs_no_system_call_that_the_service_refuses(tmp_path: Path) -> None:
    error = pyseccomp.ERRNO(1)
    assert values("SystemCallErrorNumber") == ["EPERM"]
    calls = permitted()

    def refuse() -> None:
        rules = pyseccomp.SyscallFilter(error)
        for call in sorted(calls):
            try:
                rules.add_rule(pyseccomp.ALLOW, call)
            except (OSError, RuntimeError, ValueError):
                # It is for another architecture, or newer than the library.
                continue
        rules.load()

    server = subprocess.Popen(
        [PROGRAMS / "lsearchd", "--listen", "127.0.0.1:0", "--admin-listen", "127.0.0.1:0", "--store", tmp_path / "store.sqlite",
         "--cache", tmp_path / "cache", "--query-log", tmp_path / "queries"],
        env=os.environ | {"LSEARCHD_ADMIN_TOKEN": TOKEN, "LANGUAGE": "en"}, stderr=subprocess.PIPE, text=True, preexec_fn=refuse)
    try:
        addresses: dict[str, str] = {}
        for line in server.stderr:
            if match := re.search(r"(accepting changes|listening) at (http://\S+?)/?$", line.strip()):
                addresses[match[1]] = match[2]
            if len(addresses) == 2:
                break
        assert len(addresses) == 2, addresses

        def ask(address: str, path: str, method: str = "GET", body: object = None) -> bytes:
            request = urllib.request.Request(
                addresses[address] + path, method=method, data=None if body is None else json.dumps(body).encode(),
                headers={"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"})
            with urllib.request.urlopen(request, timeout=20) as response:
                return response.read()

        assert "Seccomp:\t2\n" in Path(f"/proc/{server.pid}/status").read_text()
        ask("accepting changes", "/admin/v1/catalogs/shop", "PUT", {"name": {"en": "Shop"}})
        ask("accepting changes", "/admin/v1/catalogs/shop/records/1", "PUT", {"id": "1", "title": {"en": "Red rose"}, "year": 2020})
        assert json.loads(ask("listening", "/v1/search?q=rose&locale=en"))["total"] == 1
        assert b"<mark>rose</mark>" in ask("listening", "/?q=rose&locale=en")
        assert b"http_requests_total" in ask("accepting changes", "/metrics")
        server.send_signal(signal.SIGTERM)
        assert server.wait(20) == 0
    finally:
        server.kill()
        server.stderr.close()
