// Completes values of attributes in queries: `color:re` becomes `color:red`.

extension QuerySuggester {
    /// A value at the end of a query.
    struct TypedValue {
        let attribute: AttributeName
        /// The beginning of the value, as typed.
        let text: String
        let before: String
        /// Whether the query has only the attribute's name so far, which is not a clause.
        let isPending: Bool
    }

    /// The value of a text attribute at the end of a query; `nil` if something else is there.
    ///
    /// - Parameter end: the number of scalars of the query.
    func typedValue(
        at end: Int, of parsed: ParsedQuery, _ request: CheckedRequest
    ) throws(SearchError) -> TypedValue? {
        if let name = parsed.pending.last, request.request.query.hasSuffix(name),
            let colon = name.unicodeScalars.last,
            colon == ":" || colon == "："
        {
            let own = name.unicodeScalars.dropLast().drop { $0 == "-" }
            guard
                case .attribute(let attribute)? = try QueryNames(
                    request.request, engine.catalogs.map(\.description))[String(own)],
                canComplete(attribute)
            else { return nil }
            return TypedValue(attribute: attribute, text: "", before: request.request.query, isPending: true)
        }
        guard let term = parsed.clauses.last?.last, case .filter(let filter) = term.content,
            term.valueRange.upperBound == end
        else { return nil }
        var condition: Filter.Condition?
        switch filter {
        case .condition(let own), .not(.condition(let own)): condition = own
        default: break
        }
        guard let condition, case .equals(.text(let value, _)) = condition.test,
            canComplete(condition.attribute)
        else { return nil }
        let scalars = request.request.query.unicodeScalars
        let typed = String(scalars.dropFirst(term.valueRange.lowerBound))
        // Not after a comparison, as in `color:=red`.
        guard typed == value else { return nil }
        return TypedValue(
            attribute: condition.attribute, text: value,
            before: String(scalars.prefix(term.valueRange.lowerBound)), isPending: false)
    }

    private func canComplete(_ attribute: AttributeName) -> Bool {
        attribute != .id && catalogs.descriptions.types(of: attribute).contains(.text)
    }

    /// The values with this beginning in the records that the rest of the query finds, most records first.
    func completions(
        of typed: TypedValue, _ parsed: ParsedQuery, _ request: CheckedRequest, _ limit: Int
    ) throws(SearchError) -> [Completion] {
        var rest = parsed
        rest.pending = []
        if !typed.isPending { rest.clauses.removeLast() }
        let counted = request.counting(FacetRequest(typed.attribute, limit: limit, prefix: typed.text))
        let query = try engine.query(counted, catalogs, parsed: rest)
        var completions: [Completion] = []
        try budget.run { () throws(SearchError) in
            for value in try engine.find(query, in: catalogs).results.facets.first?.values ?? [] {
                let label = value.label ?? value.value.spelling
                guard let spelling = Self.spelling(label) ?? Self.spelling(value.value.spelling) else {
                    continue
                }
                let query = typed.before + spelling
                guard let count = try count(query, request), count > 0 else { continue }
                completions.append(Completion(query: query, word: label, count: count))
            }
        }
        // Of equal counts, the order of the facet stays.
        completions.sort { $0.count > $1.count }
        return completions
    }

    /// A value as a query has it, in quotation marks if necessary; `nil` if a query cannot contain it.
    private static func spelling(_ value: String) -> String? {
        let isPlain = value.unicodeScalars.allSatisfy { scalar in
            !scalar.properties.isWhitespace && !QueryParser.marksPhrase(scalar)
        }
        let begins = value.unicodeScalars.first.map { "<>=".unicodeScalars.contains($0) } ?? true
        if isPlain, !begins { return value }
        return value.isEmpty || value.unicodeScalars.contains("\"") ? nil : "\"\(value)\""
    }
}
