// Bodies of requests, with limits of size and time.

internal import HTTPTypes
internal import Hummingbird
internal import Localization
internal import NIOCore

/// Reads bodies of requests.
struct BodyReader: Sendable {
    /// The most bytes.
    let limit: Int
    /// The longest time that sending may take.
    let time: Duration

    /// - Throws: `Problem` if the body is too long or too slow.
    func read(_ request: Request) async throws -> [UInt8] {
        if let length = request.headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw tooLarge
        }
        let limit = limit
        let body = request.body
        let bytes = try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            group.addTask {
                var bytes: [UInt8] = []
                for try await part in body {
                    guard bytes.count + part.readableBytes <= limit else { return nil }
                    bytes += part.readableBytesView
                }
                return bytes
            }
            group.addTask { [time] in
                try await Task.sleep(for: time)
                throw Problem(
                    .requestTimeout, "BodyTooSlow: %ld", .init(time.components.seconds),
                    headers: [.connection: "close"])
            }
            defer { group.cancelAll() }
            return try await group.next()!
        }
        guard let bytes else { throw tooLarge }
        return bytes
    }

    /// Closes the connection: that is cheaper than reading the rest of the body.
    private var tooLarge: Problem {
        Problem(.bodyTooLarge, "BodyTooLarge: %ld", .init(limit), headers: [.connection: "close"])
    }
}
