#!/usr/bin/env bash
# Builds a target with the plugin, as SwiftPM does it, but with an lstrings that is built already: this package would build
# it a second time, which takes minutes. A build with a missing translation must fail, and say why.
# check.sh FOLDER: the folder of built products.
set -euo pipefail

products=$(realpath "$1")
here=$(realpath "$(dirname "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The plugin looks for the texts of lstrings four folders above its own, as in the repository.
app=$work/Plugins/App
mkdir -p "$work/Sources/lstrings" "$app/Sources/App"
ln -s "$here/../../Localizations" "$work/Localizations"
cp -r "$here/Plugins" "$app/Plugins"
cp -r "$here/Sources/Greeting/Localizations" "$app/Sources/App/Localizations"

cat > "$work/Package.swift" <<'MANIFEST'
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "lsearch", products: [.executable(name: "lstrings", targets: ["lstrings"])],
    targets: [.executableTarget(name: "lstrings")])
MANIFEST
cat > "$work/Sources/lstrings/main.swift" <<SOURCE
import Glibc
var arguments = ["$products/lstrings"] + CommandLine.arguments.dropFirst()
var pointers = arguments.map { strdup(\$0) } + [nil]
execv(arguments[0], &pointers)
perror(arguments[0])
exit(2)
SOURCE
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

build() {
    ${SWIFT:-swift} build --package-path "$app" -Xswiftc -I -Xswiftc "$products/Modules" \
        -Xcc "-fmodule-map-file=$products/CICU.build/module.modulemap" \
        -Xcc "-fmodule-map-file=$products/CMappedFiles.build/module.modulemap" > "$work/log" 2>&1
}

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
