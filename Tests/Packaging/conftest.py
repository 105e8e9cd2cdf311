"""A small project with a mistake in its translations. `LSEARCH_PROGRAMS` is the folder with `lstrings`."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(os.environ.get("LSEARCH_PROGRAMS", ROOT / ".build/debug"))
SOURCE = '/* How many pictures were found */\n"Found" = "%ld pictures in %@";\n'
MISTAKE = '"Found" = "%ld Bilder in %ld";\n'
CORRECT = '"Found" = "%ld Bilder in %@";\n'


def git(folder: Path, *arguments: str) -> str:
    """Runs git as a user whose settings do not matter."""
    environment = os.environ | {
        "GIT_CONFIG_GLOBAL": os.devnull, "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@example.org"}
    return subprocess.run(
        ["git", "-C", folder, *arguments], env=environment, check=True, capture_output=True, text=True).stdout


def translate(project: Path, text: str) -> None:
    """Writes the German text of the project."""
    (project / "Localizations/de.lproj/Localizable.strings").write_text(text)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    for locale in ("en", "de"):
        (folder / f"Localizations/{locale}.lproj").mkdir(parents=True)
    (folder / "Localizations/en.lproj/Localizable.strings").write_text(SOURCE)
    translate(folder, MISTAKE)
    git(folder, "init", "--quiet", "--initial-branch", "main")
    return folder
