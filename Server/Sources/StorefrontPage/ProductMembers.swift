// The members of a record that a shop shows: picture, link, availability. Catalogs
// may have any JSON under these names.

internal import FoundationEssentials

/// An address that a page may link to or load a picture from.
struct WebAddress: Hashable {
    /// The address as in the record.
    let text: String

    private static let limit = 2_000

    /// - Returns: `nil` for anything but `https:`, `http:` and a path of this site. Other schemes, such as
    ///   `javascript:`, could run or display content of the record.
    init?(_ text: String) {
        let isPlain = text.unicodeScalars.allSatisfy { scalar in
            // Browsers remove some control characters, and read a backslash as a slash.
            scalar.value > 0x20 && scalar.value != 0x7F && scalar != "\\" && !scalar.properties.isWhitespace
        }
        guard isPlain, text.utf8.count <= Self.limit else { return nil }
        let lower = text.prefix(8).lowercased()
        let host = lower.hasPrefix("https://") ? 8 : lower.hasPrefix("http://") ? 7 : nil
        if let host {
            guard let first = text.utf8.dropFirst(host).first, first != UInt8(ascii: "/") else { return nil }
        } else {
            guard text.utf8.first == UInt8(ascii: "/"), text.utf8.dropFirst().first != UInt8(ascii: "/")
            else {
                return nil
            }
        }
        self.text = text
    }

    /// The complete address with the site's, for programs that read the page elsewhere.
    func absolute(at site: String) -> String { text.utf8.first == UInt8(ascii: "/") ? site + text : text }
}

/// The picture of a record: an address, the first of a list, or an object with `url`, `width` and `height`.
struct ProductImage: Decodable, Hashable {
    let address: WebAddress?
    private(set) var width: Int?
    private(set) var height: Int?

    private enum Member: String, CodingKey { case url, width, height }

    init?(_ text: String) {
        guard let address = WebAddress(text) else { return nil }
        self.address = address
    }

    init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            address = WebAddress(text)
        } else if var list = try? decoder.unkeyedContainer() {
            address = list.isAtEnd ? nil : (try? list.decode(ProductImage.self))?.address
        } else if let object = try? decoder.container(keyedBy: Member.self) {
            address = (try? object.decode(String.self, forKey: .url)).flatMap { WebAddress($0) }
            width = try? object.decode(Int.self, forKey: .width)
            height = try? object.decode(Int.self, forKey: .height)
        } else {
            address = nil
        }
    }
}

/// The link to a record in the shop.
struct ProductLink: Decodable, Hashable {
    let address: WebAddress?

    init?(_ text: String) {
        guard let address = WebAddress(text) else { return nil }
        self.address = address
    }

    init(from decoder: any Decoder) throws {
        address = (try? decoder.singleValueContainer().decode(String.self)).flatMap { WebAddress($0) }
    }
}

/// Whether a record can be bought: a member of schema.org's `ItemAvailability`.
struct Availability: Decodable, Hashable {
    /// The name in schema.org; `nil` for other values.
    let name: String?

    /// The names that the page has messages for, by their spelling without capitals and separators.
    static let names = [
        "InStock", "OutOfStock", "SoldOut", "PreOrder", "BackOrder", "LimitedAvailability", "Discontinued",
    ]

    /// Whether the record can be ordered now.
    var isOrderable: Bool {
        name.map { ["InStock", "PreOrder", "BackOrder", "LimitedAvailability"].contains($0) } ?? true
    }

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let isThere = try? value.decode(Bool.self) {
            name = isThere ? "InStock" : "OutOfStock"
        } else {
            let spelled = (try? value.decode(String.self)) ?? ""
            let last = spelled.split(separator: "/").last ?? ""
            let plain = last.lowercased().filter(\.isLetter)
            name = Self.names.first { $0.lowercased() == plain }
        }
    }
}
