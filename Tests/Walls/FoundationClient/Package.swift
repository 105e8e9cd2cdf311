// swift-tools-version: 6.2
import PackageDescription

// A client that uses the kit's products beside Foundation, as a server would: Foundation brings an ICU of its own, and
// nothing of the kit's may clash with it. `make check` builds and runs it.
let package = Package(
    name: "FoundationClient",
    dependencies: [.package(name: "lsearch", path: "../../..")],
    targets: [
        .executableTarget(
            name: "FoundationClient",
            dependencies: [
                .product(name: "CatalogSearch", package: "lsearch"),
                .product(name: "Localization", package: "lsearch"),
                .product(name: "SearchInterface", package: "lsearch"),
                .product(name: "Storage", package: "lsearch"),
            ])
    ]
)
