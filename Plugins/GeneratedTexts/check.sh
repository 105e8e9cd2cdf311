#!/usr/bin/env bash
# Builds a target with the plugin, as SwiftPM does it. A build with a missing translation must fail, and say why.
# check.sh FOLDER: the folder of built products.
set -euo pipefail

here=$(realpath "$(dirname "$0")")
source "$here/built.sh" "$1"
mkdir -p "$app/Sources/App"
cp -r "$here/Sources/Greeting/Localizations" "$app/Sources/App/Localizations"

cat > "$app/Package.swift" <<'MANIFEST'
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "App", dependencies: [.package(name: "lsearch", path: "../..")],
    targets: [
        .plugin(
            name: "GenerateTexts", capability: .buildTool(),
            dependencies: [.product(name: "lstrings", package: "lsearch")]),
        .target(name: "App", exclude: ["Localizations"], plugins: ["GenerateTexts"]),
    ])
MANIFEST
cat > "$app/Sources/App/App.swift" <<'SOURCE'
func words(of texts: Texts) -> [String] { [texts.greeting("Ada"), texts.unread(3)] }
SOURCE

if ! build; then
    cat "$work/log"
    exit 1
fi
texts=$app/Sources/App/Localizations/de.lproj/Localizable.strings
sed -i '/Greeting/d' "$texts"
if build; then
    echo "A translation is missing, and the build did not fail." >&2
    exit 1
fi
grep -q 'missing-key' "$work/log" || {
    cat "$work/log"
    exit 1
}
