#!/usr/bin/env bash
# Prints the version of packages made of this tree, given the version of the programs: 0.1.0 at the tag v0.1.0 and in a tarball,
# 0.1.0+7.1a2b3c4 seven commits after it, and 0.1.0~560.1a2b3c4 before there is such a tag. Packages sort in this order.
set -euo pipefail
version=$1
if ! git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    echo "$version"
elif tag=$(git describe --tags --match "v$version" 2>/dev/null); then
    count=${tag#"v$version"}
    echo "$version${count:++$(sed 's/^-\(.*\)-g/\1./' <<< "$count")}"
else
    echo "$version~$(git rev-list --count HEAD).$(git rev-parse --short HEAD)"
fi
