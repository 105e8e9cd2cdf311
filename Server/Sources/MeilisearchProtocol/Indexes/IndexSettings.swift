// The settings of an index: their defaults, their checks, and how the search uses them.

internal import CatalogSearch
internal import JSON

/// The settings of an index, as the protocol spells them.
struct IndexSettings: Hashable, Sendable {
    /// What was set; a setting that is not here has its default.
    private(set) var changed: [JSON.Member] = []

    /// A setting: its name, its path below `/settings`, its default, and whether searches use it.
    struct Setting: Sendable {
        let name: String
        let path: String
        let initial: JSON
        let isUsed: Bool

        init(_ name: String, _ path: String, _ initial: JSON, isUsed: Bool = true) {
            self.name = name
            self.path = path
            self.initial = initial
            self.isUsed = isUsed
        }
    }

    /// All settings, in the protocol's order.
    static let all: [Setting] = [
        Setting("displayedAttributes", "displayed-attributes", ["*"]),
        Setting("searchableAttributes", "searchable-attributes", ["*"]),
        Setting("filterableAttributes", "filterable-attributes", []),
        Setting("sortableAttributes", "sortable-attributes", []),
        Setting("foreignKeys", "foreign-keys", [], isUsed: false),
        Setting(
            "rankingRules", "ranking-rules",
            ["words", "typo", "proximity", "attributeRank", "sort", "wordPosition", "exactness"]),
        Setting("stopWords", "stop-words", []),
        Setting("nonSeparatorTokens", "non-separator-tokens", [], isUsed: false),
        Setting("separatorTokens", "separator-tokens", [], isUsed: false),
        Setting("dictionary", "dictionary", [], isUsed: false),
        Setting("synonyms", "synonyms", [:]),
        Setting("distinctAttribute", "distinct-attribute", .null),
        Setting("proximityPrecision", "proximity-precision", "byWord", isUsed: false),
        Setting(
            "typoTolerance", "typo-tolerance",
            [
                "enabled": true, "minWordSizeForTypos": ["oneTypo": 5, "twoTypos": 9], "disableOnWords": [],
                "disableOnAttributes": [], "disableOnNumbers": false,
            ]),
        Setting("faceting", "faceting", ["maxValuesPerFacet": 100, "sortFacetValuesBy": ["*": "alpha"]]),
        Setting("pagination", "pagination", ["maxTotalHits": 1_000]),
        Setting("embedders", "embedders", [:]),
        Setting("searchCutoffMs", "search-cutoff-ms", .null),
        Setting("localizedAttributes", "localized-attributes", .null),
        Setting("facetSearch", "facet-search", true),
        Setting("prefixSearch", "prefix-search", "indexingTime", isUsed: false),
        Setting("chat", "chat", [:], isUsed: false),
    ]

    static func setting(_ name: String) -> Setting? { all.first { $0.name == name } }

    init() {}

    /// Reads the changed settings that a catalog stores.
    init(stored: JSON?) { changed = stored?.members ?? [] }

    /// The changed settings, as a catalog stores them.
    var stored: JSON { .object(changed) }

    /// The value of a setting.
    subscript(name: String) -> JSON {
        changed.first { $0.name == name }?.value ?? Self.setting(name)?.initial ?? .null
    }

    var json: JSON {
        .object(Self.all.filter { $0.name != "chat" }.map { JSON.Member($0.name, self[$0.name]) })
    }

    /// Changes settings; null resets one to its default.
    ///
    /// - Throws: `ProtocolError` if a name is unknown or a value has the wrong form; then nothing is changed.
    mutating func apply(_ changes: JSON) throws(ProtocolError) {
        guard case .object(let members) = changes else {
            throw ProtocolError(.badRequest, "Invalid value type: expected an object.")
        }
        var changed = changed
        for member in members {
            guard let setting = Self.setting(member.name) else {
                let known = Self.all.map { "`\($0.name)`" }.joined(separator: ", ")
                throw ProtocolError(.badRequest, "Unknown field `\(member.name)`: expected one of \(known)")
            }
            let old = changed.first { $0.name == member.name }?.value ?? setting.initial
            changed.removeAll { $0.name == member.name }
            guard !member.value.isNull else { continue }
            let value = try Self.checked(setting, member.value, over: old)
            if value != setting.initial { changed.append(JSON.Member(member.name, value)) }
        }
        self.changed = changed
    }

    /// Resets all settings to their defaults.
    mutating func reset() { changed = [] }

    // MARK: What searches use

    var displayed: [String]? { Self.patterns(self["displayedAttributes"]) }
    var searchable: [String]? { Self.patterns(self["searchableAttributes"]) }
    var sortable: [String] { self["sortableAttributes"].strings ?? [] }
    var rankingRules: [RankingRule] { (self["rankingRules"].strings ?? []).compactMap(RankingRule.init) }
    var distinct: String? { self["distinctAttribute"].string }
    var maximumValues: Int { self["faceting"]["maxValuesPerFacet"]?.integer ?? 100 }
    var maximumHits: Int { self["pagination"]["maxTotalHits"]?.integer ?? 1_000 }
    var allowsTypos: Bool { self["typoTolerance"]["enabled"]?.bool ?? true }
    /// The least length of a word, in letters, for which typing errors are tolerated.
    var leastLengthForTypos: Int {
        self["typoTolerance"]["minWordSizeForTypos"]?["oneTypo"]?.integer ?? 5
    }
    /// Words that queries ignore, in lower case.
    var stopWords: Set<String> { Set((self["stopWords"].strings ?? []).map { $0.lowercased() }) }
    var allowsFacetSearch: Bool { self["facetSearch"].bool ?? true }

