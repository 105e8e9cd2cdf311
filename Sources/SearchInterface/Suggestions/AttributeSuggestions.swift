// Suggestions of attributes and their values: `col` → `color:`, `color:re` → red.

public import CatalogSearch

/// Suggests names of attributes, and after a name and a colon the values that the rest of
/// the input finds, with their counts.
public struct AttributeSuggestions: SuggestionSource {
    private let engine: SearchEngine
    private let attributes: [SearchAttribute]
    /// The maximum number of suggested values.
    public var limit: Int
    /// The fewest letters of a name that suggest it.
    private static let leastLetters = 2

    /// Suggestions of attributes of an engine's catalogs.
    public init(_ engine: SearchEngine, _ attributes: [SearchAttribute], limit: Int = 5) {
        self.engine = engine
        self.attributes = attributes
        self.limit = max(0, limit)
    }

    /// Values if the last word is an attribute's name and a colon, most frequent first; otherwise names that
    /// begin with it.
    public func suggestions(for context: SuggestionContext) -> [SearchSuggestion] {
        let scalars = context.text.unicodeScalars
        let start =
            scalars.lastIndex { $0.properties.isWhitespace }.map(scalars.index(after:)) ?? scalars.startIndex
        let (before, word) = (String(scalars[..<start]), String(scalars[start...]))
        guard !word.isEmpty, context.request.syntax == .operators else { return [] }
        guard let colon = word.unicodeScalars.firstIndex(where: SearchTokenParser.isColon) else {
            return names(word, before)
        }
        let name = String(word.unicodeScalars[..<colon])
        let prefix = String(word.unicodeScalars[word.unicodeScalars.index(after: colon)...])
        guard let attribute = attributes.first(where: { $0.isNamed(name) }),
            attribute.type == .text || attribute.type == .boolean
        else { return [] }
        return values(attribute, prefix, before, context)
    }

    private func names(_ word: String, _ before: String) -> [SearchSuggestion] {
        guard word.count >= Self.leastLetters else { return [] }
        let typed = word.lowercased()
        return attributes.filter {
            $0.title.lowercased().hasPrefix(typed) || $0.name.rawValue.lowercased().hasPrefix(typed)
        }.map { attribute in
            let isTitled = attribute.title.lowercased().hasPrefix(typed)
            let name = isTitled ? attribute.title.filter { !$0.isWhitespace } : attribute.name.rawValue
            return SearchSuggestion(.attribute, name + ":", effect: .input(text: before + name + ":"))
        }
    }

    private func values(
        _ attribute: SearchAttribute, _ prefix: String, _ before: String, _ context: SuggestionContext
    ) -> [SearchSuggestion] {
        var request = context.request
        request.query = before
        request.limit = 0
        request.facets = [FacetRequest(attribute.name, limit: limit, prefix: prefix.isEmpty ? nil : prefix)]
        guard !Task.isCancelled, let facet = try? engine.search(request).facets.first else { return [] }
        return facet.values.map { found in
            var title = found.label ?? found.value.spelling
            if let named = attribute.values.first(where: { $0.id == found.value.spelling })?.title {
                title = named
            }
            // Labels of single records are not part of the condition.
            let value: AttributeValue = found.value.type == .text ? .text(found.value.spelling) : found.value
            let token = SearchToken(
                "\(attribute.title): \(title)", representing: .attribute(attribute.name, .equals(value)))
            return SearchSuggestion(
                .attribute, "\(attribute.title): \(title)", count: found.count,
                effect: .token(token, text: before))
        }
    }
}
