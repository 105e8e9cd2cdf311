// Results as comma- or tab-separated values, for pipes: one record a line, whatever the lengths of the cells.

internal import CatalogSearch

/// Renders hits as CSV (RFC 4180) or TSV, with a heading. Values are spelled as in JSON, not in the user's
/// format. Pure.
struct DelimitedResults {
    private let isTabular: Bool
    private let columns: [AttributeName]

    /// The columns without `--columns`.
    static let usualColumns: [AttributeName] = [
        .id, .catalog, .scope, "locale", "title", .year, .price, "currency",
    ]
    /// The separator of several values of an attribute, as in tables of catalogs.
    private static let valueSeparator = ";"

    /// - Parameter columns: the columns besides the id and the title; the default ones if `nil`.
    init(_ format: OutputFormat, _ columns: [AttributeName]?) {
        isTabular = format == .tsv
        self.columns =
            columns.map { columns in
                let given = columns.contains("title") ? columns : ["title"] + columns
                return columns.contains(.id) ? given : [.id] + given
            } ?? Self.usualColumns
    }

    /// The lines, each with its line break.
    func lines(_ hits: [Hit]) -> [String] {
        [line(columns.map(\.rawValue))] + hits.map { hit in line(columns.map { value($0, hit) }) }
    }

    func line(_ cells: [String]) -> String {
        cells.map { isTabular ? Self.tabular($0) : Self.quoted($0) }.joined(separator: isTabular ? "\t" : ",")
            + (isTabular ? "\n" : "\r\n")
    }

    private func value(_ column: AttributeName, _ hit: Hit) -> String {
        if let values = hit.attributes.first(where: { $0.name == column })?.values {
            return values.map(\.value.spelling).joined(separator: Self.valueSeparator)
        }
        switch column {
        case .id: return hit.id
        case .catalog: return hit.catalog
        case .scope: return hit.scope ?? ""
        case .year: return hit.year.map(String.init) ?? ""
        case .price: return hit.price?.spelling ?? ""
        case .popularity: return "\(hit.rank.popularity)"
        case "title": return hit.title
        case "locale": return hit.titleText.locale.identifier
        case "currency": return hit.price?.currency ?? ""
        default: return ""
        }
    }

    /// A cell of CSV: in quotes if it contains a character that would end it.
    private static func quoted(_ cell: String) -> String {
        guard cell.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" || $0 == "\n" || $0 == "\r" })
        else {
            return cell
        }
        return "\"" + cell.replacing("\"", with: "\"\"") + "\""
    }

    /// A cell of TSV, which has no quotes: each tab and line break becomes a space.
    private static func tabular(_ cell: String) -> String {
        String(
            String.UnicodeScalarView(
                cell.unicodeScalars.map {
                    ["\t", "\n", "\r", "\u{2028}", "\u{2029}"].contains($0) ? " " : $0
                }))
    }
}
