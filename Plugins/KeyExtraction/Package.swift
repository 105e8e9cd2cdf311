// swift-tools-version: 6.2
import PackageDescription

// Finds localization keys in Swift sources with the compiler's own parser. A package of its own, because swift-syntax takes
// minutes to build and nobody who searches or translates needs it: `lstrings extract` starts the program made here.

// As in the root package: imports that stay inside the file that needs them, and no warning left standing.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "KeyExtraction",
    products: [
        .library(name: "KeyExtraction", targets: ["KeyExtraction"]),
        .executable(name: "lstrings-extract", targets: ["lstrings-extract"]),
    ],
    dependencies: [
        // The version that belongs to Swift 6.3: it reads the syntax of that compiler, and older ones build it.
        .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1")
    ],
    targets: [
        .target(
            name: "KeyExtraction",
            dependencies: [
                .product(name: "SwiftParser", package: "swift-syntax"),
                .product(name: "SwiftSyntax", package: "swift-syntax"),
            ],
            swiftSettings: strict),
        .executableTarget(name: "lstrings-extract", dependencies: ["KeyExtraction"], swiftSettings: strict),
        .testTarget(
            name: "KeyExtractionTests", dependencies: ["KeyExtraction", "lstrings-extract"],
            swiftSettings: strict),
    ]
)
