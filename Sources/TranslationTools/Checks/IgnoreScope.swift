// Comments and marks that silence checks: for one entry, for an entry in all locales, for a whole file.

internal import Localization

/// The opt-outs that apply in a file.
///
/// Only the comments of entries with findings are parsed.
struct IgnoreScope {
    private let file: LocalizationFile
    private let source: LocalizationFile?
    private let wholeFile: Set<String>
    private var byKey: [String: Names] = [:]

    /// What is said about the checks of an entry.
    private struct Names {
        var ignored: Set<String> = []
        /// Whether Xcode marks the entry as unused: the mark is all there is to say then.
        var isStale = false
    }

    init(file: LocalizationFile, source: LocalizationFile?) {
        self.file = file
        self.source = source
        wholeFile = Self.fileWide(in: file)
    }

    /// Whether a comment silences a check for a message, or for the file where there is no key.
    mutating func ignores(_ check: String, key: String?) -> Bool {
        if Self.names(wholeFile, check) { return true }
        guard let key else { return false }
        let names = byKey[key] ?? names(of: key)
        byKey[key] = names
        return names.isStale && !Self.ofUnusedEntries.contains(check) || Self.names(names.ignored, check)
    }

    private func names(of key: String) -> Names {
        let files = [file] + (source.map { [$0] } ?? [])
        var names = Names(ignored: files.reduce(into: []) { $0.formUnion(Self.annotated(key, in: $1)) })
        let messages = files.compactMap { $0.catalog[key] }
        if messages.contains(where: \.isNotToBeTranslated) {
            names.ignored.formUnion(Self.ofUntranslatedTexts)
        }
        names.isStale = messages.contains { message in
            message.isStale
                || file.format.contents == .allLocales
                    && EntryAnnotations.state(in: message.comment) == .obsolete
        }
        return names
    }

    /// Checks that ask for a translation, which a text does not need that stays as it is.
    private static let ofUntranslatedTexts: Set<String> = [
        "missing-key", "unfinished", "same-as-source", "untranslated-word", "has-been-translated",
        "doubled-words",
    ]

    /// Checks that say that nothing uses an entry.
    private static let ofUnusedEntries: Set<String> = ["obsolete-key", "unused-key"]

    private static func names(_ names: Set<String>, _ check: String) -> Bool {
        !names.isEmpty && (names.contains(check) || names.contains("all"))
    }

    private static func annotated(_ key: String, in file: LocalizationFile) -> Set<String> {
        // No message contains literal keys and entries without a text.
        let comment = file.catalog[key]?.comment ?? file.strings?[key]?.comment
        guard let comment, comment.utf8.contains(UInt8(ascii: ":")) else { return [] }
        return EntryAnnotations(comment).ignoredChecks
    }

    /// The checks that `lint:ignore-file` names in any comment of a file.
    private static func fileWide(in file: LocalizationFile) -> Set<String> {
        var names: Set<String> = []
        for text in comments(of: file) {
            guard text.utf8.contains(UInt8(ascii: ":")) else { continue }
            for line in text.split(whereSeparator: \.isNewline) {
                guard let start = line.firstRange(of: sign) else { continue }
                let rest = line[start.upperBound...].prefix { $0 != "*" }
                let listed = rest.split { $0 == "," || $0 == " " || $0 == ":" || $0 == "\t" }
                names.formUnion(listed.isEmpty ? ["all"] : listed.map(String.init))
            }
        }
        return names
    }

    private static let sign = "lint:ignore-file"

    /// The comments that may have the sign.
    private static func comments(of file: LocalizationFile) -> [String] {
        guard let strings = file.strings else {
            return file.catalog.list.lazy.compactMap { $0.comment }.filter {
                $0.containsASCII("lint:ignore-file")
            }
        }
        guard strings.source.contains(strings.encoding.encoded(sign)) else { return [] }
        return strings.elements.filter { $0.kind == .comment }.map { strings.sourceText(in: $0.byteRange) }
    }
}

extension [UInt8] {
    /// Whether a sequence of bytes is in here.
    func contains(_ marker: [UInt8]) -> Bool {
        guard let first = marker.first, count >= marker.count else { return marker.isEmpty }
        return withUnsafeBufferPointer { bytes in
            for start in 0...(bytes.count - marker.count) where bytes[start] == first {
                if bytes[start..<start + marker.count].elementsEqual(marker) { return true }
            }
            return false
        }
    }
}
