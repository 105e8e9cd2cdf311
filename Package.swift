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

// Tests and documents start the programs thousands of times and spend most of that in a few targets.
// `make check` optimizes these even in debug builds, which halves the time of all tests, and what users run
// is what is tested. Only where the variable is set: a package with such flags could not be a dependency.
let optimized =
    strict
    + (Context.environment["LSEARCH_OPTIMIZED"] == nil ? [] : [SwiftSetting.unsafeFlags(["-O"])])

// The same for C, which debug builds do not optimize either.
let optimizedC =
    Context.environment["LSEARCH_OPTIMIZED"] == nil ? [] : [CSetting.unsafeFlags(["-O2"])]

let package = Package(
    name: "lsearch",
    products: [
        .library(name: "CatalogSearch", targets: ["CatalogSearch"]),
        .library(name: "SearchInterface", targets: ["SearchInterface"]),
        .library(name: "SearchService", targets: ["SearchService"]),
        .library(name: "Localization", targets: ["Localization"]),
        .library(name: "TranslationTools", targets: ["TranslationTools"]),
        .library(name: "TranslationMemory", targets: ["TranslationMemory"]),
        .library(name: "CatalogStorage", targets: ["CatalogStorage"]),
        .library(name: "Embedding", targets: ["Embedding"]),
        .library(name: "Files", targets: ["Files"]),
        .library(name: "JSON", targets: ["JSON"]),
        .library(name: "Support", targets: ["Support"]),
        .library(name: "ProgramSupport", targets: ["ProgramSupport"]),
        .library(name: "SearchTesting", targets: ["SearchTesting"]),
        .executable(name: "lsearch", targets: ["lsearch"]),
        .executable(name: "lstrings", targets: ["lstrings"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
    ],
    targets: [
        // C libraries, the handler of faults in mapped files and products of vectors, each seen by one Swift target only.
        .systemLibrary(
            name: "ICULibrary", path: "Sources/C/ICULibrary", pkgConfig: "icu-i18n",
            providers: [.apt(["libicu-dev"])]),
        .target(name: "CICU", dependencies: ["ICULibrary"], path: "Sources/C/CICU"),
        .target(
            name: "CSimdJSON", path: "Sources/C/CSimdJSON",
            linkerSettings: [.linkedLibrary("simdjson")]),
        .systemLibrary(
            name: "XMLLibrary", path: "Sources/C/XMLLibrary", pkgConfig: "libxml-2.0",
            providers: [.apt(["libxml2-dev"])]),
        .target(name: "CXML", dependencies: ["XMLLibrary"], path: "Sources/C/CXML"),
        .target(name: "CMappedFiles", path: "Sources/C/CMappedFiles"),
        .target(name: "CVectors", path: "Sources/C/CVectors", cSettings: optimizedC),
        .target(
            name: "CStemmer", path: "Sources/C/CStemmer",
            linkerSettings: [.linkedLibrary("stemmer")]),

        // Small helpers of every target; needs the standard library only.
        .target(name: "Support", swiftSettings: optimized),

        // The kit.
        .target(name: "ICU", dependencies: ["CICU", "Support"], swiftSettings: optimized),
        .target(name: "Stemming", dependencies: ["CStemmer", "Support"], swiftSettings: optimized),
        .target(
            name: "CatalogSearch", dependencies: ["ICU", "Stemming", "CVectors", "Support"],
            swiftSettings: optimized),
        .target(name: "SearchInterface", dependencies: ["CatalogSearch"], swiftSettings: strict),
        .target(
            name: "Localization", dependencies: ["ICU", "Files", "Support"], swiftSettings: optimized),
        .target(
            name: "TranslationTools",
            dependencies: ["Localization", "ICU", "Stemming", "JSON", "XML", "Support"],
            swiftSettings: strict),
        .target(
            name: "TranslationMemory", dependencies: ["CatalogSearch", "Localization"], swiftSettings: strict),
        .target(name: "JSON", dependencies: ["CSimdJSON", "Support"], swiftSettings: optimized),
        .target(name: "XML", dependencies: ["CXML", "Support"], swiftSettings: strict),
        .target(name: "Files", dependencies: ["CMappedFiles", "Support"], swiftSettings: optimized),
        .target(
            name: "CatalogStorage",
            dependencies: ["CatalogSearch", "Localization", "Files", "JSON", "Support"],
            swiftSettings: optimized),

        // Vectors of texts, made by a command of the user.
        .target(
            name: "Embedding", dependencies: ["CatalogSearch", "CatalogStorage", "Files", "JSON", "Support"],
            swiftSettings: strict),

        // Texts of the kit's own, and answers in them.
        .target(name: "ProgramTexts", dependencies: ["Localization", "Support"], swiftSettings: strict),
        .target(
            name: "SearchService",
            dependencies: [
                "CatalogSearch", "CatalogStorage", "Localization", "ICU", "JSON", "ProgramTexts", "Support",
            ],
            swiftSettings: optimized),

        // The language server of lstrings, the tools that the programs offer to
        // agents, and the messages of both.
        .target(name: "JSONRPC", dependencies: ["JSON"], swiftSettings: strict),
        .target(
            name: "LanguageServer",
            dependencies: ["TranslationTools", "Localization", "Files", "ICU", "JSON", "JSONRPC", "Support"],
            swiftSettings: strict),
        .target(
            name: "ModelContextProtocol",
            dependencies: ["JSONRPC", "JSON", "Localization", "ProgramSupport", "ProgramTexts", "Support"],
            swiftSettings: strict),

        // The programs, and what they share.
        .target(
            name: "ProgramSupport",
            dependencies: [
                "ProgramTexts", "Localization", "Files", "ICU", "JSON", "Support",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "lsearch",
            dependencies: [
                "CatalogSearch", "CatalogStorage", "Embedding", "SearchInterface", "SearchService",
                "Localization", "Files", "ICU", "JSON", "ModelContextProtocol", "ProgramSupport", "Support",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .executableTarget(
            name: "lstrings",
            dependencies: [
                "LanguageServer", "TranslationTools", "TranslationMemory", "CatalogSearch", "CatalogStorage",
                "Embedding", "Localization", "Files", "ICU", "JSON", "ModelContextProtocol", "ProgramSupport",
                "Support",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),

        // Conformance tests for implementations of the kit's protocols: for test
        // targets, so no product links it.
        .target(
            name: "SearchTesting",
            dependencies: [
                "CatalogSearch", "Localization", "SearchInterface", "Files", "TranslationTools",
            ],
            swiftSettings: strict),

        // The tests. What they share is compiled like the rest and linked into nothing else.
        .target(
            name: "TestSupport", dependencies: ["SearchTesting"], path: "Tests/TestSupport",
            swiftSettings: strict),
        .testTarget(name: "SupportTests", dependencies: ["Support"], swiftSettings: strict),
        .testTarget(name: "JSONTests", dependencies: ["JSON"], swiftSettings: strict),
        .testTarget(
            name: "FilesTests", dependencies: ["Files", "SearchTesting", "TestSupport"],
            swiftSettings: strict),
        .testTarget(name: "ICUTests", dependencies: ["ICU"], swiftSettings: strict),
        .testTarget(
            name: "CatalogSearchTests",
            dependencies: ["CatalogSearch", "ICU", "Support", "Stemming", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "SearchInterfaceTests",
            dependencies: ["SearchInterface", "CatalogSearch", "JSON", "SearchTesting", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "SearchServiceTests",
            dependencies: ["SearchService", "CatalogSearch", "CatalogStorage", "JSON", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "LocalizationTests", dependencies: ["Localization", "ICU", "JSON", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "TranslationToolsTests",
            dependencies: [
                "TranslationTools", "Localization", "ICU", "JSON", "XML", "SearchTesting",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "TranslationMemoryTests", dependencies: ["TranslationMemory", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "CatalogStorageTests",
            dependencies: [
                "CatalogStorage", "CatalogSearch", "Files", "Localization", "JSON", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "EmbeddingTests",
            dependencies: ["Embedding", "CatalogSearch", "CatalogStorage", "Files", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "ProgramSupportTests", dependencies: ["ProgramSupport", "Localization", "TestSupport"],
            swiftSettings: strict),
        .testTarget(
            name: "lsearchTests",
            dependencies: [
                "lsearch", "ProgramSupport", "SearchService", "JSON", "CatalogSearch", "CatalogStorage",
                "Embedding", "SearchInterface", "Localization", "Files", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "lstringsTests",
            dependencies: [
                "lstrings", "ProgramSupport", "TranslationTools", "Localization", "Files", "TestSupport",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "LanguageServerTests",
            dependencies: [
                "LanguageServer", "lstrings", "ProgramSupport", "TranslationTools", "Localization", "Files",
                "SearchTesting", "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ModelContextProtocolTests",
            dependencies: ["ModelContextProtocol", "ProgramTexts", "Localization", "JSON"],
            swiftSettings: strict),
        .testTarget(
            name: "ContentTests",
            dependencies: [
                "CatalogStorage", "CatalogSearch", "Localization", "TranslationTools", "Files", "ICU",
                "TestSupport",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "EndToEndTests",
            dependencies: ["lsearch", "lstrings", "JSON", "Localization", "Files", "TestSupport"],
            swiftSettings: strict),
    ],
    cxxLanguageStandard: .cxx17
)
