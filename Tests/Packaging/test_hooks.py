"""pre-commit refuses a commit with a mistake."""

import os
import subprocess
import sys
from pathlib import Path

import yaml
from conftest import CORRECT, PROGRAMS, ROOT, git, translate


def test_a_mistake_is_not_committed(project: Path, tmp_path: Path) -> None:
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    (hooks / ".pre-commit-hooks.yaml").write_bytes((ROOT / ".pre-commit-hooks.yaml").read_bytes())
    git(hooks, "init", "--quiet")
    git(hooks, "add", ".")
    git(hooks, "commit", "--quiet", "--message", "Hooks")
    configuration = {
        "repos": [{"repo": str(hooks), "rev": git(hooks, "rev-parse", "HEAD").strip(), "hooks": [{"id": "lstrings-check-installed"}]}]}
    (project / ".pre-commit-config.yaml").write_text(yaml.safe_dump(configuration))
    (project / "README.md").write_text("No text\n")
    environment = os.environ | {
        "PATH": f"{PROGRAMS}:{os.environ['PATH']}", "PRE_COMMIT_HOME": str(tmp_path / "home"), "LANGUAGE": "en",
        "GIT_CONFIG_GLOBAL": os.devnull}

    def run() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "pre_commit", "run", "--color", "never"], cwd=project, env=environment, capture_output=True,
            text=True, timeout=60)

    git(project, "add", ".pre-commit-config.yaml", "README.md")
    assert "(no files to check)Skipped" in run().stdout
    git(project, "add", ".")
    refused = run()
    assert refused.returncode == 1, refused
    assert "Localizations/de.lproj/Localizable.strings:1:" in refused.stdout and "[argument-type]" in refused.stdout
    translate(project, CORRECT)
    git(project, "add", ".")
    accepted = run()
    assert accepted.returncode == 0 and "Passed" in accepted.stdout, accepted
