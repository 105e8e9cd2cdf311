// The rules that a sidecar declares for a shop's own order.

public import CatalogSearch
internal import JSON

extension CatalogSidecar.Limit {
    /// The most rules.
    public static let rules = 1_000
    /// The most records that all rules together name.
    public static let ruledRecords = 10_000
    /// The most bytes of a rule's query.
    public static let ruleQuery = 400
}

extension SearchRule {
    /// The names of a rule's members.
    fileprivate static let members = ["query", "match", "locales", "from", "until", "pin", "hide", "raise"]

    /// Whether a rule can have this id: 1 to 128 ASCII letters, digits, `-`, `_` and `.`, not starting with a period.
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
    /// Reads `"rules": {"summer": {"query": "hat", "match": "contains", "locales": ["de"], "from": "2026-06-01",
    /// "until": "2026-09-01", "pin": [{"id": "a", "place": 1}], "hide": ["b"], "raise": ["c"]}}`. A rule with a mistake is not
    /// used.
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
        let count = rules.reduce(0) { $0 + $1.records.count }
        guard check(count, of: "rules", limit: CatalogSidecar.Limit.ruledRecords) else { return }
        // The first rule that names a record decides about it, so their order must not depend on spelling.
        sidecar.description.rules = rules.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) }
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
        for (name, _) in value.members {
            let name = String(wellFormed: name.utf8)
            if !SearchRule.members.contains(name) {
                report(
                    .sidecarUnknownChoice(
                        member: member, value: name.excerpt,
                        known: SearchRule.members.joined(separator: ", ")))
            }
        }
        if let value = value.member("query") { rule.query = query(value, member + ".query") }
        if let value = value.member("match") {
            let known = SearchRule.QueryMatch.allCases.map(\.rawValue).joined(separator: ", ")
            if let match = value.string.flatMap(SearchRule.QueryMatch.init(rawValue:)) {
                rule.match = match
            } else {
                report(
                    .sidecarUnknownChoice(
                        member: member + ".match", value: (value.string ?? "").excerpt, known: known))
            }
        }
        if let value = value.member("locales") { rule.locales = locales(value, member + ".locales") }
        rule.from = value.member("from").flatMap { instant($0, member + ".from") }
        rule.until = value.member("until").flatMap { instant($0, member + ".until") }
        if let from = rule.from, let until = rule.until, until <= from {
            report(.sidecarRuleNeverHolds(rule: id))
        }
        if let value = value.member("pin") { rule.pinned = pins(value, member + ".pin") }
        if let value = value.member("hide") { rule.hidden = ids(value, member + ".hide") }
        if let value = value.member("raise") { rule.raised = ids(value, member + ".raise") }
        var known: Set<String> = []
        if let twice = rule.records.first(where: { !known.insert($0).inserted }) {
            report(.sidecarRuleRecordTwice(rule: id, record: twice.excerpt))
        }
        if rule.records.isEmpty {
            report(.sidecarWrongType(member: member, expected: .ruleAction))
        }
        return rule
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

    private mutating func pins(_ value: JSONValue, _ member: String) -> [SearchRule.Pin] {
        guard value.kind == .list else {
            report(.sidecarWrongType(member: member, expected: .list))
            return []
        }
        var pins: [SearchRule.Pin] = []
        for (number, element) in value.elements.enumerated() {
            let member = "\(member)[\(number)]"
            guard element.kind == .object else {
                report(.sidecarWrongType(member: member, expected: .object))
                continue
            }
            for (name, _) in element.members {
                let name = String(wellFormed: name.utf8)
                if name != "id", name != "place" {
                    report(.sidecarUnknownChoice(member: member, value: name.excerpt, known: "id, place"))
                }
            }
            let id = element.member("id")?.string ?? ""
            let place = element.member("place")?.integer
            if id.isEmpty { report(.sidecarWrongType(member: member + ".id", expected: .text)) }
            guard let place, (1...SearchRule.maximumPlace).contains(place) else {
                report(.sidecarWrongType(member: member + ".place", expected: .place))
                continue
            }
            pins.append(SearchRule.Pin(id: id, place: place))
        }
        return pins
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

extension [SearchRule] {
    /// The rules of a sidecar, without those that have mistakes.
    init(json value: JSONValue) {
        var settings = SidecarSettings(file: "", source: nil, sidecar: CatalogSidecar(catalog: ""))
        settings.readRules(value)
        self = settings.sidecar.description.rules
    }

    /// The rules as a sidecar spells them.
    var json: JSONObject {
        var object = JSONObject()
        for rule in self { object.set(rule.id, rule.json) }
        return object
    }
}

extension SearchRule {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        if let query { object.set("query", query) }
        object.set("match", match.rawValue)
        if !locales.isEmpty { object.set("locales", locales.map(\.icuIdentifier)) }
        if let from { object.set("from", from.description) }
        if let until { object.set("until", until.description) }
        object.set(
            "pin",
            pinned.map { pin in
                var object = JSONObject()
                object.set("id", pin.id)
                object.set("place", pin.place)
                return object
            })
        object.set("hide", hidden)
        object.set("raise", raised)
        return object
    }
}
