// Comments that silence checks: for one entry, for an entry in all locales, for a whole file.

internal import Localization

/// The opt-outs that apply in a file.
///
/// Only the comments of entries with findings are parsed.
struct IgnoreScope {
    private let file: LocalizationFile
    private let source: LocalizationFile?
    private let wholeFile: Set<String>
    private var byKey: [String: Set<String>] = [:]

    init(file: LocalizationFile, source: LocalizationFile?) {
        self.file = file
        self.source = source
        wholeFile = Self.fileWide(in: file)
    }

    /// Whether a comment silences a check for a message, or for the file where there is no key.
    mutating func ignores(_ check: String, key: String?) -> Bool {
        if Self.names(wholeFile, check) { return true }
        guard let key else { return false }
        let names: Set<String>
        if let known = byKey[key] {
            names = known
        } else {
            names = Self.annotated(key, in: file).union(source.map { Self.annotated(key, in: $0) } ?? [])
            byKey[key] = names
        }
        return Self.names(names, check)
    }

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
            return file.catalog.list.compactMap { $0.comment }.filter { $0.containsASCII("lint:ignore-file") }
        }
        guard strings.serialized().contains(strings.encoding.encoded(sign)) else { return [] }
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
