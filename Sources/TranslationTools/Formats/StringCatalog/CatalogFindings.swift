// How the places of a string catalog become the lines and columns of findings.

internal import JSON
internal import Localization

/// Findings about a catalog, whose places are looked up when the reading is over: most catalogs have none.
struct CatalogFindings {
    /// A finding, the number of its key among those of the file, and the locale as the file spells it.
    private struct Pending {
        let kind: ExchangeDiagnostic.Kind
        let facts: [String]
        let entry: Int?
        let locale: String?
    }

    private var pending: [Pending] = []
    private var found: [ExchangeDiagnostic] = []
    private let bytes: [UInt8]
    private let markLength: Int

    /// - Parameter bytes: the document without its byte order mark.
    init(_ bytes: [UInt8], markLength: Int) {
        self.bytes = bytes
        self.markLength = markLength
    }

    mutating func report(
        _ kind: ExchangeDiagnostic.Kind, _ facts: String..., entry: Int? = nil, locale: String? = nil
    ) {
        pending.append(Pending(kind: kind, facts: facts, entry: entry, locale: locale))
    }

    /// Reports that the document is no JSON.
    mutating func report(_ error: JSONError) {
        let offset = bytes.withUnsafeBufferPointer { JSONSyntax.firstFault(in: $0) }
        let index = PositionIndex(bytes)
        found.append(
            ExchangeDiagnostic(.stringCatalogInvalidJSON, [error.message], at: position(offset ?? 0, index)))
    }

    /// Whether a check reports any of the findings.
    var concernChecks: Bool {
        pending.contains { FileMistake(ExchangeDiagnostic($0.kind, $0.facts, at: nil)) != nil }
    }

    /// All findings, with their places.
    func findings() -> [ExchangeDiagnostic] {
        guard !pending.isEmpty else { return found }
        let places = JSONMemberLocations(bytes)
        let index = PositionIndex(bytes)
        let strings = places.member("strings", ofObjectAt: 0)
        let entries = strings.map { places.members(ofObjectAt: $0.valueOffset) } ?? []
        // Findings come key by key: the locales of one key are looked up once.
        var locales: (entry: Int, offsets: [ArraySlice<UInt8>: Int]) = (-1, [:])
        return found
            + pending.map { pending in
                var offset = strings?.nameOffset ?? 0
                if let number = pending.entry, entries.indices.contains(number) {
                    offset = entries[number].nameOffset
                    if let locale = pending.locale {
                        if locales.entry != number {
                            locales = (number, places.localizations(ofEntryAt: entries[number].valueOffset))
                        }
                        offset = locales.offsets[ArraySlice(locale.utf8)] ?? offset
                    }
                }
                return ExchangeDiagnostic(pending.kind, pending.facts, at: position(offset, index))
            }
    }

    private func position(_ offset: Int, _ index: PositionIndex) -> SourcePosition {
        let place = index.place(at: offset, in: bytes)
        return SourcePosition(line: place.line, column: place.column, byteOffset: offset + markLength)
    }
}

extension JSONMemberLocations {
    /// The places of a key's locales, by their names as spelled.
    fileprivate func localizations(ofEntryAt offset: Int) -> [ArraySlice<UInt8>: Int] {
        guard let all = member("localizations", ofObjectAt: offset) else { return [:] }
        let own = members(ofObjectAt: all.valueOffset).map { ($0.name, $0.nameOffset) }
        return Dictionary(own) { $1 }
    }
}
