// What a reading of a file gives beside tables, and how one follows another.

internal import Localization

/// What was read of a file.
struct FormatReading: Sendable {
    var tables: [TranslationTable]
    let findings: [any LocalizationDiagnostic]
    /// What the format itself needs to read the file again.
    var memory: (any Sendable)?
    /// The numbers of the units, for each table, that may be others than in the reading before; `nil` for
    /// all.
    var changed: [[Int]]?
    /// The format with what the file tells about itself, where files with one extension are made in several
    /// ways.
    var format: (any TranslationFormat)?
    /// Whether no table has two units with the same key. If the format does not
    /// say so, the units are compared.
    var hasDistinctKeys = false
    /// What edits of the file, and of files that follow it, need of it beside its texts.
    var document: (any Sendable)?
}

/// A format whose reading of a file gives more than tables, or follows one of before.
protocol RereadingFormat: TranslationFormat {
    /// Reads a file. The tables are those of `read(_:from:)`, but what did not change may have the byte
    /// offsets of before.
    ///
    /// - Parameter previous: what was read of the file in the same way before.
    func read(
        _ bytes: [UInt8], from source: TranslationFileSource, after previous: FormatReading?
    ) -> FormatReading
}

extension TranslationFormat {
    /// Reads a file, by what it was before if the format knows how, else the pieces
    /// of a large one at the same time.
    func concurrentReading(
        _ bytes: [UInt8], from source: TranslationFileSource, after previous: FormatReading?
    ) async -> FormatReading {
        guard previous == nil, let pieces = (self as? any DivisibleFormat)?.pieces(of: bytes, from: source)
        else {
            return reading(bytes, from: source, after: previous)
        }
        let read = await withTaskGroup(of: (Int, ReadChunk).self) { group in
            for index in 0..<pieces.count {
                group.addTask(executorPreference: globalConcurrentExecutor) {
                    (index, ReadChunk(pieces.read(index)))
                }
            }
            var read = [ReadChunk?](repeating: nil, count: pieces.count)
            for await (index, piece) in group { read[index] = piece }
            return read.compactMap { $0 }
        }
        return FormatReading(joining: read) ?? reading(bytes, from: source, after: nil)
    }

    /// Reads a file, by what it was before if the format knows how.
    func reading(
        _ bytes: [UInt8], from source: TranslationFileSource, after previous: FormatReading?
    ) -> FormatReading {
        if let format = self as? any RereadingFormat {
            return format.read(bytes, from: source, after: previous)
        }
        let (tables, findings) = read(bytes, from: source)
        return FormatReading(tables: tables, findings: findings)
    }
}

extension [TranslationUnit] {
    /// The number of a key.
    ///
    /// - Parameter last: the largest number that it can have.
    func number(ofKey key: String, upTo last: Int = .max) -> Int? {
        var number = Swift.min(last, count - 1)
        while number >= 0 {
            if self[number].key.utf8.elementsEqual(key.utf8) { return number }
            number -= 1
        }
        return nil
    }
}

/// Where two versions of a file are different.
struct ByteDifference {
    /// The first byte that is different, in both.
    let start: Int
    /// The end of what is different in the older version.
    let oldEnd: Int
    /// How many bytes longer the newer version is.
    let growth: Int

    /// Compares versions, as far as they are the same from the beginning and from the end.
    init(_ old: [UInt8], _ new: [UInt8]) {
        (start, oldEnd) = old.withUnsafeBytes { old in
            new.withUnsafeBytes { new in
                let count = min(old.count, new.count)
                var start = 0
                while start + 8 <= count,
                    old.loadUnaligned(fromByteOffset: start, as: UInt64.self)
                        == new.loadUnaligned(fromByteOffset: start, as: UInt64.self)
                { start += 8 }
                while start < count, old[start] == new[start] { start += 1 }
                var same = 0
                while same + 8 <= count - start,
                    old.loadUnaligned(fromByteOffset: old.count - same - 8, as: UInt64.self)
                        == new.loadUnaligned(fromByteOffset: new.count - same - 8, as: UInt64.self)
                { same += 8 }
                while same < count - start, old[old.count - same - 1] == new[new.count - same - 1] {
                    same += 1
                }
                return (start, old.count - same)
            }
        }
        growth = new.count - old.count
    }
}
