// A query that consists of an id finds the record, whichever fields are searched.

internal import Support

extension PreparedQuery {
    /// The most words and bytes of a query that is looked up as an id.
    private static let identifierWords = 4
    private static let identifierSize = 128

    /// A record matches all words if the whole query is its id, as typed, in capital letters or in small
    /// ones.
    mutating func matchWholeIdentifier() {
        let typed = request.query.trimmingWhiteSpace
        guard (1...Self.identifierWords).contains(words.count), excluded.isEmpty,
            typed.utf8.count <= Self.identifierSize
        else { return }
        var spellings = [typed]
        for spelling in [typed.uppercased(), typed.lowercased()] where !spellings.contains(spelling) {
            spellings.append(spelling)
        }
        let records = PreparedFilter.Node.records(spellings)
        for index in words.indices { words[index].accept(records) }
    }
}

extension PreparedQuery.Word {
    /// Adds a condition to all words: records that meet it match.
    mutating func accept(_ node: PreparedFilter.Node) {
        preparedConditions = preparedConditions.map { .any([$0, node]) } ?? node
    }
}
