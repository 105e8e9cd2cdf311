"""Runs the steps of `action.yml` as GitHub's runner does: each `run` in a shell, with the step's `env` and the outputs of steps before."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml
from conftest import CORRECT, PROGRAMS, ROOT, translate

ACTION = yaml.safe_load((ROOT / "action.yml").read_text())


class Runner:
    """A job with this action as its only step."""

    def __init__(self, project: Path, folder: Path, **inputs: str) -> None:
        self.project, self.folder = project, folder
        self.inputs = {name: str(value["default"]) for name, value in ACTION["inputs"].items()} | inputs
        self.outputs: dict[str, dict[str, str]] = {}
        self.printed = ""
        self.used: list[str] = []

    def value(self, expression: str) -> str:
        """The value of `inputs.path`, `steps.look.outputs.installed`, `github.action_path` and the like."""
        kind, *path = expression.split(".")
        if kind == "inputs":
            return self.inputs[path[0]]
        if kind == "steps":
            return self.outputs.get(path[0], {}).get(path[2], "")
        return {"github.action_path": str(ROOT), "github.action_ref": "v1.2.3"}.get(expression, kind)

    def text(self, template: object) -> str:
        return re.sub(r"\$\{\{\s*([\w.-]+)\s*\}\}", lambda match: self.value(match[1]), str(template))

    def applies(self, condition: str) -> bool:
        for part in condition.split(" && "):
            match = re.fullmatch(r"([\w.-]+) (==|!=) '([^']*)'", part)
            assert match, part
            if (self.value(match[1]) == match[3]) != (match[2] == "=="):
                return False
        return True

    def run(self, path: str) -> int:
        """The status of the first step that fails, or 0."""
        for step in ACTION["runs"]["steps"]:
            if not self.applies(step.get("if", "true == 'true'")):
                continue
            self.used.append(step["name"])
            if "uses" in step:
                continue
            output = self.folder / "output"
            output.write_text("")
            environment = os.environ | {
                "PATH": path, "GITHUB_OUTPUT": str(output), "GITHUB_PATH": str(self.folder / "path"), "HOME": str(self.folder),
                "RUNNER_TEMP": str(self.folder)} | {name: self.text(value) for name, value in step.get("env", {}).items()}
            assert step["shell"] == "bash"
            result = subprocess.run(
                ["/bin/bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", self.text(step["run"])],
                cwd=self.project, env=environment, capture_output=True, text=True, timeout=60)
            self.printed += result.stdout + result.stderr
            self.outputs[step.get("id", "")] = dict(line.split("=", 1) for line in output.read_text().splitlines())
            if result.returncode:
                return result.returncode
        return 0

    @property
    def findings(self) -> str:
        return self.text(ACTION["outputs"]["findings"]["value"])


PATH = f"{PROGRAMS}:{os.environ['PATH']}"


def test_a_mistake_fails_the_job_and_is_annotated_at_its_line(project: Path, tmp_path: Path) -> None:
    runner = Runner(project, tmp_path)
    assert runner.run(PATH) == 1
    assert runner.used == ["Look for lstrings", "Check"]
    annotation = re.search(r"^::error (.*)::(.*)$", runner.printed, re.M)
    assert annotation, runner.printed
    members = dict(member.split("=", 1) for member in annotation[1].split(","))
    assert (members["file"], members["line"]) == ("Localizations/de.lproj/Localizable.strings", "1")
    assert "%" in annotation[2] and runner.findings == "1"


def test_correct_texts_pass(project: Path, tmp_path: Path) -> None:
    translate(project, CORRECT)
    runner = Runner(project, tmp_path)
    assert (runner.run(PATH), runner.findings) == (0, "0"), runner.printed


@pytest.mark.parametrize(
    ("inputs", "status"),
    [
        ({"path": "Localizations/de.lproj Localizations/en.lproj"}, 1),
        ({"fail-on": "never"}, 0),
        ({"arguments": "--select missing-plural --source en"}, 0),
        ({"arguments": "--no-such-option"}, 2),
        ({"path": "nowhere"}, 2),
        # An input is never run as a command.
        ({"path": "$(touch injected) `touch injected`; touch injected"}, 2),
    ],
)
def test_inputs_are_options_and_never_commands(inputs: dict[str, str], status: int, project: Path, tmp_path: Path) -> None:
    runner = Runner(project, tmp_path, **inputs)
    assert runner.run(PATH) == status, runner.printed
    assert not (project / "injected").exists()


# A make that records its arguments, and installs the existing lstrings.
MAKE = f'#!/bin/bash\necho "make $*"\nmkdir -p "$HOME/.local/lstrings/bin"\nln -sf {PROGRAMS}/lstrings "$HOME/.local/lstrings/bin"\n'


def add_tool(folder: Path, name: str, text: str) -> None:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    (folder / name).chmod(0o755)


def test_lstrings_is_built_where_it_is_not_installed(project: Path, tmp_path: Path) -> None:
    tools = tmp_path / "tools"
    add_tool(tools, "make", MAKE)
    runner = Runner(project, tmp_path)
    assert runner.run(f"{tools}:{tmp_path}/.local/lstrings/bin:/usr/bin:/bin") == 1
    assert runner.used == [step["name"] for step in ACTION["runs"]["steps"]]
    assert f"make --directory={ROOT} build install PROGRAMS=lstrings PREFIX={tmp_path}/.local/lstrings" in runner.printed
    assert f"{tmp_path}/.local/lstrings/bin\n" == (tmp_path / "path").read_text()


def test_an_image_without_make_and_git_gets_both(project: Path, tmp_path: Path) -> None:
    tools, parts = tmp_path / "tools", tmp_path / "parts"
    for name in ("mkdir", "ln", "id", "cat", "grep", "chmod", "cp"):
        tools.mkdir(exist_ok=True)
        (tools / name).symlink_to(shutil.which(name))
    add_tool(parts, "make", MAKE)
    add_tool(parts, "git", "#!/bin/bash\n")
    add_tool(tools, "sudo", '#!/bin/bash\n"$@"\n')
    add_tool(tools, "apt-get", f'#!/bin/bash\necho "apt-get $*"\n[ "$1" != install ] || cp {parts}/make {parts}/git {tools}\n')
    runner = Runner(project, tmp_path)
    assert runner.run(f"{tools}:{tmp_path}/.local/lstrings/bin") == 1, runner.printed
    assert re.search(r"apt-get install .*\bmake git\b", runner.printed) and runner.findings == "1"
    # An existing program is not installed again.
    again = Runner(project, tmp_path)
    (tmp_path / ".local/lstrings/bin/lstrings").unlink()
    assert again.run(f"{tools}:{tmp_path}/.local/lstrings/bin") == 1 and "apt-get" not in again.printed
