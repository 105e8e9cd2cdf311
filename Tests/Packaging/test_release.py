"""A release changes its version everywhere, and changes nothing if it cannot be made."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, git

sys.path.insert(0, str(ROOT / "Packaging"))
from release import PLACES, VERSION_FILE, order  # noqa: E402


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """The files that a release changes, in a repository of their own."""
    for name in [*PLACES, "CHANGELOG.md", "Packaging/release.py", "Packaging/version.sh"]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    changes = (tmp_path / "CHANGELOG.md").read_text()
    (tmp_path / "CHANGELOG.md").write_text(changes.replace("## [Unreleased]\n", "## [Unreleased]\n\n- A change for this test.\n", 1))
    git(tmp_path, "init", "--quiet")
    git(tmp_path, "config", "user.name", "A")
    git(tmp_path, "config", "user.email", "a@example.org")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "--quiet", "--message", "Sources")
    return tmp_path


def release(sources: Path, version: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, sources / "Packaging/release.py", version], capture_output=True, text=True, timeout=60)


def package_version(sources: Path, version: str) -> str:
    return subprocess.run(
        [sources / "Packaging/version.sh", version], cwd=sources, check=True, capture_output=True, text=True).stdout.strip()


def test_a_release_sets_the_version_everywhere_and_tags_it(sources: Path) -> None:
    assert re.fullmatch(r"9\.8\.7~1\.[0-9a-f]+", package_version(sources, "9.8.7"))
    result = release(sources, "9.8.7")
    assert result.returncode == 0, result.stderr
    for name, pattern in PLACES.items():
        assert {match[1] for match in re.findall(pattern, (sources / name).read_text())} == {"9.8.7"}, name
    changes = (sources / "CHANGELOG.md").read_text()
    assert re.search(r"## \[Unreleased\]\n\n## \[9\.8\.7\] - \d{4}-\d\d-\d\d\n\n- A change for this test", changes)
    assert git(sources, "describe") == "v9.8.7\n" and git(sources, "status", "--porcelain") == ""
    assert package_version(sources, "9.8.7") == "9.8.7"
    git(sources, "commit", "--quiet", "--allow-empty", "--message", "Later")
    assert re.fullmatch(r"9\.8\.7\+1\.[0-9a-f]+", package_version(sources, "9.8.7"))


def test_no_other_file_names_the_version() -> None:
    version = re.escape(re.search(PLACES[VERSION_FILE], (ROOT / VERSION_FILE).read_text())[2])
    named = re.compile(rf'\blsearchd?\b.*\b{version}\b(?!\.\d)|^version = "{version}"|"version": "{version}"', re.M)
    # The examples in comments of the two scripts stay unchanged.
    known = {*PLACES, "CHANGELOG.md", "Packaging/packages.mk", "Packaging/version.sh"}
    files = git(ROOT, "ls-files", "*.py", "*.toml", "*.json", "*.yaml", "*.yml", "*.md", "*.mk", "*.sh", "*.spec", "*Dockerfile").splitlines()
    assert len(files) > 100
    assert [name for name in files if name not in known and named.search((ROOT / name).read_text())] == []


@pytest.mark.parametrize(
    ("version", "reason"),
    [
        ("", "name the version"), ("1.2", "MAJOR.MINOR.PATCH"), ("v1.2.3", "MAJOR.MINOR.PATCH"), ("1.02.3", "MAJOR.MINOR.PATCH"),
        ("1.2.3-01", "MAJOR.MINOR.PATCH"), ("2.0.0", "2.0.0 is released already"), ("2.0.0-rc.1", "2.0.0 is released already"),
    ],
)
def test_what_is_no_next_version_changes_nothing(version: str, reason: str, sources: Path) -> None:
    git(sources, "tag", "v2.0.0")
    before = git(sources, "rev-parse", "HEAD")
    result = release(sources, version)
    assert result.returncode == 1 and reason in result.stderr
    assert git(sources, "rev-parse", "HEAD") == before and git(sources, "status", "--porcelain") == ""


def test_changes_that_are_not_committed_are_not_released(sources: Path) -> None:
    (sources / "CHANGELOG.md").write_text("")
    assert "not committed" in release(sources, "3.0.0").stderr


def test_a_release_needs_entries_in_the_changelog(sources: Path) -> None:
    assert release(sources, "3.0.0").returncode == 0
    result = release(sources, "3.0.1")
    assert result.returncode == 1 and "no entries" in result.stderr
    assert git(sources, "status", "--porcelain") == ""


def test_versions_are_ordered_as_the_specification_does() -> None:
    versions = [
        "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.0.10",
        "1.9.0", "1.10.0"]
    assert sorted(reversed(versions), key=order) == versions
