// The terms of a project in its languages, and the files they are kept in.

public import Localization
internal import Support
internal import XML

/// What a project calls things, in each of its languages.
public struct Glossary: Sendable, Hashable {
    /// A concept: the terms for it by language. Any of several terms of a language may be used.
    public struct Concept: Sendable, Hashable {
        /// The terms of each locale, without those that the glossary forbids.
        public var terms: [LocaleIdentifier: [String]]

        public init(_ terms: [LocaleIdentifier: [String]]) { self.terms = terms }

        /// The terms of a locale, or of the nearest one that it falls back to.
        public func terms(for locale: LocaleIdentifier) -> [String] {
            for candidate in [locale] + locale.lineage.map(\.base) {
                if let found = terms[candidate], !found.isEmpty { return found }
            }
            return []
        }
    }

    /// The concepts, in the order of the file.
    public var concepts: [Concept]

    public init(_ concepts: [Concept] = []) { self.concepts = concepts }

    /// Why a file could not be read.
    public enum Failure: Error, Sendable, Hashable {
        /// The first row of a table names no languages.
        case noLanguages
        /// The file is not well-formed XML, or is no TBX file.
        case notTBX
        /// The file is not in UTF-8.
        case notUTF8
    }

    /// Reads a TBX file (ISO 30042, versions 2 and 3), or a table in CSV or TSV.
    ///
    /// The first row of a table names the languages: `en,de,pt_BR`. Columns that name none are ignored. A
    /// cell can have several terms, with `|` between them. Weblate's tables have columns `source` and `target`
    /// instead; the file's name ends with the language of the terms: `glossary-de.csv`.
    ///
    /// - Parameters:
    ///   - path: the file's path, whose extension tells the format.
    ///   - source: the language of the column `source`.
    public init(
        _ bytes: [UInt8], path: String, source: LocaleIdentifier = .english
    ) throws(Failure) {
        let name = path.lowercased()
        if name.hasSuffix(".tbx") || name.hasSuffix(".xml") {
            try self.init(tbx: bytes)
        } else {
            let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
            guard let table = String(validating: text, as: UTF8.self) else { throw .notUTF8 }
            let rows = SeparatedValues.rows(
                of: table.streamSafe, separator: name.hasSuffix(".tsv") ? "\t" : ",")
            if let pairs = TermPairs(rows.first ?? []) {
                guard let target = TermPairs.language(ofFile: path) else { throw .noLanguages }
                self.init(rows.dropFirst().compactMap { pairs.concept($0, source, target) })
            } else {
                try self.init(rows: rows)
            }
        }
    }

    private init(rows: [[String]]) throws(Failure) {
        let locales = (rows.first ?? []).map { name in
            LocaleIdentifier(String(name[...].trimmingBlanks)).flatMap { $0.isKnown ? $0.base : nil }
        }
        guard locales.compactMap({ $0 }).count > 1 else { throw .noLanguages }
        concepts = rows.dropFirst().compactMap { row in
            var terms: [LocaleIdentifier: [String]] = [:]
            for (locale, cell) in zip(locales, row) {
                guard let locale else { continue }
                let found = cell.split(separator: "|").map { String($0.trimmingBlanks) }.filter {
                    !$0.isEmpty
                }
                if !found.isEmpty { terms[locale, default: []] += found }
            }
            return terms.isEmpty ? nil : Concept(terms)
        }
    }

    private init(tbx bytes: [UInt8]) throws(Failure) {
        let document = XMLParser.parse(bytes)
        guard document.fault == nil, let root = document.root,
            ["martif", "tbx"].contains(root.localName.lowercased())
        else { throw .notTBX }
        concepts = root.descendants(["termEntry", "conceptEntry"]).compactMap { entry in
            var terms: [LocaleIdentifier: [String]] = [:]
            for section in entry.descendants(["langSet", "langSec"]) {
                guard let tag = section[attribute: "xml:lang"], let locale = LocaleIdentifier(tag)?.base
                else {
                    continue
                }
                for group in section.descendants(["tig", "ntig", "termSec"]) where !group.isForbidden {
                    for term in group.descendants(["term"]) {
                        let text = term.joinedText[...].trimmingBlanks
                        if !text.isEmpty { terms[locale, default: []].append(String(text)) }
                    }
                }
            }
            return terms.isEmpty ? nil : Concept(terms)
        }
    }
}

extension XMLElement {
    /// The nearest elements with one of these names below this one.
    fileprivate func descendants(_ names: Set<String>) -> [XMLElement] {
        elements.flatMap { names.contains($0.localName) ? [$0] : $0.descendants(names) }
    }

    /// Whether the glossary lists a term in order to say that it is not to be used.
    fileprivate var isForbidden: Bool {
        descendants(["termNote", "administrativeStatus"]).contains { note in
            let status = note.joinedText
            return status.hasPrefix("deprecatedTerm") || status.hasPrefix("supersededTerm")
                || status == "obsolete" || status == "forbidden"
        }
    }

    /// The text in the element, with that of elements in it.
    var joinedText: String {
        children.map { child in
            switch child {
            case .text(let text): text
            case .element(let element): element.joinedText
            }
        }.joined()
    }
}
