// swift-tools-version: 6.2
import PackageDescription

// A shop's back end over HTTP, on the kit's products. A package of its own, because a web server and a database take minutes to
// build and nobody who embeds the libraries needs them.

// As in the root package: imports that stay inside the file that needs them, and no warning left standing.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Storefront",
    products: [
        .library(name: "ProductStore", targets: ["ProductStore"])
    ],
    dependencies: [
        .package(name: "lsearch", path: "../.."),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // Records that come, change and go, kept in SQLite; the truth from which the index is derived.
        .target(
            name: "ProductStore",
            dependencies: [
                .product(name: "CatalogSearch", package: "lsearch"),
                .product(name: "Storage", package: "lsearch"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        // Writes at full speed until it is killed or the disk is full, and tells what was acknowledged.
        .executableTarget(
            name: "StoreWriter",
            dependencies: ["ProductStore", .product(name: "CatalogSearch", package: "lsearch")],
            path: "Tests/StoreWriter",
            swiftSettings: strict),
        .testTarget(
            name: "ProductStoreTests",
            dependencies: [
                "ProductStore", "StoreWriter", .product(name: "CatalogSearch", package: "lsearch"),
                .product(name: "Storage", package: "lsearch"), .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
    ]
)
