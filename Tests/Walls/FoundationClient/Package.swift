// swift-tools-version: 6.2
import PackageDescription

// A client that uses the package's libraries together with Foundation, as a server would. Foundation contains
// its own ICU, and the package must not clash with it. `make check` builds and runs this client.
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
                .product(name: "CatalogStorage", package: "lsearch"),
                .product(name: "Files", package: "lsearch"),
            ])
    ]
)
