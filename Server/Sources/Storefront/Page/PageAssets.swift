// The files that the pages load: styles, scripts, icon, fonts.

internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Support

/// The files that the pages load. They are read once, so that no request reaches the file system.
struct PageAssets: Sendable {
    private struct Asset: Sendable {
        let body: ByteBuffer
        /// The body in gzip, compressed once, because many clients load the same files.
        let compressed: ByteBuffer?
        let type: String
        let tag: EntityTag
    }

    private let assets: [String: Asset]

    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
        "png": "image/png", "jpg": "image/jpeg", "webp": "image/webp", "woff2": "font/woff2",
    ]

    /// Reads the files of folders whose type is known.
    ///
    /// - Parameter folders: best first; a shop's own folder may lack any of the files.
    init(folders: [String]) throws(StorefrontError) {
        var assets: [String: Asset] = [:]
        for folder in folders.reversed() where FileManager.default.fileExists(atPath: folder) {
            do {
                for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                    guard let type = name.split(separator: ".").last.flatMap({ Self.types[String($0)] })
                    else {
                        continue
                    }
                    let data = try Data(contentsOf: URL(filePath: folder + "/" + name))
                    var fingerprint = Fingerprint()
                    fingerprint.add(data)
                    let body = ByteBuffer(bytes: data)
                    assets[name] = Asset(
                        body: body, compressed: ContentCoding.compressed(body, type: type), type: type,
                        tag: EntityTag(value: fingerprint.text, isWeak: true))
                }
            } catch {
                throw .unreadable(path: folder)
            }
        }
        self.assets = assets
    }

    /// Whether there is a file of this name.
    func contains(_ name: String) -> Bool { assets[name] != nil }

    /// The response with the file of this name.
    func response(_ name: String, to request: Request) async throws -> EndpointResponse {
        guard let asset = assets[name] else { throw Problem(.notFound, "PathNotFound") }
        return try await .unless(known: asset.tag, to: request, in: nil) {
            var response = EndpointResponse(.ok)
            response.body = asset.body
            response.compressedBefore = asset.compressed
            response.type = asset.type
            return response
        }
    }
}
