// The records of a rule as lines of a form: an id, or a filter behind a word.

internal import CatalogSearch
internal import JSON

/// What a line of the form says.
struct RuleLine {
    /// The record's id; `nil` for a filter.
    var id: String?
    /// The filter; the store says what is wrong with it.
    var filterText: String?

    private static let filterMark = "filter:"
    private static let idMark = "id:"

    /// Reads a line; `id:` before an id lets it begin as a filter does.
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

    /// The record as a rule names it.
    var json: JSON { filterText.map { ["filter": .string($0)] } ?? .string(id ?? "") }
}

extension SearchRule {
    /// The members that the form does not show.
    static let membersBesideForm = ["replace", "remove", "addFilter", "prefer", "data"]

    var membersBesideForm: [String] {
        let isPresent = [
            replacements.contains { !$0.replacement.isEmpty },
            replacements.contains(where: \.replacement.isEmpty),
            addedFilter != nil, !preferences.isEmpty, data != nil,
        ]
        return zip(Self.membersBesideForm, isPresent).filter(\.1).map(\.0)
    }
}
