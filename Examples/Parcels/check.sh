#!/usr/bin/env bash
# Builds the example with its plugin, as SwiftPM does it, but with an lstrings and a library that are built already, and runs it.
# check.sh FOLDER: the folder of built products.
set -euo pipefail

here=$(realpath "$(dirname "$0")")
source "$here/../../Plugins/GeneratedTexts/built.sh" "$1"
cp -r "$here/Sources" "$app/Sources"

cat > "$app/Package.swift" <<MANIFEST
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "App", defaultLocalization: "en", dependencies: [.package(name: "lsearch", path: "../..")],
    targets: [
        .plugin(
            name: "CompileTexts", capability: .buildTool(),
            dependencies: [.product(name: "lstrings", package: "lsearch")]),
        .executableTarget(
            name: "Parcels", exclude: ["Localizable.xcstrings"],
            linkerSettings: [
                .unsafeFlags(["-L$work"]), .linkedLibrary("Built"), .linkedLibrary("icuuc"),
                .linkedLibrary("icui18n"), .linkedLibrary("swiftSynchronization"),
            ],
            plugins: ["CompileTexts"]),
    ])
MANIFEST

# The library that is built already, as an archive. Objects of two modules may have one name.
for module in Localization Files ICU Support CMappedFiles CICU; do
    find "$products/$module.build" -name '*.o' -print0 | xargs -0 ar qcs "$work/libBuilt.a"
done

if ! build; then
    cat "$work/log"
    exit 1
fi

# shows LOCALE COUNT TEXT: what the program shows.
shows() {
    local shown
    shown=$("$app/.build/debug/Parcels" "$1" "$2")
    [ "$shown" = "$3" ] || { printf 'Shown in %s:\n%s\ninstead of:\n%s\n' "$1" "$shown" "$3" >&2; exit 1; }
}
shows de_DE 1 $'Pakete: 1 Paket ist unterwegs.\nPaket anklicken\nFoundation: Pakete'
shows de_AT 1200 $'Pakete: 1\xc2\xa0200 Pakete sind unterwegs.\nPaket anklicken\nFoundation: Pakete'
shows en 0 $'Parcels: 0 parcels are on their way.\nOpen the parcel\nFoundation: Parcels'
# Of a language that the catalog does not have, the source language shows.
shows ja 1 $'Parcels: 1 parcel is on its way.\nOpen the parcel\nFoundation: Parcels'

# A catalog that cannot be read stops the build.
catalog=$app/Sources/Parcels/Localizable.xcstrings
sed -i 's/"value" : "Pakete"/"value" : 7/' "$catalog"
if build; then
    echo "A text of the catalog cannot be read, and the build did not fail." >&2
    exit 1
fi
grep -q 'Localizable.xcstrings:' "$work/log" || {
    cat "$work/log"
    exit 1
}
