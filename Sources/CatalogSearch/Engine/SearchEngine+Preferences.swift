// The preferences of a search for each catalog.

internal import ICU

extension SearchEngine {
    /// The preferences for each catalog: its own, then those of its rules, then those of the request, then
    /// learned popularity.
    ///
    /// An unusable preference of a catalog or a rule, for example for an undeclared attribute, is ignored.
    ///
    /// - Returns: the preferences by the catalog's id, without catalogs that have none.
    /// - Throws: `SearchError.unknownAttribute`, `.unpreferable`, `.filter` for preferences of the request;
    ///   `.icu`, `.damagedIndex`.
    func preferences(
        _ request: SearchRequest, _ searched: [CatalogIndex], ofRules: [String: [Preference]]
    ) throws(SearchError) -> [String: CatalogPreferences] {
        let ofRequest = try request.preferences.map { preference throws(SearchError) in
            (preference, try prepared(preference, request, searched))
        }
        let moment = request.momentOfAges
        var found: [String: CatalogPreferences] = [:]
        for catalog in searched {
            var all: [(Preference, PreparedPreference)] = []
            let own = request.appliesPreferences ? catalog.description.preferences : []
            let added = ofRules[catalog.description.id] ?? []
            for preference in own.prefix(Preference.maximumCount) + added.prefix(Preference.maximumCount) {
                do throws(SearchError) {
                    all.append((preference, try prepared(preference, request, searched)))
                } catch {
                    switch error {
                    case .unknownAttribute, .unpreferable, .filter: continue
                    default: throw error
                    }
                }
            }
            all += ofRequest
            let learned: [PreparedPreference] =
                request.appliesPreferences && !catalog.description.learned.isEmpty ? [.learned] : []
            guard !all.isEmpty || !learned.isEmpty else { continue }
            found[catalog.description.id] = CatalogPreferences(
                all.map(\.1) + learned, declared: all.map(\.0), moment: moment, request)
        }
        return found
    }

    private func prepared(
        _ preference: Preference, _ request: SearchRequest, _ searched: [CatalogIndex]
    ) throws(SearchError) -> PreparedPreference {
        let condition: PreparedPreference.Condition
        switch preference.condition {
        case .filter(let filter):
            do throws(FilterError) {
                try filter.checkLimits()
            } catch {
                throw .filter(error)
            }
            condition = .filter(try PreparedFilter.node(filter, request, searched, self))
        case .number(let name, let from, let to):
            guard try types(of: name).contains(.number) else { throw .unpreferable(name.rawValue, .number) }
            condition = .number(name, from: from.double, to: to.double)
        case .age(let name, let halfLife):
            guard try types(of: name).contains(.date) else { throw .unpreferable(name.rawValue, .date) }
            condition = .age(name, halfLife: Double(halfLife) * 1_000_000)
        }
        return PreparedPreference(condition: condition, factor: preference.factor.double)
    }
}
