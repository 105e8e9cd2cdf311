// Work that stops when the time for similar words is spent.

extension RelaxationBudget {
    /// Runs work unless the time is spent, and stops it when the time is spent.
    ///
    /// - Returns: whether the work is finished. The effects of unfinished work remain.
    /// - Throws: what the work throws; `SearchError.cancelled` only if the task was cancelled.
    @discardableResult
    func run(_ work: () throws(SearchError) -> Void) throws(SearchError) -> Bool {
        let result =
            isSpent
            ? .failure(.cancelled)
            : Self.$current.withValue(self) { Result { () throws(SearchError) in try work() } }
        switch result {
        case .success: return true
        case .failure(.cancelled) where isSpent && !Task.isCancelled:
            exceed()
            return false
        case .failure(let error): throw error
        }
    }
}
