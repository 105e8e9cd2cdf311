// Names of indexes in keys and tokens.

/// The uid of an index, or the beginning of uids followed by `*`. Uids are compared byte by byte.
struct IndexPattern: Hashable, Sendable {
    /// The pattern as written.
    let text: String
    /// The uid, or its beginning.
    private let stem: [UInt8]
    /// Whether the pattern is a whole uid.
    private let isExact: Bool

    static let all = IndexPattern(stem: [], isExact: false)

    private init(stem: [UInt8], isExact: Bool) {
        self.stem = stem
        self.isExact = isExact
        text = String(decoding: stem, as: UTF8.self) + (isExact ? "" : "*")
    }

    /// - Returns: `nil` if no uid could match.
    init?(_ text: String) {
        let isExact = text.utf8.last != UInt8(ascii: "*")
        let stem = Array(isExact ? text.utf8[...] : text.utf8.dropLast())
        if !stem.isEmpty || isExact {
            guard (try? IndexNames.check(uid: String(decoding: stem, as: UTF8.self))) != nil else {
                return nil
            }
        }
        self.init(stem: stem, isExact: isExact)
    }

    func matches(_ uid: String) -> Bool {
        isExact ? uid.utf8.elementsEqual(stem) : uid.utf8.starts(with: stem)
    }

    /// Whether this pattern matches every uid that another pattern matches.
    func includes(_ other: IndexPattern) -> Bool {
        isExact ? self == other : other.stem.starts(with: stem)
    }

    /// Whether this pattern is more specific than another one that matches the same uid: a whole uid is more
    /// specific than a prefix, a longer prefix than a shorter one. Two different patterns that match the same
    /// uid are never equally specific.
    func isMoreSpecific(than other: IndexPattern) -> Bool {
        isExact == other.isExact ? stem.count > other.stem.count : isExact
    }
}
