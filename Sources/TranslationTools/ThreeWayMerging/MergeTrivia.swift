// Merges the white space and the comments between entries.

/// White space and comments, taken apart.
struct MergeTrivia {
    /// Comments with their signs, and the white space between them.
    private let pieces: [ArraySlice<UInt8>]

    private init(_ bytes: [UInt8]) {
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        while start < bytes.count {
            var end = start
            if let close = Self.commentSigns.first(where: { bytes[start...].starts(with: $0.open) })?.close {
                end = bytes[start...].firstRange(of: close)?.upperBound ?? bytes.count
                // The line break after `//` is white space.
                if close == [0x0A], end > start, bytes[end - 1] == 0x0A { end -= 1 }
            } else {
                repeat {
                    end += 1
                } while end < bytes.count
                    && !Self.commentSigns.contains { bytes[end...].starts(with: $0.open) }
            }
            pieces.append(bytes[start..<end])
            start = end
        }
        self.pieces = pieces
    }

    private static let commentSigns: [(open: [UInt8], close: [UInt8])] = [
        (Array("/*".utf8), Array("*/".utf8)), (Array("//".utf8), [0x0A]),
        (Array("<!--".utf8), Array("-->".utf8)),
    ]

    private var comments: [ArraySlice<UInt8>] { pieces.filter { !$0.isBlank } }

    /// What both versions say: all comments but those that either of them removed.
    ///
    /// - Parameter base: what the versions were made of; `nil` if both are new.
    static func merged(base: [UInt8]?, ours: [UInt8], theirs: [UInt8]) -> [UInt8] {
        if ours == theirs || theirs == base { return ours }
        if ours == base { return theirs }
        let (own, other, old) = (Self(ours), Self(theirs), Set(Self(base ?? []).comments))
        let (ownComments, otherComments) = (Set(own.comments), Set(other.comments))
        let removed = old.subtracting(otherComments)
        let added = other.comments.filter { !ownComments.contains($0) && !old.contains($0) }
        guard !own.comments.isEmpty || !added.isEmpty else {
            return greater(ours, theirs)
        }
        var result: [UInt8] = []
        var pending = added
        let indentation = own.pieces.last.map { $0.isBlank ? $0.lastLine : [] } ?? []
        func append(_ comments: [ArraySlice<UInt8>]) {
            for comment in comments {
                if let last = result.last, last != 0x0A, !result.lastLine.isBlank { result.append(0x0A) }
                if result.lastLine.isEmpty { result += indentation }
                result += comment
            }
        }
        let last = own.pieces.lastIndex { !$0.isBlank }
        for (index, piece) in own.pieces.enumerated() where piece.isBlank || !removed.contains(piece) {
            result += piece
            if index == last {
                append(pending)
                pending = []
            }
        }
        if !pending.isEmpty {
            append(pending)
            result += [0x0A] + indentation
        }
        return result
    }

    /// One of two, whichever of them is ours.
    static func greater(_ one: [UInt8], _ other: [UInt8]) -> [UInt8] {
        if one.count != other.count { return one.count > other.count ? one : other }
        return one.lexicographicallyPrecedes(other) ? other : one
    }
}

extension Collection<UInt8> {
    /// Whether there is nothing but white space.
    var isBlank: Bool { allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }
}

extension BidirectionalCollection<UInt8> {
    /// What follows the last line break.
    var lastLine: [UInt8] {
        guard let end = lastIndex(of: 0x0A) else { return Array(self) }
        return Array(self[index(after: end)...])
    }
}
