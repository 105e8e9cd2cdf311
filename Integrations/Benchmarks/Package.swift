// swift-tools-version: 6.2
import PackageDescription

// How fast are reading, indexing and searching? A package of its own, which sees what dependents see and nothing else, so
// that what is measured is what they get. A plain runner: no benchmark library is worth its dependencies for one table.

// As in the root package: imports that stay inside the file that needs them, and no warning left standing.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Benchmarks",
    products: [.executable(name: "benchmarks", targets: ["Benchmarks"])],
    dependencies: [.package(name: "lsearch", path: "../..")],
    targets: [
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                .product(name: "CatalogSearch", package: "lsearch"),
                .product(name: "KitSupport", package: "lsearch"),
                .product(name: "Storage", package: "lsearch"),
            ],
            swiftSettings: strict)
    ]
)
