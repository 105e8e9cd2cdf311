// Learned popularity of records, as a member of a catalog's description.

internal import CatalogSearch
public import CatalogStorage

/// A change of a catalog's learned popularity. It may run several times.
public typealias LearnedChange = @Sendable (inout LearnedSources) -> Void

extension CatalogSettings {
    static let learnedMember = Array("learned".utf8)

    /// These settings with changed learned popularity; `nil` if nothing changes.
    ///
    /// - Throws: `StoreError.tooLarge`.
    func changingLearned(_ change: LearnedChange) throws(StoreError) -> CatalogSettings? {
        var changed = learned
        change(&changed)
        guard changed != learned else { return nil }
        var json = Self.without(Self.learnedMember, json)
        if !changed.sources.isEmpty {
            json = Self.adding(Array(changed.json.utf8), as: Self.learnedMember, to: json)
        }
        try Self.checkSize(json)
        return CatalogSettings(catalog: description.id, json: json)
    }
}
