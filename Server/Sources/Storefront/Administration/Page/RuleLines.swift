// The records of a rule as lines of a form: an id, or a filter after a keyword.

internal import CatalogSearch
internal import JSON

/// A line of the form.
struct RuleLine {
    /// The record's id; `nil` for a filter.
    var id: String?
    /// The filter; the store reports what is wrong with it.
    var filterText: String?

    private static let filterMark = "filter:"
    private static let idMark = "id:"

    /// Reads a line. The prefix `id:` allows an id that begins like a filter.
    init(_ line: String) {
        func text(behind mark: String) -> String? {
            line.hasPrefix(mark) ? String(line.dropFirst(mark.count).drop { $0 == " " }) : nil
        }
        filterText = text(behind: Self.filterMark)
        if filterText == nil { id = text(behind: Self.idMark) ?? line }
    }

    /// The line of a record.
    static func text(_ target: SearchRule.Target) -> String {
        switch target {
        case .filter(let filter): return "\(filterMark) \(filter)"
        case .id(let id):
            return [filterMark, idMark].contains { id.hasPrefix($0) } ? "\(idMark) \(id)" : id
        }
    }

    /// The record in the form of a rule's JSON.
    var json: JSON { filterText.map { ["filter": .string($0)] } ?? .string(id ?? "") }
}

extension SearchRule {
    /// Words and their replacements, as lines of the form.
    var replacementLines: [String] {
        replacements.filter { !$0.replacement.isEmpty }.map { "\($0.words) = \($0.replacement)" }
    }

    /// The words that the rule removes from queries.
    var removedWords: [String] { replacements.filter(\.replacement.isEmpty).map(\.words) }

    /// Whether this rule and another one with the same conditions exclude all records: their filters require
    /// different values of an attribute of which a record has only one.
    func findsNothing(beside other: SearchRule, in catalog: CatalogDescription) -> Bool {
        guard query == other.query, match == other.match, locales == other.locales,
            contexts == other.contexts, filter == other.filter, let addedFilter,
            let wanted = other.addedFilter?.wantedValues
        else { return false }
        return addedFilter.wantedValues.contains { own in
            guard catalog.attribute(own.attribute).map({ !$0.isMany && !$0.isPath }) ?? true else {
                return false
            }
            return wanted.contains {
                $0.attribute == own.attribute && $0.values.isDisjoint(with: own.values)
            }
        }
    }
}

extension Filter {
    /// For each attribute that every match must have, the values of which a record must have one.
    fileprivate var wantedValues: [(attribute: AttributeName, values: Set<String>)] {
        switch self {
        case .all(let parts): return parts.flatMap(\.wantedValues)
        case .condition(let condition):
            switch condition.test {
            case .equals(let value): return [(condition.attribute, [value.spelling.lowercased()])]
            case .isOneOf(let values):
                return [(condition.attribute, Set(values.map { $0.spelling.lowercased() }))]
            default: return []
            }
        case .any, .not: return []
        }
    }
}

extension Preference {
    /// The preference in the form of a rule's JSON.
    var json: JSON {
        let factor = JSON.number("\(factor)")
        switch condition {
        case .filter(let filter): return ["filter": .string(filter.description), "factor": factor]
        case .number(let name, let from, let to):
            return [
                "attribute": .string(name.rawValue), "from": .number("\(from)"), "to": .number("\(to)"),
                "factor": factor,
            ]
        case .age(let name, let halfLife):
            return [
                "attribute": .string(name.rawValue), "halfLife": .string("\(halfLife)s"), "factor": factor,
            ]
        }
    }
}
