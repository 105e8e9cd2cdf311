// The stored part of an interactive search.

internal import CatalogSearch
internal import Files
internal import FoundationEssentials
internal import SearchInterface

/// The state of an interactive search at its end.
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

/// Reads and writes the stored searches of a user.
///
/// Uses FoundationEssentials' coders, because the state of a search interface is `Codable`, so that embedding
/// programs can store it in any format.
struct SearchStore {
    private let state: UserState
    private static let searchFile = "interactive.json"
    private static let recentFile = "recent.json"

    init(_ state: UserState) {
        self.state = state
        state.removeLeftOvers()
    }

    /// The last search; `nil` if there is none.
    ///
    /// - Throws: `FileError`, `DecodingError`, `StateFault`.
    func lastSearch() throws -> StoredSearch? { try read(Self.searchFile) }

    /// The recent searches; `nil` if there are none, or their file is unusable.
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
        // An encoder fails only for numbers that JSON cannot represent, which the values never contain.
        guard let bytes = try? encoder.encode(value) else { return }
        try state.replace(name, with: bytes + [0x0A])
    }
}
