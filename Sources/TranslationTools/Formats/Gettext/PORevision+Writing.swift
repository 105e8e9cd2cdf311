// Writes a PO file that follows its template: entries that stay the same keep their bytes.

internal import Localization

extension PORevision {
    /// The file's bytes: in UTF-8 where it is new or was in another encoding and changes. The date of
    /// the template alone is no change.
    ///
    /// - Parameter changeCount: how many messages differ from those of the file.
    func serialized(changeCount: Int) -> [UInt8] {
        if let old, changeCount == 0 { return old }
        let charset = oldFile.header.charset ?? "utf-8"
        guard let old, charset == "utf-8" || charset == "ascii" || charset == "us-ascii",
            let blocks = POBlocks(old, oldFile)
        else {
            return PODocument(
                header: header.inUTF8, headerComment: oldFile.headerComment, entries: entries
            ).serialized()
        }
        return serialized(blocks)
    }

    private func serialized(_ blocks: POBlocks) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity((old?.count ?? 0) * 9 / 8)
        bytes += blocks.header.comments
        if let entry = oldFile.headerEntry, header != oldFile.header {
            var new = entry
            new.translations = [header.text]
            bytes += statement(new, blocks)
        } else {
            bytes += blocks.header.statement
        }
        let places = oldFile.entries.numbers
        let separator = blocks.lineBreak
        for entry in entries {
            guard let place = places[entry.key] else {
                if !bytes.isEmpty { bytes += separator }
                let earlier = entry.previousIdentifier.flatMap {
                    places[UTF8Key(context: entry.previousContext, identifier: $0)]
                }
                bytes += comments(entry, blocks) + statement(entry, blocks, translatedAs: earlier)
                continue
            }
            let (before, block) = (oldFile.entries[place], blocks.entries[place])
            if before.withoutPosition == entry.withoutPosition {
                bytes += block.comments
                bytes += block.statement
                continue
            }
            let blank = Array(block.comments).lineSlices.prefix { $0.isBlank }.joined()
            if before.isObsolete == entry.isObsolete, before.comments == entry.comments {
                bytes += block.comments
            } else {
                bytes += Array(blank) + comments(entry, blocks)
            }
            guard before.texts != entry.texts else {
                bytes += block.statement
                continue
            }
            // The last line of a file may have no end, and keeps none.
            let isEnded = block.statement.last == 0x0A
            bytes += isEnded ? statement(entry, blocks) : statement(entry, blocks).dropLast(separator.count)
        }
        bytes += blocks.rest
        return bytes
    }

    private func comments(_ entry: POEntry, _ blocks: POBlocks) -> [UInt8] {
        Self.written(entry, blocks).prefix { $0.isCommentOfNext }.flatMap { $0 }
    }

    private func statement(_ entry: POEntry, _ blocks: POBlocks) -> [UInt8] {
        Self.written(entry, blocks).drop { $0.isCommentOfNext }.flatMap { $0 }
    }

    /// The keywords and texts of a new entry. A translation that another entry had keeps its lines.
    ///
    /// - Parameter earlier: the number of the other entry.
    private func statement(_ entry: POEntry, _ blocks: POBlocks, translatedAs earlier: Int?) -> [UInt8] {
        let new = statement(entry, blocks)
        guard let earlier, !oldFile.entries[earlier].isObsolete,
            oldFile.entries[earlier].translations == entry.translations
        else { return new }
        func isTranslation(_ line: [UInt8]) -> Bool { line.starts(with: "msgstr".utf8) }
        let (lines, known) = (new.lines, Array(blocks.entries[earlier].statement).lines)
        guard let end = lines.firstIndex(where: isTranslation),
            let start = known.firstIndex(where: isTranslation), known.last?.last == 0x0A
        else { return new }
        return (lines[..<end] + known[start...]).concatenated
    }

    /// The lines of an entry.
    private static func written(_ entry: POEntry, _ blocks: POBlocks) -> [[UInt8]] {
        var writer = POWriter()
        writer.write(entry)
        let lines = writer.bytes.lines
        return blocks.lineBreak.count == 1 ? lines : lines.map { $0.dropLast() + blocks.lineBreak }
    }
}

extension POEntry {
    /// What is written above the keywords.
    fileprivate var comments: POEntry {
        var entry = withoutPosition
        (entry.context, entry.identifier, entry.plural, entry.translations) = (nil, "", nil, [])
        return entry
    }

    /// What is written with keywords.
    fileprivate var texts: [String?] {
        [isObsolete ? "#~" : nil, context, identifier, plural] + translations
    }
}
