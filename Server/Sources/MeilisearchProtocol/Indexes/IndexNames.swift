// The names that attributes of documents have in catalogs.
//
// An attribute of a document may have any name, and texts, numbers and truth values at the same time. A
// catalog's field or attribute has one type, and some of its names have a fixed meaning. So each use of an
// attribute has a member of its own in the record.

internal import CatalogSearch

/// The names of a catalog's fields and attributes for the attributes of documents.
enum IndexNames {
    /// Checks the uid of a new index.
    static func check(uid: String) throws(ProtocolError) {
        let isUID =
            !uid.isEmpty && uid.utf8.count <= 128
            && uid.utf8.allSatisfy {
                $0 < 0x80
                    && (Character(Unicode.Scalar($0)).isLetter || Character(Unicode.Scalar($0)).isNumber
                        || $0 == 0x2D || $0 == 0x5F)
            }
        guard isUID else { throw .invalidUID(uid) }
    }

    /// The member with the document as it was sent.
    static let document = "document"
    /// The attribute that lists which attributes a document has; see ``Presence``.
    static let presence = AttributeName("@")
    /// The attribute with the order in which documents were added.
    static let sequence = AttributeName("#")
    /// The attribute with the location of a document; see ``DocumentPlace``.
    static let place = AttributeName("%")

    /// The attribute that is a record's price if the index has a currency, and the member for it.
    static let price = "price"

    /// The names of members that have a fixed meaning in catalogs.
    private static let reserved: Set<String> = [
        "id", "type", "scope", "catalog", "year", price, "prices", "popularity", document,
    ]

    /// The signs with which the names of attributes begin.
    private static let signs: Set<Character> = ["=", "@", "#", "<", "%"]

    /// The field with an attribute's texts. A name that begins with a sign gets an underscore in front, and a
    /// reserved name one at its end. Names that already have such underscores get another one, so that no two
    /// attributes share a field.
    static func field(_ attribute: String) -> FieldName { FieldName(name(attribute, besides: reserved)) }

    /// The attribute's name for readers of the native interface and of the page. It differs from the
    /// attribute's own as that of the field does.
    static func shown(_ attribute: String) -> AttributeName {
        AttributeName(name(attribute, besides: reserved.union(["title", "relevance"])))
    }

    private static func name(_ attribute: String, besides reserved: Set<String>) -> String {
        if attribute.first(where: { $0 != "_" }).map(signs.contains) ?? false { return "_" + attribute }
        let stem = attribute.prefix { $0 != "_" }
        let isReserved =
            reserved.contains(String(stem)) && attribute.dropFirst(stem.count).allSatisfy { $0 == "_" }
        return isReserved ? attribute + "_" : attribute
    }

    /// The values of an attribute for filters: texts, numbers and truth values in lower case.
    static func filter(_ attribute: String) -> AttributeName { AttributeName("=" + attribute) }
    /// The values of an attribute by their names, which facets count.
    static func facet(_ attribute: String) -> AttributeName { AttributeName("@" + attribute) }
    static func number(_ attribute: String) -> AttributeName { AttributeName("#" + attribute) }
    /// The first text of an attribute, by which documents are sorted.
    static func order(_ attribute: String) -> AttributeName { AttributeName("<" + attribute) }
    /// The first value of an attribute. A search returns one document for each value.
    static func distinct(_ attribute: String) -> AttributeName { AttributeName("%" + attribute) }
}

/// What a document has in an attribute.
enum Presence: Character {
    /// An attribute at the top of the document.
    case top = "^"
    /// An attribute within an object.
    case nested = "+"
    /// The value is null.
    case null = "0"
    /// The value is an empty text, array or object.
    case empty = "-"

    func of(_ attribute: String) -> AttributeValue { .text("\(rawValue)\(attribute)") }
}
