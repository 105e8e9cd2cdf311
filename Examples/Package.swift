// swift-tools-version: 6.2
import PackageDescription

// An example program that uses lsearch's products only, like any dependent. `make check` runs its tests.

// As in the root package: imports stay inside the file that needs them, and warnings are errors.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Examples",
    products: [.library(name: "ProductSearch", targets: ["ProductSearch"])],
    dependencies: [.package(name: "lsearch", path: "..")],
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
