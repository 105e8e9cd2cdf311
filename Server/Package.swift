// swift-tools-version: 6.2
import PackageDescription

// A shop's back end over HTTP, on lsearch's products. It is a separate package, because a web server and a
// database take minutes to build and embedders of the libraries do not need them.

// As in the root package: internal imports by default, and warnings are errors.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

// What the dependencies bring, and a product of each. They would resolve it to the newest version of the day.
let indirect: [(package: String, product: String, version: Version)] = [
    ("swift-algorithms", "Algorithms", "1.2.1"),
    ("swift-asn1", "SwiftASN1", "1.7.4"),
    ("swift-async-algorithms", "AsyncAlgorithms", "1.1.4"),
    ("swift-atomics", "Atomics", "1.3.0"),
    ("swift-certificates", "X509", "1.21.1"),
    ("swift-collections", "Collections", "1.6.0"),
    ("swift-configuration", "Configuration", "1.4.0"),
    ("swift-crypto", "Crypto", "4.5.2"),
    ("swift-http-structured-headers", "StructuredFieldValues", "1.7.0"),
    ("swift-nio-http2", "NIOHTTP2", "1.46.0"),
    ("swift-nio-ssl", "NIOSSL", "2.37.6"),
    ("swift-nio-transport-services", "NIOTransportServices", "1.28.0"),
    ("swift-numerics", "Numerics", "1.1.1"),
    ("swift-service-context", "ServiceContextModule", "1.5.1"),
    ("swift-system", "SystemPackage", "1.8.1"),
]