    /// The patterns of attributes that filters may name: strings, or objects with `attributePatterns`.
    var filterable: [String] {
        (self["filterableAttributes"].elements ?? []).flatMap { element -> [String] in
            element.string.map { [$0] } ?? element["attributePatterns"]?.strings ?? []
        }
    }

    /// Whether documents are ordered by an attribute, by requests or by ranking rules.
    func isOrdered(by attribute: String) -> Bool {
        Self.contains(sortable, attribute) || rankingRules.contains { $0.attribute == attribute }
    }

    /// Whether filters or orders may use the locations of documents.
    var usesPlaces: Bool {
        Self.contains(filterable, DocumentPlace.member) || Self.contains(sortable, DocumentPlace.member)
    }

    /// The names of those changed settings that have no effect, and of members without effect, such as
    /// `typoTolerance.disableOnWords`.
    ///
    /// - Parameter embeds: whether the server makes vectors of texts.
    static func withoutEffect(_ changes: [JSON.Member], embeds: Bool) -> [String] {
        changes.flatMap { change -> [String] in
            if change.value.isNull { return [] }
            switch change.name {
            case "typoTolerance":
                return change.value.members.filter { !["enabled", "minWordSizeForTypos"].contains($0.name) }
                    .map { "\(change.name).\($0.name)" }
            case "embedders":
                if embeds { return [] }
                return change.value.members.filter {
                    !$0.value.isNull && $0.value["source"]?.string != Embedder.userProvided
                }.map { "\(change.name).\($0.name).source" }
            case "rankingRules":
                // One score covers all rules about words, whatever their order.
                let words = (change.value.strings ?? []).filter { RankingRule($0) == .words }
                return RankingRule.usualWords.contains(words) ? [] : [change.name]
            default: return setting(change.name)?.isUsed == false ? [change.name] : []
            }
        }
    }

    /// Settings without the keys of embedders: the server does not use them, and responses and tasks would
    /// reveal them.
    static func withoutSecrets(_ changes: JSON) -> JSON {
        var changes = changes
        for (name, embedder) in (changes["embedders"]?.members ?? []).map({ ($0.name, $0.value) })
        where embedder["apiKey"]?.string != nil {
            changes["embedders"]?[name]?["apiKey"] = "XXX..."
        }
        return changes
    }

    /// The message that filters may not name an attribute, and which ones they may name.
    func refusal(ofFiltering attribute: String) -> String {
        let known =
            filterable.isEmpty
            ? "This index does not have configured filterable attributes."
            : "Available filterable attributes patterns are: `\(filterable.joined(separator: ", "))`."
        return "Attribute `\(attribute)` is not filterable. \(known)"
    }

    /// Whether the values of an attribute are listed by their frequency rather than by their names.
    func isFacetOrderedByCount(_ attribute: String) -> Bool {
        let orders = self["faceting"]["sortFacetValuesBy"]
        return (orders?[attribute] ?? orders?["*"])?.string == "count"
    }

    /// The locale of an attribute's texts by `localizedAttributes`: the first one
    /// of the first pattern that fits.
    func locale(of attribute: String) -> LocaleIdentifier? {
        for rule in self["localizedAttributes"].elements ?? [] {
            guard
                rule["attributePatterns"]?.strings?.contains(where: {
                    AttributePattern.matches($0, attribute)
                }) == true
            else { continue }
            return rule["locales"]?.strings?.first.flatMap(Self.locale)
        }
        return nil
    }

    /// Whether `localizedAttributes` has a rule with a locale.
    func namesLocale(_ locale: LocaleIdentifier) -> Bool {
        (self["localizedAttributes"].elements ?? []).contains {
            $0["locales"]?.strings?.first.flatMap(Self.locale) == locale
        }
    }

    /// The locale of a code: ISO 639-3 (`deu`, as the protocol prefers) or 639-1 (`de`).
    static func locale(_ code: String) -> LocaleIdentifier? {
        LocaleIdentifier(code == "cmn" ? "zh" : code)
    }

    private static func patterns(_ value: JSON) -> [String]? {
        let list = value.strings ?? ["*"]
        return list.contains("*") ? nil : list
    }

    /// Whether an attribute, or the object that has it, is one of these.
    static func contains(_ patterns: [String], _ attribute: String) -> Bool {
        patterns.contains { AttributePattern.matches($0, attribute) || attribute.hasPrefix($0 + ".") }
    }
}

/// Names of attributes with `*` at one end.
enum AttributePattern {
    static func matches(_ pattern: String, _ attribute: String) -> Bool {
        if pattern == "*" { return true }
        if pattern.hasSuffix("*") { return attribute.hasPrefix(pattern.dropLast()) }
        if pattern.hasPrefix("*") { return attribute.hasSuffix(pattern.dropFirst()) }
        return pattern == attribute
    }
}
