// Addresses of pages, and the searches that they stand for.

internal import CatalogSearch
internal import Localization

/// The search in an address of the page.
struct PageAddress: Hashable {
    var query = ""
    var scope = SearchResults.allScopes
    var filters = PageFilters()
    var locale: LocaleIdentifier
    /// The currency of prices; `nil` for each record's own.
    var currency: String?
    /// The market of prices.
    var market: String?
    /// Whether variants are found as one hit.
    var isGrouped = true
    var layout = PageLayout.list
    var order = PageOrder()
    var offset = 0

    /// The parameters of the address in order, without empty ones and defaults.
    var parameters: [(name: String, value: String)] {
        var parameters: [(name: String, value: String)] = []
        func append(_ name: String, _ value: String, unless usual: String = "") {
            if value != usual, value != "" { parameters.append((name, value)) }
        }
        append("q", query)
        append("scope", scope, unless: SearchResults.allScopes)
        parameters += filters.parameters
        parameters += readerParameters
        append("sort", order.text, unless: PageOrder().text)
        append("offset", String(offset), unless: "0")
        return parameters
    }

    /// The parameters that the pages of records have, too.
    var readerParameters: [(name: String, value: String)] {
        var parameters = [("locale", locale.identifier)]
        if let currency { parameters.append(("currency", currency)) }
        if let market { parameters.append(("market", market)) }
        if !isGrouped { parameters.append(("group", "none")) }
        if layout != .list { parameters.append(("view", layout.rawValue)) }
        return parameters.map { (name: $0.0, value: $0.1) }
    }

    /// The address, relative to the root.
    var text: String { Self.text("/", parameters) }

    /// The address without the choices of one reader: the server then uses each reader's preferences.
    var textForAnyReader: String {
        let own = Set(readerParameters.map(\.name))
        return Self.text("/", parameters.filter { !own.contains($0.name) })
    }

    /// The search without a query and filters, for the same reader.
    var home: PageAddress {
        PageAddress(locale: locale, currency: currency, market: market, isGrouped: isGrouped, layout: layout)
    }

    /// A changed copy.
    func with(_ change: (inout PageAddress) -> Void) -> PageAddress {
        var copy = self
        change(&copy)
        return copy
    }

    /// The address of a record's page for the same reader.
    func text(of id: String, in catalog: String) -> String {
        Self.text(Self.record(id, in: catalog), readerParameters)
    }

    /// The path of a record's page.
    static func record(_ id: String, in catalog: String) -> String {
        "/c/\(percentEncoded(catalog))/\(percentEncoded(id))"
    }

    static func text(_ path: String, _ parameters: [(name: String, value: String)]) -> String {
        guard !parameters.isEmpty else { return path }
        return path + "?"
            + parameters.map { "\(formEncoded($0.name))=\(formEncoded($0.value))" }.joined(separator: "&")
    }

    /// A value in `application/x-www-form-urlencoded`, as browsers encode it (WHATWG URL, section 5).
    static func formEncoded(_ value: String) -> String {
        encoded(value) { byte in
            switch byte {
            case UInt8(ascii: "*"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
            default: byte.isLetterOrDigit
            }
        }.replacing("%20", with: "+")
    }

    /// A segment of a path (RFC 3986, section 3.3). All but its unreserved characters are encoded.
    static func percentEncoded(_ segment: String) -> String {
        // Browsers and proxies resolve dot segments, encoded or not.
        if segment == "." || segment == ".." { return segment.replacing(".", with: "%2E") }
        return encoded(segment) { byte in
            switch byte {
            case UInt8(ascii: "~"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"): true
            default: byte.isLetterOrDigit
            }
        }
    }

    private static func encoded(_ value: String, except isKept: (UInt8) -> Bool) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(value.utf8.count)
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in value.utf8 {
            if isKept(byte) {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
