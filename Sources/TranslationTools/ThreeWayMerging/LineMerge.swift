// Merges two versions of a file line by line, for files whose entries cannot be read.

/// The merge of lines that both versions of a file have changed or kept, as diff3(1) makes it.
public struct LineMerge: Sendable {
    /// The merged file.
    public let bytes: [UInt8]
    /// How many places both versions changed in different ways. They are between conflict markers.
    public let clashCount: Int

    /// Merges a file.
    ///
    /// - Parameter base: the version that the others were made of.
    public init(base: [UInt8], ours: [UInt8], theirs: [UInt8]) {
        let (old, own, other) = (base.lineSlices, ours.lineSlices, theirs.lineSlices)
        let (ownPlaces, otherPlaces) = (
            LineComparison(old, own).newPlaces, LineComparison(old, other).newPlaces
        )
        var writer = MergeWriter(like: ours)
        var clashCount = 0
        // The first lines that are not written yet, in each version.
        var (start, ownStart, otherStart) = (0, 0, 0)
        func merge(upTo end: Int, _ ownEnd: Int, _ otherEnd: Int) {
            let oldLines = old[start..<end]
            let (ownLines, otherLines) = (own[ownStart..<ownEnd], other[otherStart..<otherEnd])
            if otherLines == oldLines || ownLines == otherLines {
                writer.append(ownLines.concatenated)
            } else if ownLines == oldLines {
                writer.append(otherLines.concatenated)
            } else {
                clashCount += 1
                writer.appendConflict(ours: ownLines.concatenated, theirs: otherLines.concatenated)
            }
        }
        for line in old.indices {
            guard let ownPlace = ownPlaces[line], let otherPlace = otherPlaces[line] else { continue }
            if line > start || ownPlace > ownStart || otherPlace > otherStart {
                merge(upTo: line, ownPlace, otherPlace)
            }
            writer.append(Array(old[line]))
            (start, ownStart, otherStart) = (line + 1, ownPlace + 1, otherPlace + 1)
        }
        merge(upTo: old.count, own.count, other.count)
        (bytes, self.clashCount) = (writer.bytes, clashCount)
    }
}

extension LineComparison {
    /// The number of each line of the old list in the new one; `nil` for those that were removed.
    fileprivate var newPlaces: [Int?] {
        var kept = isInserted.indices.lazy.filter { !isInserted[$0] }.makeIterator()
        return isRemoved.map { $0 ? nil : kept.next() }
    }
}

extension Collection where Element: Collection<UInt8> {
    /// The bytes of all lines. `joined()` goes from byte to byte, which took a third of a large merge.
    var concatenated: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(reduce(0) { $0 + $1.count })
        for line in self { bytes += line }
        return bytes
    }
}

extension [UInt8] {
    /// The lines, with the breaks that end them.
    package var lineSlices: [ArraySlice<UInt8>] {
        let starts = lineStarts
        return zip(starts, starts.dropFirst()).map { self[$0..<$1] }
    }

    /// Where each line begins, then the end of the last one.
    var lineStarts: [Int] {
        var starts = [0]
        while let start = starts.last, start < count {
            starts.append(self[start...].firstIndex(of: 0x0A).map { $0 + 1 } ?? count)
        }
        return starts
    }
}
