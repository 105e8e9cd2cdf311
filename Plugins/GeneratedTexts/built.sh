# What the checks of the plugins share: a package that has an lstrings which is built already, because a build of the plugins would
# build it a second time, which takes minutes. To be sourced with the folder of built products as the first argument.

products=$(realpath "$1")
root=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The package of the app. The plugins look for the texts of lstrings four folders above their own, as in the repository.
app=$work/Plugins/App
mkdir -p "$work/Sources/lstrings" "$app"
ln -s "$root/Localizations" "$work/Localizations"
cp -r "$root/Plugins/GeneratedTexts/Plugins" "$app/Plugins"

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

# Builds the app with the modules that are built already.
build() {
    ${SWIFT:-swift} build --package-path "$app" -Xswiftc -I -Xswiftc "$products/Modules" \
        -Xcc "-fmodule-map-file=$products/CICU.build/module.modulemap" \
        -Xcc "-fmodule-map-file=$products/CMappedFiles.build/module.modulemap" > "$work/log" 2>&1
}
