// swift-tools-version: 6.2
import PackageDescription

// Every Swift target is compiled alike: Swift 6 language mode (the default of these tools), imports
// that stay inside the file that needs them, and no warning left standing.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "lsearch",
    products: [
        .library(name: "CatalogSearch", targets: ["CatalogSearch"]),
        .library(name: "Localization", targets: ["Localization"]),
        .library(name: "TranslationTools", targets: ["TranslationTools"]),
        .library(name: "Storage", targets: ["Storage"]),
        .executable(name: "lsearch", targets: ["lsearch"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
    ],
    targets: [
        // C libraries, each seen by one Swift target only.
        .systemLibrary(
            name: "ICULibrary", pkgConfig: "icu-i18n", providers: [.apt(["libicu-dev"])]),
        .target(name: "CICU", dependencies: ["ICULibrary"]),
        .target(
            name: "CSimdJSON",
            linkerSettings: [.linkedLibrary("simdjson")]),

        // The kit.
        .target(name: "ICU", dependencies: ["CICU"], swiftSettings: strict),
        .target(name: "CatalogSearch", dependencies: ["ICU"], swiftSettings: strict),
        .target(name: "Localization", dependencies: ["ICU"], swiftSettings: strict),
        .target(
            name: "TranslationTools", dependencies: ["Localization", "ICU", "JSONCoding"],
            swiftSettings: strict),
        .target(name: "JSONCoding", dependencies: ["CSimdJSON"], swiftSettings: strict),
        .target(
            name: "Storage", dependencies: ["CatalogSearch", "Localization", "JSONCoding"],
            swiftSettings: strict),

        // The programs.
        .executableTarget(
            name: "lsearch",
            dependencies: [
                "CatalogSearch", "Localization", "Storage", "ICU", "JSONCoding",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        // The tests. What they share is compiled like the rest and linked into nothing else.
        .target(name: "TestSupport", path: "Tests/TestSupport", swiftSettings: strict),
        .testTarget(name: "ICUTests", dependencies: ["ICU"], swiftSettings: strict),
        .testTarget(
            name: "CatalogSearchTests", dependencies: ["CatalogSearch", "ICU", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "LocalizationTests", dependencies: ["Localization", "ICU", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "TranslationToolsTests",
            dependencies: ["TranslationTools", "Localization", "ICU", "JSONCoding", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "StorageTests", dependencies: ["Storage", "CatalogSearch", "Localization", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "lsearchTests",
            dependencies: ["lsearch", "JSONCoding", "CatalogSearch", "Localization", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ContentTests",
            dependencies: ["Storage", "CatalogSearch", "Localization", "ICU", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests", dependencies: ["lsearch", "JSONCoding", "Storage", "TestSupport"],
            swiftSettings: strict),
    ],
    cxxLanguageStandard: .cxx17
)
