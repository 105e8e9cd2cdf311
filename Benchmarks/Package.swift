// swift-tools-version: 6.2
import PackageDescription

// Benchmarks of reading, indexing and searching. A separate package sees only what dependents see,
// so it measures what they get. It is a plain program, because one table does not justify a
// benchmark library's dependencies.

// As in the root package: imports are internal to the file that needs them, and warnings are errors.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Benchmarks",
    products: [.executable(name: "benchmarks", targets: ["Benchmarks"])],
    dependencies: [.package(name: "lsearch", path: "..")],
    targets: [
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                .product(name: "CatalogSearch", package: "lsearch"),
                .product(name: "CatalogStorage", package: "lsearch"),
                .product(name: "Files", package: "lsearch"),
                .product(name: "Support", package: "lsearch"),
            ],
            swiftSettings: strict)
    ]
)
