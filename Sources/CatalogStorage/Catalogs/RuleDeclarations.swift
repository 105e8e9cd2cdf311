// The rules in a sidecar, by which a shop changes the order of results.

public import CatalogSearch
internal import JSON
internal import Support

extension CatalogSidecar.Limit {
    /// The most rules.
    public static let rules = 100_000
    /// The most rules that apply to any query: each search checks all of them.
    public static let rulesForAllQueries = 1_000
    /// The most records that all rules together name.
    public static let ruledRecords = 1_000_000
    /// The most bytes of a rule's query, and of words that are replaced.
    public static let ruleQuery = 400
    /// The most bytes of a rule's data, in each locale.
    public static let ruleData = 1 << 14
}

extension SearchRule {
    /// The names of a rule's members.
    fileprivate static let members = [
        "query", "match", "locales", "context", "filter", "from", "until", "pin", "hide", "raise", "bury",
        "replace", "remove", "addFilter", "prefer", "data",
    ]

    /// Whether a rule can have this id: 1 to 128 ASCII letters, digits, `-`, `_` and
    /// `.`, not starting with a period.
    public static func isIdentifier(_ id: String) -> Bool {
        guard (1...128).contains(id.utf8.count), id.utf8.first != UInt8(ascii: ".") else { return false }
        return id.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."):
                true
            default: false
            }
        }
    }
}

extension SidecarSettings {
    /// Reads the member `rules`:
    ///
    ///     {"summer": {
    ///       "query": "hat", "match": "contains", "locales": ["de"], "context": ["mobile"],
    ///       "filter": "color = red", "from": "2026-06-01", "until": "2026-09-01",
    ///       "pin": [{"id": "a", "place": 1}], "hide": ["b"],
    ///       "raise": ["c", {"filter": "brand = house"}], "bury": [{"filter": "stock = 0"}],
    ///       "replace": {"panama": "straw hat"}, "remove": ["cheap"], "addFilter": "price < 20",
    ///       "prefer": [{"filter": "brand = house", "factor": 1.3}],
    ///       "data": {"en": {"banner": "Summer!"}, "de": {"banner": "Sommer!"}}}}
    ///
    /// A rule with a mistake is not used. The attributes must have been read.
    mutating func readRules(_ value: JSONValue) {
        guard value.kind == .object else {
            return report(.sidecarWrongType(member: "rules", expected: .object))
        }
        let members = JSONText.uniqueMembers(of: value)
        guard check(members.count, of: "rules", limit: CatalogSidecar.Limit.rules) else { return }
        var rules: [SearchRule] = []
        for (name, value) in members {
            let id = String(wellFormed: name.utf8)
            let problems = log.errorCount
            let rule = rule(id, value)
            if log.errorCount == problems, let rule { rules.append(rule) }
        }
        let count = rules.reduce(0) { $0 + $1.targets.count }
        guard check(count, of: "rules", limit: CatalogSidecar.Limit.ruledRecords) else { return }
        let general = rules.count(where: \.holdsForAllQueries)
        guard general <= CatalogSidecar.Limit.rulesForAllQueries else {
            return report(
                .sidecarRulesForAllQueries(count: general, limit: CatalogSidecar.Limit.rulesForAllQueries))
        }
        // The first rule that names a record places it, so the order of rules must not depend on spelling.
        sidecar.description.rules = rules.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
    }

    /// Reports rules that contradict each other.
    mutating func reportContradictions() {
        for contradiction in RuleContradiction.all(in: sidecar.description.rules) {
            switch contradiction {
            case .overruled(let rule, let earlier, let record):
                report(.sidecarRuleOverruled(rule: rule, earlier: earlier, record: record.excerpt))
            case .circle(let rule, let words):
                report(.sidecarRuleReplacesInCircle(rule: rule, words: words.excerpt))
            }
        }
    }

