// Addresses of the page, and the searches that they stand for.

internal import CatalogSearch
internal import Localization

/// The search in an address of the page.
struct PageAddress {
    let query: String
    var scope: String
    let locale: LocaleIdentifier
    var sort: SearchRequest.SortOrder
    var offset: Int

    /// The parameters of the address in order, without empty ones and defaults.
    var parameters: [(name: String, value: String)] {
        var parameters: [(name: String, value: String)] = []
        func append(_ name: String, _ value: String, unless usual: String = "") {
            if value != usual, value != "" { parameters.append((name, value)) }
        }
        append("q", query)
        append("scope", scope, unless: SearchResults.allScopes)
        append("locale", locale.identifier)
        append("sort", sort.rawValue, unless: SearchRequest.SortOrder.relevance.rawValue)
        append("offset", String(offset), unless: "0")
        return parameters
    }

    /// The address, relative to the root.
    var text: String {
        "/?" + parameters.map { "\($0.name)=\(Self.formEncoded($0.value))" }.joined(separator: "&")
    }

    /// A changed copy.
    func with(scope: String? = nil, sort: SearchRequest.SortOrder? = nil, offset: Int) -> PageAddress {
        PageAddress(
            query: query, scope: scope ?? self.scope, locale: locale, sort: sort ?? self.sort, offset: offset)
    }

    /// A value in `application/x-www-form-urlencoded`, as browsers encode it (WHATWG URL, section 5).
    static func formEncoded(_ value: String) -> String {
        var encoded: [UInt8] = []
        encoded.reserveCapacity(value.utf8.count)
        let digits = Array("0123456789ABCDEF".utf8)
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: " "): encoded.append(UInt8(ascii: "+"))
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "*"), UInt8(ascii: "-"),
                UInt8(ascii: "."),
                UInt8(ascii: "_"):
                encoded.append(byte)
            default: encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }
}
