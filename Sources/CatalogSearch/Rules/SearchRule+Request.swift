// For which requests a rule holds.

internal import ICU

extension SearchRule {
    /// Whether the rule holds for a request, whatever its query is.
    func holds(for request: SearchRequest) -> Bool {
        if from != nil || until != nil {
            // Without a time, rules with dates never hold.
            guard let time = request.time, from.map({ $0 <= time }) ?? true, until.map({ time < $0 }) ?? true
            else { return false }
        }
        guard !locales.isEmpty else { return true }
        let lineage = request.locale.lineage.map(\.base)
        return locales.contains { lineage.contains($0.base) }
    }
}
