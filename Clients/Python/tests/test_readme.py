"""The programs in the README print what it shows."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import PROGRAMS, ROOT, Server

PACKAGE = Path(__file__).resolve().parents[1]
SNIPPETS = re.findall(r"```python\n(.*?)```", (PACKAGE / "README.md").read_text(), re.S)


@pytest.mark.parametrize("snippet", SNIPPETS)
def test_programs_of_the_readme_print_what_they_show(snippet: str, server: Server, cache: Path) -> None:
    program = snippet.replace("http://127.0.0.1:8080", server.url).replace("http://127.0.0.1:8081", server.admin_url)
    environment = os.environ | {
        "PATH": f"{PROGRAMS}:{os.environ['PATH']}", "PYTHONPATH": str(PACKAGE / "src"), "LSEARCH_TOKEN": server.token,
        "XDG_CACHE_HOME": str(cache.parent)}
    result = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    assert result.stdout.splitlines() == re.findall(r"  # (.*)", snippet)
