// Reads orders, facets and ranges in the syntax of options and requests.

package import CatalogSearch
package import ProgramTexts
internal import Support

extension ValueReader {
    /// An order of results: one of ``SearchRequest/SortOrder``, or attributes: `added:desc,title:asc`,
    /// or distances: `near(store, 52.52, 13.405)`.
    package static func order(
        _ value: String
    ) throws(InvalidValue) -> (sort: SearchRequest.SortOrder, keys: [SortKey]) {
        if let sort = SearchRequest.SortOrder(rawValue: value) { return (sort, []) }
        var keys: [SortKey] = []
        for part in value.splitAtCommas.map({ String($0).trimmingWhiteSpace }) {
            // A colon before a closing parenthesis belongs to a distance.
            let nameEnd = part.lastIndex(of: ")") ?? part.startIndex
            let colon = part[nameEnd...].firstIndex(of: ":")
            let name = String(part[..<(colon ?? part.endIndex)]).trimmingWhiteSpace
            let direction = colon.map { String(part[part.index(after: $0)...]) } ?? "asc"
            guard !name.isEmpty, direction == "asc" || direction == "desc" else {
                throw .malformedOrder(value)
            }
            let isNear = name.hasPrefix("near(") || name.hasPrefix("near (")
            guard var key = isNear ? SortKey(near: name) : SortKey(AttributeName(name))
            else { throw .malformedNear(name) }
            key.isDescending = direction == "desc"
            keys.append(key)
        }
        return (.relevance, keys)
    }

    /// Preferences: `stock = 0 * 0.3; rating:1..5 * 1.4`, see `Preference.list(_:)`.
    package static func preferences(_ value: String) throws(InvalidValue) -> [Preference] {
        do throws(InvalidPreference) {
            return try Preference.list(value)
        } catch {
            throw .malformedPreference(error.text)
        }
    }

    /// The record members for columns of a table: `name=title,preis=price[EUR],notes=`. A column's name may
    /// contain commas and equal signs. A column that is mapped to nothing is ignored.
    package static func columns(_ value: String) throws(InvalidValue) -> [String: String] {
        var columns: [String: String] = [:]
        var name = ""
        for part in value.split(separator: ",", omittingEmptySubsequences: false) {
            name += name.isEmpty ? part : "," + part
            guard let sign = name.lastIndex(of: "=") else { continue }
            let column = String(name[..<sign])
            let member = String(name[name.index(after: sign)...])
            guard !column.isEmpty else { throw .malformedColumns(value) }
            columns[column] = member
            name = ""
        }
        guard name.isEmpty, !columns.isEmpty else { throw .malformedColumns(value) }
        return columns
    }

    /// The ranges in which to count: `price:0,10,50;stock:0,5`.
    package static func ranges(_ value: String) throws(InvalidValue) -> [(AttributeName, [AttributeValue])] {
        var ranges: [(AttributeName, [AttributeValue])] = []
        for part in value.split(separator: ";", omittingEmptySubsequences: false) {
            let pieces = part.split(separator: ":", maxSplits: 1)
            guard pieces.count == 2 else { throw .malformedRanges(value) }
            let bounds = pieces[1].split(separator: ",", maxSplits: FacetRequest.maximumBoundCount)
            ranges.append((AttributeName(String(pieces[0])), bounds.map { .text(String($0)) }))
        }
        return ranges
    }
}

extension SearchRequest {
    /// Counts the values of attributes.
    package mutating func count(_ names: [String]) {
        for name in names.map({ AttributeName($0) }) where !facets.contains(where: { $0.attribute == name }) {
            facets.append(FacetRequest(name))
        }
    }

    package mutating func count(_ ranges: [(AttributeName, [AttributeValue])]) {
        for (name, bounds) in ranges {
            count([name.rawValue])
            for index in facets.indices where facets[index].attribute == name {
                facets[index].bounds = bounds
            }
        }
    }
}

extension String {
    /// The parts between commas outside of parentheses.
    fileprivate var splitAtCommas: [Substring] {
        var parts: [Substring] = []
        var start = startIndex
        var depth = 0
        var (isQuoted, isEscaped) = (false, false)
        for index in indices {
            let character = self[index]
            if isQuoted {
                if !isEscaped, character == "\"" { isQuoted = false }
                isEscaped = !isEscaped && character == "\\"
                continue
            }
            switch character {
            case "\"": isQuoted = true
            case "(": depth += 1
            case ")": depth -= 1
            case "," where depth <= 0:
                parts.append(self[start..<index])
                start = self.index(after: index)
            default: break
            }
        }
        return parts + [self[start...]]
    }
}
