// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "Fuzz",
    dependencies: [.package(name: "lsearch", path: "../..")],
    targets: [
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                .product(name: "CatalogSearch", package: "lsearch"),
                .product(name: "Localization", package: "lsearch"),
                .product(name: "Storage", package: "lsearch"),
                .product(name: "TranslationTools", package: "lsearch"),
            ],
            swiftSettings: [.treatAllWarnings(as: .error)])
    ]
)
