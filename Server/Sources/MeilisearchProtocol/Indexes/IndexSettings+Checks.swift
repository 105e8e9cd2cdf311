// Checks of values of settings.

internal import CatalogSearch
internal import JSON

extension IndexSettings {
    /// The value of a setting after a change. Objects are changed member by member. Throws if the value has
    /// the wrong form.
    static func checked(
        _ setting: Setting, _ value: JSON, over old: JSON
    ) throws(ProtocolError) -> JSON {
        func wrong(_ expected: String) -> ProtocolError {
            .invalid(
                "invalid_settings_" + setting.path.replacing("-", with: "_"),
                "Invalid value at `.\(setting.name)`: expected \(expected).")
        }
        switch setting.name {
        case "rankingRules":
            guard let list = value.strings else { throw wrong("an array of strings") }
            if let rule = list.first(where: { RankingRule($0) == nil }) {
                throw .invalid(
                    "invalid_settings_ranking_rules",
                    "Invalid value at `.rankingRules`: `\(rule)` is no ranking rule. Rules are `\(RankingRule.names.joined(separator: "`, `"))`, and attributes followed by `:asc` or `:desc`."
                )
            }
            guard list.compactMap(RankingRule.init).count(where: { $0.attribute != nil }) <= RankingRule.limit
            else { throw wrong("at most \(RankingRule.limit) attributes") }
            return .strings(list)
        case "displayedAttributes", "searchableAttributes":
            guard let list = value.strings else { throw wrong("an array of strings") }
            return .strings(list)
        case "sortableAttributes", "stopWords", "nonSeparatorTokens", "separatorTokens", "dictionary":
            guard let list = value.strings else { throw wrong("an array of strings") }
            return .strings(Set(list).sorted())
        case "filterableAttributes":
            guard let list = value.elements,
                list.allSatisfy({ $0.string != nil || $0["attributePatterns"]?.strings != nil })
            else { throw wrong("an array of strings or of objects with `attributePatterns`") }
            return list.allSatisfy { $0.string != nil }
                ? .strings(Set(list.compactMap(\.string)).sorted()) : value
        case "synonyms":
            guard case .object(let members) = value, members.allSatisfy({ $0.value.strings != nil }) else {
                throw wrong("an object with arrays of strings")
            }
            return value
        case "distinctAttribute", "proximityPrecision", "prefixSearch":
            let choices = [
                "proximityPrecision": ["byWord", "byAttribute"],
                "prefixSearch": ["indexingTime", "disabled"],
            ][setting.name]
            guard let text = value.string, choices?.contains(text) != false else {
                throw wrong(
                    choices.map { "one of " + $0.map { "`\($0)`" }.joined(separator: ", ") } ?? "a string")
            }
            return value
        case "searchCutoffMs":
            guard let time = value.integer, time >= 0 else { throw wrong("a positive integer") }
            return value
        case "facetSearch":
            guard value.bool != nil else { throw wrong("a boolean") }
            return value
        case "localizedAttributes":
            guard let list = value.elements,
                list.allSatisfy({
                    $0["attributePatterns"]?.strings != nil
                        && $0["locales"]?.strings?.allSatisfy { locale($0) != nil } == true
                })
            else { throw wrong("an array of objects with `attributePatterns` and `locales`") }
            return value
        case "faceting", "pagination": return try merged(value, setting, over: old, wrong)
        case "typoTolerance":
            let merged = try merged(value, setting, over: old, wrong)
            let sizes = merged["minWordSizeForTypos"]
            guard let one = sizes?["oneTypo"]?.integer, let two = sizes?["twoTypos"]?.integer, one <= two,
                two <= 255
            else { throw wrong("`oneTypo` and `twoTypos` of 0 to 255, `twoTypos` not below `oneTypo`") }
            return merged
        case "embedders": return try embedders(value, over: old, wrong)
        case "chat":
            guard case .object = value else { throw wrong("an object") }
            return value
        default:
            guard value.elements != nil else { throw wrong("an array") }
            return value
        }
    }

    /// The embedders after a change; null removes one.
    private static func embedders(
        _ value: JSON, over old: JSON, _ wrong: (String) -> ProtocolError
    ) throws(ProtocolError) -> JSON {
        guard case .object(let changes) = value else { throw wrong("an object") }
        var members = old.members
        for change in changes {
            let known = members.first { $0.name == change.name }?.value
            members.removeAll { $0.name == change.name }
            guard !change.value.isNull else { continue }
            guard case .object(let parts) = change.value else {
                throw wrong("an object for `\(change.name)`")
            }
            var merged = known?.members ?? []
            for part in parts { merged.set(part.name, part.value) }
            let embedder = JSON.object(merged)
            let source = embedder["source"]?.string ?? "openAi"
            guard Embedder.sources.contains(source) else {
                throw wrong(
                    "a source of `\(change.name)` of \(Embedder.sources.map { "`\($0)`" }.joined(separator: ", "))"
                )
            }
            let dimensions = embedder["dimensions"].flatMap { $0.isNull ? nil : $0 }
            guard dimensions.map({ (1...QuantizedVector.maximumCount).contains($0.integer ?? 0) }) ?? true
            else {
                throw wrong("`dimensions` of `\(change.name)` of 1 to \(QuantizedVector.maximumCount)")
            }
            guard source != Embedder.userProvided || dimensions != nil else {
                throw wrong("`dimensions` of `\(change.name)`, which the source `userProvided` needs")
            }
            members.append(.init(change.name, embedder))
        }
        guard members.count <= embedderLimit else { throw wrong("at most \(embedderLimit) embedders") }
        return .object(members.sorted { $0.name < $1.name })
    }

    /// The most embedders of an index.
    private static let embedderLimit = 16

    /// An object after a change of members; null resets a member to its default.
    private static func merged(
        _ value: JSON, _ setting: Setting, over old: JSON, _ wrong: (String) -> ProtocolError
    ) throws(ProtocolError) -> JSON {
        guard case .object(let changes) = value else { throw wrong("an object") }
        var members = old.members
        for change in changes {
            guard let initial = setting.initial[change.name] else {
                throw wrong(
                    "members " + setting.initial.members.map { "`\($0.name)`" }.joined(separator: ", "))
            }
            switch (initial, change.value) {
            case (_, .null): members.set(change.name, initial)
            case (.bool, .bool), (.array, .array): members.set(change.name, change.value)
            case (.number, .number):
                guard let number = change.value.integer, (0...10_000).contains(number) else {
                    throw wrong("`\(change.name)` of 0 to 10000")
                }
                members.set(change.name, change.value)
            case (.object, .object(let parts)):
                var merged = (members.first { $0.name == change.name }?.value ?? initial).members
                for part in parts { merged.set(part.name, part.value) }
                // The protocol lists them by name.
                members.set(change.name, .object(merged.sorted { $0.name < $1.name }))
            default: throw wrong("`\(change.name)` of the form \(initial.text)")
            }
        }
        return .object(members)
    }
}
