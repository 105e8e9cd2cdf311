// swift-tools-version: 6.2
import PackageDescription

// Coverage-guided fuzzing of all code that reads untrusted bytes. `make fuzz` compiles it, and the libraries,
// with libFuzzer's instrumentation and `FUZZING`. Without these the same targets read the stored inputs: as
// tests, and from the command line.

let strict: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny"), .treatAllWarnings(as: .error)]

let package = Package(
    name: "Fuzz",
    dependencies: [
        .package(name: "lsearch", path: "../.."),
        .package(name: "Storefront", path: "../../Server"),
    ],
    targets: [
        // Entry points of libFuzzer.
        .target(name: "CFuzzer"),
        // The definition of targets, and the command line of the programs.
        .target(name: "FuzzRunner", dependencies: ["CFuzzer"], swiftSettings: strict),
        // The targets in the root package's libraries.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "FuzzRunner",
                .product(name: "CatalogSearch", package: "lsearch"),
                .product(name: "Localization", package: "lsearch"),
                .product(name: "SearchService", package: "lsearch"),
                .product(name: "CatalogStorage", package: "lsearch"),
                .product(name: "Files", package: "lsearch"),
                .product(name: "JSON", package: "lsearch"),
                .product(name: "TranslationTools", package: "lsearch"),
            ],
            swiftSettings: strict),
        .executableTarget(name: "Fuzz", dependencies: ["FuzzTargets", "FuzzRunner"], swiftSettings: strict),
        // The targets in the server's libraries. They are separate, because a web server and a database take
        // minutes to build.
        .target(
            name: "ServerFuzzTargets",
            dependencies: [
                "FuzzRunner",
                .product(name: "JSON", package: "lsearch"),
                .product(name: "ProductStore", package: "Storefront"),
                .product(name: "Storefront", package: "Storefront"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "ServerFuzz", dependencies: ["ServerFuzzTargets", "FuzzRunner"], swiftSettings: strict),
        .testTarget(name: "FuzzTests", dependencies: ["FuzzTargets", "FuzzRunner"], swiftSettings: strict),
        .testTarget(
            name: "ServerFuzzTests", dependencies: ["ServerFuzzTargets", "FuzzRunner"], swiftSettings: strict),
    ]
)