let package = Package(
    name: "Storefront",
    products: [
        .library(name: "ProductStore", targets: ["ProductStore"]),
        .library(name: "Storefront", targets: ["Storefront"]),
        .executable(name: "lsearchd", targets: ["lsearchd"]),
    ],
    // Exact versions, so that every build of the server has the same ones (docs/decisions.md says
    // why no Package.resolved does it).
    dependencies: [
        .package(name: "lsearch", path: ".."),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
        // Without its traits, which add Foundation and another way to read settings.
        .package(url: "https://github.com/hummingbird-project/hummingbird.git", exact: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics.git", exact: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing.git", exact: "1.7.3"),
        .package(url: "https://github.com/apple/swift-http-types.git", exact: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras.git", exact: "1.35.2"),
        .package(url: "https://github.com/apple/swift-argument-parser.git", exact: "1.8.2"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache.git", exact: "2.1.1"),
        .package(url: "https://github.com/swift-server/async-http-client.git", exact: "1.37.0"),
    ]
        + indirect.map { .package(url: "https://github.com/apple/\($0.package).git", exact: $0.version) },
    targets: [
        // Writable catalogs in SQLite or PostgreSQL, the source of truth, and their
        // copy in memory that is searched.
        .target(
            name: "ProductStore",
            dependencies: [
                "CPostgreSQL",
                .product(name: "CatalogSearch", package: "lsearch"),
                .product(name: "JSON", package: "lsearch"),
                .product(name: "Support", package: "lsearch"),
                .product(name: "CatalogStorage", package: "lsearch"),
                .product(name: "Files", package: "lsearch"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        // Meilisearch's HTTP API over the store, without HTTP.
        .target(
            name: "MeilisearchProtocol",
            dependencies: [
                "ProductStore",
                .product(name: "CatalogSearch", package: "lsearch"),
                .product(name: "JSON", package: "lsearch"),
                .product(name: "Support", package: "lsearch"),
                "Digests",
            ],
            swiftSettings: strict),
        // Checkpoints in a bucket of an S3-compatible service.
        .target(
            name: "S3Objects",
            dependencies: [
                .product(name: "CatalogStorage", package: "lsearch"),
                "Digests",
                "HTTPRequests",
            ],
            swiftSettings: strict),
        // Requests to other servers: shards and stores of objects.
        .target(name: "HTTPRequests", dependencies: ["CCurl"], swiftSettings: strict),
        // Digests and authentication codes of keys and requests.
        .target(name: "Digests", dependencies: ["COpenSSL"], swiftSettings: strict),
        // The service over HTTP: search, administration, page, start and stop.
        .target(
            name: "Storefront",
            dependencies: [
                "MeilisearchProtocol",
                "ProductStore",
                "StorefrontPage",
                "HTTPRequests",
                "CZlib",
                .product(name: "CatalogSearch", package: "lsearch"),
                .product(name: "Embedding", package: "lsearch"),
                .product(name: "JSON", package: "lsearch"),
                .product(name: "Support", package: "lsearch"),
                .product(name: "Localization", package: "lsearch"),
                .product(name: "SearchService", package: "lsearch"),
                .product(name: "CatalogStorage", package: "lsearch"),
                .product(name: "Files", package: "lsearch"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOExtras", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: strict),
        // zlib, for answers in gzip.
        .systemLibrary(
            name: "CZlib", pkgConfig: "zlib",
            providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        // OpenSSL's libcrypto, which libpq needs, too.
        .systemLibrary(
            name: "COpenSSL", pkgConfig: "libcrypto",
            providers: [.apt(["libssl-dev"]), .brew(["openssl"])]),
        // libcurl, for requests to other servers.
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        // libpq, for stores in PostgreSQL.
        .systemLibrary(
            name: "CPostgreSQL", pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        // Empty data for the ICU inside of a statically linked Foundation.
        .target(name: "CFoundationData"),
        .executableTarget(
            name: "lsearchd",
            dependencies: [
                "Storefront",
                "ProductStore",
                "CFoundationData",
                "S3Objects",
                .product(name: "CatalogSearch", package: "lsearch"),
                .product(name: "Support", package: "lsearch"),
                .product(name: "Localization", package: "lsearch"),
                .product(name: "ProgramSupport", package: "lsearch"),
                .product(name: "SearchService", package: "lsearch"),
                .product(name: "CatalogStorage", package: "lsearch"),
                .product(name: "Files", package: "lsearch"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                // Hummingbird's tests bring it, as `indirect` below.
                .product(
                    name: "AsyncHTTPClient", package: "async-http-client",
                    condition: .when(platforms: [.wasi])),
            ]
                // SwiftPM warns of packages that no target uses. The server uses
                // these where it is never built.
                + indirect.map {
                    .product(name: $0.product, package: $0.package, condition: .when(platforms: [.wasi]))
                },
            swiftSettings: strict),
        // The example of the guide: a minimal server.
        .executableTarget(
            name: "SmallStorefront",
            dependencies: [
                .product(name: "CatalogSearch", package: "lsearch"),
                .product(name: "SearchService", package: "lsearch"),
                .product(name: "CatalogStorage", package: "lsearch"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
            ]),
        // Renders the page: values in, HTML out.
        .target(
            name: "StorefrontPage",
            dependencies: [
                .product(name: "Localization", package: "lsearch"),
                .product(name: "CatalogSearch", package: "lsearch"),
                .product(name: "JSON", package: "lsearch"),
                .product(name: "Support", package: "lsearch"),
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            swiftSettings: strict),
        // Writes at full speed until it is killed or the disk is full, and prints acknowledged writes.
        .executableTarget(
            name: "StoreWriter",
            dependencies: ["ProductStore", .product(name: "CatalogSearch", package: "lsearch")],
            path: "Tests/StoreWriter",
            swiftSettings: strict),
        // Lets files fail below SQLite.
        .target(
            name: "FaultyFiles", path: "Tests/FaultyFiles", linkerSettings: [.linkedLibrary("sqlite3")]),
        // Repeats writes. Another one fails each time.
        .executableTarget(
            name: "StoreFaults",
            dependencies: [
                "FaultyFiles", "ProductStore", .product(name: "CatalogSearch", package: "lsearch"),
            ],
            path: "Tests/StoreFaults",
            swiftSettings: strict),
        .target(
            name: "StorefrontTestSupport",
            dependencies: [.product(name: "CatalogSearch", package: "lsearch")],
            path: "Tests/Support", swiftSettings: strict),
        .testTarget(
            name: "ProductStoreTests",
            dependencies: [
                "ProductStore", "StoreFaults", "StoreWriter", "StorefrontTestSupport",
                .product(name: "CatalogSearch", package: "lsearch"),
                .product(name: "SearchTesting", package: "lsearch"),
                .product(name: "CatalogStorage", package: "lsearch"),
                .product(name: "Files", package: "lsearch"),
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: strict),
        .testTarget(name: "DigestsTests", dependencies: ["Digests"], swiftSettings: strict),
        .testTarget(name: "HTTPRequestsTests", dependencies: ["HTTPRequests"], swiftSettings: strict),
        .testTarget(
            name: "S3ObjectsTests",
            dependencies: ["S3Objects", .product(name: "CatalogStorage", package: "lsearch")],
            swiftSettings: strict),
        .testTarget(
            name: "StorefrontPageTests",
            dependencies: [
                "StorefrontPage", "StorefrontTestSupport", .product(name: "Localization", package: "lsearch"),
                .product(name: "CatalogSearch", package: "lsearch"),
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            swiftSettings: strict),
        .testTarget(
            name: "StorefrontTests",
            dependencies: [
                "Storefront", "ProductStore", "MeilisearchProtocol", "lsearchd", "StorefrontTestSupport",
                .product(name: "CatalogSearch", package: "lsearch"),
                .product(name: "JSON", package: "lsearch"),
                .product(name: "Localization", package: "lsearch"),
                .product(name: "SearchService", package: "lsearch"),
                .product(name: "SearchTesting", package: "lsearch"),
                .product(name: "CatalogStorage", package: "lsearch"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Logging", package: "swift-log"),
                "Digests",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
            ],
            swiftSettings: strict),
    ]
)
