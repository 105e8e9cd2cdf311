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

// Tests and documents start the programs thousands of times and spend most of that in a few targets. `make` optimizes these even
// in debug builds, which halves the time of all tests, and what users run is what is tested. Only where the variable is set: a
// package with such flags could not be a dependency.
let optimized =
    strict
    + (Context.environment["LSEARCH_OPTIMIZED"] == nil ? [] : [SwiftSetting.unsafeFlags(["-O"])])

let package = Package(
    name: "lsearch",
    products: [
        .library(name: "CatalogSearch", targets: ["CatalogSearch"]),
        .library(name: "SearchInterface", targets: ["SearchInterface"]),
        .library(name: "SearchService", targets: ["SearchService"]),
        .library(name: "Localization", targets: ["Localization"]),
        .library(name: "TranslationTools", targets: ["TranslationTools"]),
        .library(name: "TranslationMemory", targets: ["TranslationMemory"]),
        .library(name: "Storage", targets: ["Storage"]),
        .library(name: "KitSupport", targets: ["KitSupport"]),
        .library(name: "ManualPages", targets: ["ManualPages"]),
        .library(name: "SearchTesting", targets: ["SearchTesting"]),
        .executable(name: "lsearch", targets: ["lsearch"]),
        .executable(name: "lstrings", targets: ["lstrings"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
    ],
    targets: [
        // C libraries and the handler of faults in mapped files, each seen by one Swift target only.
        .systemLibrary(
            name: "ICULibrary", pkgConfig: "icu-i18n", providers: [.apt(["libicu-dev"])]),
        .target(name: "CICU", dependencies: ["ICULibrary"]),
        .target(
            name: "CSimdJSON",
            linkerSettings: [.linkedLibrary("simdjson")]),
        .systemLibrary(
            name: "XMLLibrary", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .target(name: "CXML", dependencies: ["XMLLibrary"]),
        .target(name: "CMappedFiles"),
        .target(
            name: "CStemmer",
            linkerSettings: [.linkedLibrary("stemmer")]),

        // Small helpers of every target; needs the standard library only.
        .target(name: "KitSupport", swiftSettings: optimized),

        // The kit.
        .target(name: "ICU", dependencies: ["CICU", "KitSupport"], swiftSettings: optimized),
        .target(name: "Stemming", dependencies: ["CStemmer"], swiftSettings: strict),
        .target(
            name: "CatalogSearch", dependencies: ["ICU", "Stemming", "KitSupport"], swiftSettings: optimized),
        .target(name: "SearchInterface", dependencies: ["CatalogSearch"], swiftSettings: strict),
        .target(name: "Localization", dependencies: ["ICU", "KitSupport"], swiftSettings: optimized),
        .target(
            name: "TranslationTools",
            dependencies: ["Localization", "ICU", "Stemming", "JSONCoding", "XMLCoding", "KitSupport"],
            swiftSettings: strict),
        .target(
            name: "TranslationMemory", dependencies: ["CatalogSearch", "Localization"], swiftSettings: strict),
        .target(name: "JSONCoding", dependencies: ["CSimdJSON"], swiftSettings: optimized),
        .target(name: "XMLCoding", dependencies: ["CXML"], swiftSettings: strict),
        .target(
            name: "Storage",
            dependencies: ["CatalogSearch", "Localization", "JSONCoding", "CMappedFiles", "KitSupport"],
            swiftSettings: optimized),

        // Texts of the kit's own, and answers in them.
        .target(name: "ProgramTexts", dependencies: ["Localization", "Storage"], swiftSettings: strict),
        .target(
            name: "SearchService",
            dependencies: [
                "CatalogSearch", "Localization", "ICU", "JSONCoding", "ProgramTexts", "Storage", "KitSupport",
            ],
            swiftSettings: optimized),

        // The language server of lstrings.
        .target(
            name: "LanguageServer",
            dependencies: ["TranslationTools", "Localization", "Storage", "ICU", "JSONCoding", "KitSupport"],
            swiftSettings: strict),

        // Manual pages of programs, in the user's language.
        .target(name: "ManualPages", dependencies: ["JSONCoding", "KitSupport"], swiftSettings: strict),

        // The programs, and what they share.
        .target(
            name: "ProgramSupport",
            dependencies: [
                "ProgramTexts", "Localization", "Storage", "ICU", "JSONCoding", "KitSupport", "ManualPages",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "lsearch",
            dependencies: [
                "CatalogSearch", "SearchInterface", "SearchService", "Localization", "Storage", "ICU",
                "JSONCoding", "ProgramSupport", "KitSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "lstrings",
            dependencies: [
                "LanguageServer", "TranslationTools", "TranslationMemory", "CatalogSearch", "Localization",
                "Storage",
                "ICU", "JSONCoding", "ProgramSupport", "KitSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        // Conformance tests for implementations of the kit's protocols: for test targets, so no product links it.
        .target(
            name: "SearchTesting",
            dependencies: [
                "CatalogSearch", "Localization", "SearchInterface", "Storage", "TranslationTools",
            ],
            swiftSettings: strict),

        // The tests. What they share is compiled like the rest and linked into nothing else.
        .target(
            name: "TestSupport", dependencies: ["SearchTesting"], path: "Tests/TestSupport",
            swiftSettings: strict),
        .testTarget(name: "KitSupportTests", dependencies: ["KitSupport"], swiftSettings: strict),
        .testTarget(name: "ICUTests", dependencies: ["ICU"], swiftSettings: strict),
        .testTarget(
            name: "CatalogSearchTests",
            dependencies: ["CatalogSearch", "ICU", "KitSupport", "Stemming", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "SearchInterfaceTests",
            dependencies: ["SearchInterface", "CatalogSearch", "JSONCoding", "SearchTesting", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "SearchServiceTests",
            dependencies: ["SearchService", "CatalogSearch", "JSONCoding", "Storage", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "LocalizationTests", dependencies: ["Localization", "ICU", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "TranslationToolsTests",
            dependencies: [
                "TranslationTools", "Localization", "ICU", "JSONCoding", "XMLCoding", "SearchTesting",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "TranslationMemoryTests", dependencies: ["TranslationMemory", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "StorageTests",
            dependencies: [
                "Storage", "CatalogSearch", "Localization", "JSONCoding", "SearchTesting", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ProgramSupportTests", dependencies: ["ProgramSupport", "Localization", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "lsearchTests",
            dependencies: [
                "lsearch", "ProgramSupport", "SearchService", "JSONCoding", "CatalogSearch",
                "SearchInterface",
                "Localization", "Storage", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "lstringsTests",
            dependencies: [
                "lstrings", "ProgramSupport", "TranslationTools", "Localization", "Storage", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "LanguageServerTests",
            dependencies: [
                "LanguageServer", "lstrings", "ProgramSupport", "TranslationTools", "Localization", "Storage",
                "SearchTesting", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ContentTests",
            dependencies: [
                "Storage", "CatalogSearch", "Localization", "TranslationTools", "ICU", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["lsearch", "lstrings", "JSONCoding", "Localization", "Storage", "TestSupport"],
            swiftSettings: strict),
    ],
    cxxLanguageStandard: .cxx17
)
