// The order of results in an address of the page: `price`, `price:desc`, `added:desc`.

public import CatalogSearch

/// An order of results, by relevance or by the values of an attribute.
public struct PageOrder: Hashable, Sendable {
    /// The order as in an address, without `:asc`.
    public let text: String

    private static let descending = ":desc"
    private static let ascending = ":asc"
    private static let near = "near("

    /// By relevance.
    public init() { text = SearchRequest.SortOrder.relevance.rawValue }

    /// The order in an address.
    public init(_ text: String) {
        self.text = text.hasSuffix(Self.ascending) ? String(text.dropLast(Self.ascending.count)) : text
    }

    init(_ name: String, isReversed: Bool) { text = isReversed ? name + Self.descending : name }

    /// Whether the greatest values come first.
    public var isReversed: Bool { text.hasSuffix(Self.descending) }

    /// The name of the order: one of ``SearchRequest/SortOrder``, or an attribute.
    public var name: String { isReversed ? String(text.dropLast(Self.descending.count)) : text }

    /// The attributes that the name may refer to: one of this name, or the first of several with their
    /// directions.
    public var attributes: Set<String> {
        let first = name.split(separator: ",").first?.split(separator: ":").first
        return [name, first.map { String($0) } ?? ""]
    }

    /// The attribute whose places are ordered by their distance; `nil` for other orders.
    public var place: AttributeName? {
        guard name.hasPrefix(Self.near), let comma = name.firstIndex(of: ",") else { return nil }
        return AttributeName(String(name[..<comma].dropFirst(Self.near.count)).trimmed)
    }

    /// One of the orders that every search has; `nil` for one by an attribute.
    public var sort: SearchRequest.SortOrder? { SearchRequest.SortOrder(rawValue: name) }
}
