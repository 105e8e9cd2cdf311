// swift-tools-version: 6.2
import PackageDescription

// How does a program use the kit? A package of its own, which sees what dependents see and nothing else: what compiles here
// compiles with them. `make check` runs its tests.

// As in the root package: imports that stay inside the file that needs them, and no warning left standing.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Examples",
    products: [.library(name: "ProductSearch", targets: ["ProductSearch"])],
    dependencies: [.package(name: "lsearch", path: "../..")],
    targets: [
        .target(
            name: "ProductSearch",
            dependencies: [
                .product(name: "CatalogSearch", package: "lsearch"),
                .product(name: "Localization", package: "lsearch"),
                .product(name: "SearchInterface", package: "lsearch"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ProductSearchTests",
            dependencies: [
                "ProductSearch",
                .product(name: "CatalogSearch", package: "lsearch"),
                .product(name: "SearchInterface", package: "lsearch"),
            ],
            swiftSettings: strict),
    ]
)