    private mutating func rule(_ id: String, _ value: JSONValue) -> SearchRule? {
        let member = "rules.\(id.excerpt)"
        guard SearchRule.isIdentifier(id) else {
            report(.sidecarWrongType(member: member, expected: .identifier))
            return nil
        }
        guard value.kind == .object else {
            report(.sidecarWrongType(member: member, expected: .object))
            return nil
        }
        var rule = SearchRule(id: id)
        for (key, value) in JSONText.uniqueMembers(of: value) {
            let name = String(wellFormed: key.utf8)
            let place = "\(member).\(name.excerpt)"
            switch name {
            case "query": rule.query = query(value, place)
            case "match": rule.match = match(value, place) ?? rule.match
            case "locales": rule.locales = locales(value, place)
            case "context": rule.contexts = contexts(value, place)
            case "filter": rule.filter = filter(value, place)
            case "from": rule.from = instant(value, place)
            case "until": rule.until = instant(value, place)
            case "pin": rule.pinned = pins(value, place)
            case "hide": rule.hidden = targets(value, place)
            case "raise": rule.raised = targets(value, place)
            case "bury": rule.buried = targets(value, place)
            case "replace": rule.replacements += replacements(value, place)
            case "remove":
                rule.replacements += ids(value, place).enumerated().compactMap { number, words in
                    replacement(words, "", "\(place)[\(number)]")
                }
            case "addFilter": rule.addedFilter = filter(value, place)
            case "prefer": rule.preferences = preferences(value, place)
            case "data": rule.data = data(value, place)
            default:
                report(
                    .sidecarUnknownChoice(
                        member: member, value: name.excerpt,
                        known: choices(SearchRule.members, insteadOf: name)))
            }
        }
        if let from = rule.from, let until = rule.until, until <= from {
            report(.sidecarRuleNeverHolds(rule: id))
        }
        var known: Set<SearchRule.Target> = []
        if let twice = rule.targets.first(where: { !known.insert($0).inserted }) {
            report(.sidecarRuleRecordTwice(rule: id, record: twice.spelling.excerpt))
        }
        if !rule.hasEffect { report(.sidecarWrongType(member: member, expected: .ruleAction)) }
        return rule
    }

    private mutating func match(_ value: JSONValue, _ member: String) -> SearchRule.QueryMatch? {
        if let match = value.string.flatMap(SearchRule.QueryMatch.init(rawValue:)) { return match }
        report(
            .sidecarUnknownChoice(
                member: member, value: (value.string ?? "").excerpt,
                known: SearchRule.QueryMatch.allCases.map(\.rawValue).joined(separator: ", ")))
        return nil
    }

    private mutating func contexts(_ value: JSONValue, _ member: String) -> [String] {
        let contexts = ids(value, member)
        _ = check(contexts.count, of: member, limit: SearchRule.maximumContextCount)
        return contexts
    }

    private mutating func filter(_ value: JSONValue, _ member: String) -> Filter? {
        guard let text = value.string, let filter = try? Filter(text) else {
            report(.sidecarWrongType(member: member, expected: .filter))
            return nil
        }
        return filter.attributes.allSatisfy { isKnown($0, in: member, at: nil) } ? filter : nil
    }

    /// Reads ids and `{"filter": "stock = 0"}`.
    private mutating func targets(_ value: JSONValue, _ member: String) -> [SearchRule.Target] {
        guard value.kind == .list else {
            report(.sidecarWrongType(member: member, expected: .list))
            return []
        }
        var targets: [SearchRule.Target] = []
        for (number, element) in value.elements.enumerated() {
            if let target = target(element, "\(member)[\(number)]", others: []) { targets.append(target) }
        }
        let filters = targets.count { $0.filter != nil }
        _ = check(filters, of: member, limit: SearchRule.maximumFilterCount)
        return targets
    }

    /// - Parameter others: other members that an object may have.
    private mutating func target(
        _ value: JSONValue, _ member: String, others: [String]
    ) -> SearchRule.Target? {
        if others.isEmpty, let id = value.string, !id.isEmpty { return .id(id) }
        guard value.kind == .object else {
            report(.sidecarWrongType(member: member, expected: .ruleTarget))
            return nil
        }
        let known = (others.isEmpty ? [] : ["id"]) + ["filter"] + others
        for (name, _) in value.members {
            let name = String(wellFormed: name.utf8)
            if !known.contains(name) {
                report(
                    .sidecarUnknownChoice(
                        member: member, value: name.excerpt, known: choices(known, insteadOf: name)))
            }
        }
        switch (value.member("id"), value.member("filter")) {
        case (nil, let value?): return filter(value, member + ".filter").map { .filter($0) }
        case (let value?, nil): return text(value, member + ".id").map { .id($0) }
        default:
            report(.sidecarWrongType(member: member, expected: .ruleTarget))
            return nil
        }
    }

    private mutating func pins(_ value: JSONValue, _ member: String) -> [SearchRule.Pin] {
        guard value.kind == .list else {
            report(.sidecarWrongType(member: member, expected: .list))
            return []
        }
        var pins: [SearchRule.Pin] = []
        for (number, element) in value.elements.enumerated() {
            let member = "\(member)[\(number)]"
            guard let target = target(element, member, others: ["place"]) else { continue }
            let place = element.member("place")?.integer
            guard let place, (1...SearchRule.maximumPosition).contains(place) else {
                report(.sidecarWrongType(member: member + ".place", expected: .place))
                continue
            }
            pins.append(SearchRule.Pin(target, position: place))
        }
        let filters = pins.count { $0.target.filter != nil }
        _ = check(filters, of: member, limit: SearchRule.maximumFilterCount)
        return pins
    }

