// Pictures of records: files in the folders `images` beside the catalogs.

internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Support

/// The pictures beside catalogs in files. They are read on request, because there may be many.
struct ProductImages: Sendable {
    private let folders: [String]

    private static let types = [
        "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg",
        "webp": "image/webp", "avif": "image/avif", "gif": "image/gif",
    ]
    /// The most bytes of a picture.
    private static let limit = 8 << 20
    /// How long clients may cache a picture, in seconds.
    private static let age = 86_400

    init(catalogPaths: [String]) {
        var folders: [String] = []
        for path in catalogPaths {
            var isFolder = false
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { continue }
            let folder = isFolder ? path : URL(filePath: path).deletingLastPathComponent().path
            if !folders.contains(folder) { folders.append(folder) }
        }
        self.folders = folders.map { $0 + "/images" }
    }

    /// The response with the file of this name.
    ///
    /// - Parameter run: reads the file on a thread where that delays no request.
    /// - Throws: `Problem` if there is no such picture.
    func response(
        _ name: String, to request: Request,
        run: (@escaping @Sendable () -> [UInt8]?) async throws -> [UInt8]?
    ) async throws -> EndpointResponse {
        guard let type = name.split(separator: ".").last.flatMap({ Self.types[$0.lowercased()] }),
            !name.hasPrefix("."), !name.contains("/"), name.utf8.count <= 255
        else { throw Problem(.notFound, "PathNotFound") }
        let paths = folders.map { $0 + "/" + name }
        guard let path = paths.first(where: { FileFacts($0) != nil }), let look = FileFacts(path) else {
            throw Problem(.notFound, "PathNotFound")
        }
        var fingerprint = Fingerprint()
        look.add(to: &fingerprint)
        return try await .unless(
            known: EntityTag(value: fingerprint.text, isWeak: true), to: request, in: nil
        ) {
            let limit = Self.limit
            guard let bytes = try await run({ Self.contents(path, limit: limit) }) else {
                throw Problem(.notFound, "PathNotFound")
            }
            var response = EndpointResponse(.ok)
            response.body = ByteBuffer(bytes: bytes)
            response.type = type
            response.headers[.cacheControl] = "public, max-age=\(Self.age)"
            // A drawing that is opened as a page of its own must not run scripts or load anything.
            response.headers[.contentSecurityPolicy] =
                "default-src 'none'; style-src 'unsafe-inline'; sandbox"
            return response
        }
    }

    /// The bytes of a regular file; `nil` if there is none, or if it is too large.
    private static func contents(_ path: String, limit: Int) -> [UInt8]? {
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            attributes[.type] as? FileAttributeType == .typeRegular,
            let size = attributes[.size] as? UInt64, size <= UInt64(limit),
            let data = try? Data(contentsOf: URL(filePath: path))
        else { return nil }
        return Array(data)
    }
}
