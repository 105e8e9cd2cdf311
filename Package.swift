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
        .library(name: "Localization", targets: ["Localization"])
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0")
    ],
    targets: [
        // C libraries, each seen by one Swift target only.
        .systemLibrary(
            name: "CICU", pkgConfig: "icu-i18n", providers: [.apt(["libicu-dev"])]),
        // The kit.
        .target(name: "ICU", dependencies: ["CICU"], swiftSettings: strict),
        .target(name: "Localization", dependencies: ["ICU"], swiftSettings: strict),
        .testTarget(name: "ICUTests", dependencies: ["ICU"], swiftSettings: strict),
        .testTarget(
            name: "LocalizationTests", dependencies: ["Localization", "ICU"], swiftSettings: strict),
    ],
    cxxLanguageStandard: .cxx17
)
