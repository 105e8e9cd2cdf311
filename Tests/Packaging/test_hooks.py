"""pre-commit rejects a commit with a mistake."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from conftest import CORRECT, PROGRAMS, ROOT, git, translate


class Hooks:
    """A project whose commits pre-commit checks with the hooks of this repository."""

    def __init__(self, project: Path, folder: Path, **options: object) -> None:
        self.project = project
        self.environment = os.environ | {
            "PATH": f"{PROGRAMS}:{os.environ['PATH']}", "PRE_COMMIT_HOME": str(folder / "home"), "LANGUAGE": "en",
            "GIT_CONFIG_GLOBAL": os.devnull}
        hooks = folder / "hooks"
        hooks.mkdir()
        (hooks / ".pre-commit-hooks.yaml").write_bytes((ROOT / ".pre-commit-hooks.yaml").read_bytes())
        git(hooks, "init", "--quiet")
        git(hooks, "add", ".")
        git(hooks, "commit", "--quiet", "--message", "Hooks")
        hook = {"id": "lstrings-check-installed"} | options
        configuration = {"repos": [{"repo": str(hooks), "rev": git(hooks, "rev-parse", "HEAD").strip(), "hooks": [hook]}]}
        (project / ".pre-commit-config.yaml").write_text(yaml.safe_dump(configuration))
        git(project, "add", ".pre-commit-config.yaml")

    def run(self) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "pre_commit", "run", "--color", "never"], cwd=self.project, env=self.environment, capture_output=True,
            text=True, timeout=60)


def test_a_mistake_is_not_committed(project: Path, tmp_path: Path) -> None:
    hooks = Hooks(project, tmp_path)
    (project / "README.md").write_text("No text\n")
    git(project, "add", "README.md")
    assert "(no files to check)Skipped" in hooks.run().stdout
    git(project, "add", ".")
    refused = hooks.run()
    assert refused.returncode == 1, refused
    assert "Localizations/de.lproj/Localizable.strings:1:" in refused.stdout and "[argument-type]" in refused.stdout
    translate(project, CORRECT)
    git(project, "add", ".")
    accepted = hooks.run()
    assert accepted.returncode == 0 and "Passed" in accepted.stdout, accepted


@pytest.mark.parametrize(
    ("options", "status"), [({}, 1), ({"args": ["--fail-on", "error"]}, 0), ({"args": ["--fail-on", "error"], "verbose": True}, 0)])
def test_a_warning_refuses_a_commit_unless_the_hook_says_otherwise(
    options: dict[str, object], status: int, project: Path, tmp_path: Path
) -> None:
    translate(project, "")
    hooks = Hooks(project, tmp_path, **options)
    git(project, "add", ".")
    result = hooks.run()
    assert result.returncode == status, result
    # A hook that passes shows its findings only if it is verbose.
    assert ("[missing-key]" in result.stdout) == (status == 1 or "verbose" in options)
