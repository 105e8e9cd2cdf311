// Writes the JSON of a response, and limits its size.

internal import JSON

/// Writes the JSON of a response, up to a number of bytes.
///
/// A few members of a request decide how much is written for each document. Their shares are counted, so that
/// the error about a response that is too long names the member that makes it long.
struct ResponseWriter {
    /// A member of a request that makes its response longer.
    enum Cause: String, CaseIterable {
        case limit, highlightPreTag, highlightPostTag, cropMarker, showMatchesPosition, facets
    }

    /// The bytes written so far, in UTF-8.
    private(set) var bytes: [UInt8] = []
    /// The number of counted bytes. Some of them are not written yet.
    private var count = 0
    private var shares = [Int](repeating: 0, count: Cause.allCases.count)
    private let limit: Int

    /// - Parameter limit: the most bytes.
    init(limit: Int) { self.limit = limit }

    /// Counts bytes before they are written.
    ///
    /// - Throws: `ProtocolError` that names the main cause if they are too many; `CancellationError`.
    mutating func take(_ number: Int, for cause: Cause) throws {
        if Task.isCancelled { throw CancellationError() }
        count += number
        shares[Cause.allCases.firstIndex(of: cause) ?? 0] += number
        guard count <= limit else { throw tooLarge }
    }

    private var tooLarge: ProtocolError {
        let main = Cause.allCases.indices.max { shares[$0] < shares[$1] } ?? 0
        let name = Cause.allCases[main].rawValue
        return .invalid(
            "invalid_search_" + name.snakeCased,
            "The answer would have more than \(limit) bytes, most of them because of `\(name)`. Ask for fewer documents at once with `limit`, or for less of each with `attributesToRetrieve`."
        )
    }

    // MARK: Writing

    /// Writes an object.
    mutating func object(_ members: (inout ResponseWriter) throws -> Void) throws {
        separate()
        bytes.append(UInt8(ascii: "{"))
        try members(&self)
        bytes.append(UInt8(ascii: "}"))
    }

    /// Writes a member with a list.
    mutating func list(_ name: String, _ elements: (inout ResponseWriter) throws -> Void) throws {
        begin(name)
        bytes.append(UInt8(ascii: "["))
        try elements(&self)
        bytes.append(UInt8(ascii: "]"))
    }

    /// Writes a member.
    mutating func member(_ name: String, _ value: JSON, for cause: Cause = .limit) throws {
        begin(name)
        try write(value, for: cause)
    }

    /// Writes an element of a list. Parts of the element may be counted already.
    mutating func element(_ value: JSON, for cause: Cause = .limit) throws {
        separate()
        try write(value, for: cause)
    }

    private mutating func begin(_ name: String) {
        separate()
        JSON.string(name).write(to: &bytes)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func separate() {
        switch bytes.last {
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"): break
        default: bytes.append(UInt8(ascii: ","))
        }
    }

    private mutating func write(_ value: JSON, for cause: Cause) throws {
        value.write(to: &bytes)
        // The true size replaces the estimate of what was counted before.
        try take(max(0, bytes.count - count), for: cause)
        count = bytes.count
    }
}
