// A record is found by its id if that is all that was typed, whichever fields are searched.

internal import Support

extension PreparedQuery {
    /// The most words and bytes of a query that is looked up as an id.
    private static let identifierWords = 4
    private static let identifierSize = 128

    /// Lets a record match all words if the whole query is its id, as typed, in
    /// capital letters or in small ones.
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
    /// Lets records match that meet a condition.
    mutating func accept(_ node: PreparedFilter.Node) {
        preparedConditions = preparedConditions.map { .any([$0, node]) } ?? node
    }
}
