// How many records or groups match, in all scopes and in each.

/// The numbers of matches.
struct MatchCounts {
    /// In all scopes together; less than the sum of all scopes where a group has matches in several.
    private(set) var all = 0
    /// In each scope.
    private(set) var scopes: [String?: Int] = [:]

    /// Adds the matches of each scope, each in one only.
    mutating func add(_ counts: [String?: Int]) {
        add((counts.values.reduce(0, +), counts))
    }

    mutating func add(_ counts: (all: Int, scopes: [String?: Int])) {
        all += counts.all
        scopes.merge(counts.scopes, uniquingKeysWith: +)
    }

    /// Adds the matches of other records.
    mutating func add(_ counts: MatchCounts) { add((counts.all, counts.scopes)) }

    /// The number in a scope, or in all if `nil`.
    func total(in scope: String?) -> Int { scope.map { scopes[$0, default: 0] } ?? all }
}
