// swift-tools-version: 6.2
import PackageDescription

// A program whose texts are in a string catalog, which a plugin compiles. A package of its own, because the
// plugin builds `lstrings` first. `make check` builds it with an `lstrings` that is built already (check.sh).

let package = Package(
    name: "Parcels", defaultLocalization: "en",
    dependencies: [
        .package(name: "lsearch", path: "../.."),
        .package(name: "GeneratedTexts", path: "../../Plugins/GeneratedTexts"),
    ],
    targets: [
        .executableTarget(
            name: "Parcels", dependencies: [.product(name: "Localization", package: "lsearch")],
            exclude: ["Localizable.xcstrings"], swiftSettings: [.treatAllWarnings(as: .error)],
            plugins: [.plugin(name: "CompileTexts", package: "GeneratedTexts")])
    ]
)
