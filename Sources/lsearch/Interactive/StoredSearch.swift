// What of an interactive search is there again at the next start?

internal import CatalogSearch
internal import FoundationEssentials
internal import SearchInterface
internal import Storage

/// A search as it was left.
struct StoredSearch: Codable, Equatable {
    var search: SearchController.State
    /// The order of the results, by its name on the command line.
    var sort: String
    var isReversed: Bool

    private enum CodingKeys: String, CodingKey {
        case search, sort
        case isReversed = "reversed"
    }
}

/// Reads and writes what a user's searches leave behind.
struct SearchStore {
    private let state: UserState
    private static let searchFile = "interactive.json"
    private static let recentFile = "recent.json"

    init(_ state: UserState) {
        self.state = state
        state.removeLeftOvers()
    }

    /// The last search; `nil` where there is none.
    ///
    /// - Throws: `FileError`, `DecodingError`, `StateFault`.
    func lastSearch() throws -> StoredSearch? { try read(Self.searchFile) }

    /// The searches made before; `nil` where there are none, or the file is of no use.
    func recentSearches() -> RecentSearches? { try? read(Self.recentFile) }

    func store(_ search: StoredSearch) throws(FileError) { try write(search, Self.searchFile) }

    func store(_ searches: RecentSearches) throws(FileError) { try write(searches, Self.recentFile) }

    private func read<Value: Decodable>(_ name: String) throws -> Value? {
        guard let bytes = try state.contents(of: name) else { return nil }
        return try JSONDecoder().decode(Value.self, from: Data(bytes))
    }

    private func write(_ value: some Encodable, _ name: String) throws(FileError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        // None of the values has a number that JSON lacks, which is all that an encoder may refuse.
        guard let bytes = try? encoder.encode(value) else { return }
        try state.replace(name, with: bytes + [0x0A])
    }
}