    /// Reads `{"panama": "straw hat"}`.
    private mutating func replacements(
        _ value: JSONValue, _ member: String
    ) -> [SearchRule.Substitution] {
        guard value.kind == .object else {
            report(.sidecarWrongType(member: member, expected: .object))
            return []
        }
        return JSONText.uniqueMembers(of: value).compactMap { name, value in
            let words = String(wellFormed: name.utf8)
            let place = "\(member).\(words.excerpt)"
            guard let text = text(value, place) else { return nil }
            return replacement(words, text, place)
        }
    }

    private mutating func replacement(
        _ words: String, _ text: String, _ member: String
    ) -> SearchRule.Substitution? {
        // Syntax that queries must not contain must not enter by a rule. With this policy, the query is not
        // truncated.
        var request = SearchRequest(text, locale: .root, relax: .never)
        request.syntax = .plain
        let isQuery = (try? CheckedRequest(request)) != nil
        guard isQuery, max(words.utf8.count, text.utf8.count) <= CatalogSidecar.Limit.ruleQuery,
            !words.unicodeScalars.allSatisfy(\.properties.isWhitespace)
        else {
            report(.sidecarWrongType(member: member, expected: .ruleQuery))
            return nil
        }
        return SearchRule.Substitution(words, with: text)
    }

    private mutating func preferences(_ value: JSONValue, _ member: String) -> [Preference] {
        let found = Preference.list(json: value, member) { _, problem in
            report(problem, member, at: nil)
        }
        return found.enumerated().filter { isUsable($0.element, "\(member)[\($0.offset)]", at: nil) }
            .map(\.element)
    }

    /// Reads JSON, or JSON by locale: an object whose names are all locales, the catalog's default locale
    /// among them.
    private mutating func data(_ value: JSONValue, _ member: String) -> SearchRule.Payload? {
        func json(_ value: JSONValue, _ member: String) -> String? {
            let json = JSONText.value(value)
            if json.utf8.count <= CatalogSidecar.Limit.ruleData { return json }
            report(.sidecarWrongType(member: member, expected: .ruleData))
            return nil
        }
        let members = value.kind == .object ? JSONText.uniqueMembers(of: value) : []
        let locales = members.compactMap { name, value in
            LocaleIdentifier(String(wellFormed: name.utf8)).map { ($0, value) }
        }
        guard locales.count == members.count,
            locales.contains(where: { $0.0 == sidecar.description.defaultLocale })
        else { return json(value, member).map { .json($0) } }
        var texts: [LocaleIdentifier: String] = [:]
        for (locale, value) in locales { texts[locale] = json(value, "\(member).\(locale.identifier)") }
        return .localized(texts)
    }

    /// The words of a query; the empty text stands for searches without words.
    private mutating func query(_ value: JSONValue, _ member: String) -> String? {
        if let text = value.string, text.utf8.count <= CatalogSidecar.Limit.ruleQuery { return text }
        report(.sidecarWrongType(member: member, expected: .ruleQuery))
        return nil
    }

    private mutating func locales(_ value: JSONValue, _ member: String) -> [LocaleIdentifier] {
        ids(value, member).compactMap { text in
            if let locale = LocaleIdentifier(text) { return locale }
            report(.sidecarWrongType(member: member, expected: .locale))
            return nil
        }
    }

    private mutating func instant(_ value: JSONValue, _ member: String) -> Instant? {
        if let instant = value.string.flatMap({ Instant($0) }) { return instant }
        report(.sidecarWrongType(member: member, expected: .date))
        return nil
    }

    private mutating func ids(_ value: JSONValue, _ member: String) -> [String] {
        guard value.kind == .list else {
            report(.sidecarWrongType(member: member, expected: .list))
            return []
        }
        return value.elements.enumerated().compactMap { number, element in
            text(element, "\(member)[\(number)]")
        }
    }
}

extension SearchRule {
    /// Whether the rule has an effect.
    fileprivate var hasEffect: Bool { !replacements.isEmpty || !onlyReplacesWords }

    /// Whether each search must check the rule: it applies to any query, and does more than replace words.
    fileprivate var holdsForAllQueries: Bool { query == nil && !onlyReplacesWords }
}

extension SearchRule.Target {
    /// The id, or the filter's text.
    fileprivate var spelling: String {
        switch self {
        case .id(let id): id
        case .filter(let filter): filter.description
        }
    }
}
