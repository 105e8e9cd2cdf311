// swift-tools-version: 6.2
import PackageDescription

// Plugins that write Swift accessors for a target's texts, and compile its string catalogs, whenever it is
// built, and a program that uses the first. A package of its own, because a plugin of the root package would
// build `lstrings` and its libraries a second time, for the plugin.

// As in the root package: imports that stay inside the file that needs them, and no warning left standing.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "GeneratedTexts",
    products: [
        .plugin(name: "GenerateTexts", targets: ["GenerateTexts"]),
        .plugin(name: "CompileTexts", targets: ["CompileTexts"]),
    ],
    dependencies: [.package(name: "lsearch", path: "../..")],
    targets: [
        .plugin(
            name: "GenerateTexts", capability: .buildTool(),
            dependencies: [.product(name: "lstrings", package: "lsearch")]),
        .plugin(
            name: "CompileTexts", capability: .buildTool(),
            dependencies: [.product(name: "lstrings", package: "lsearch")]),
        .executableTarget(
            name: "Greeting",
            dependencies: [.product(name: "Localization", package: "lsearch")],
            exclude: ["Localizations"], swiftSettings: strict, plugins: ["GenerateTexts"]),
    ]
)
