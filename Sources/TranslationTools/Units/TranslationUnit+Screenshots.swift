// The pictures that show a message where its readers see it.

extension TranslationUnit {
    /// The pictures that the comment names, as paths or addresses, each on a line of its own:
    ///
    ///     Screenshot: docs/pictures/save.png
    package var screenshots: [String] {
        guard let comment, comment.utf8.contains(UInt8(ascii: ":")) else { return [] }
        return comment.split(whereSeparator: \.isNewline).compactMap { line in
            let line = line.trimmingBlanks
            guard line.hasPrefix(Self.screenshotPrefix) else { return nil }
            let name = line.dropFirst(Self.screenshotPrefix.count).trimmingBlanks
            return name.isEmpty ? nil : String(name)
        }
    }

    private static let screenshotPrefix = "Screenshot:"
}
