// A request of a batch: what its members mean, and what is wrong with them.

internal import ProgramSupport
internal import JSONCoding
internal import CatalogSearch
internal import Localization
internal import Storage

/// A request as it was sent, with the command line's options for all that it does not say.
struct BatchRequest {
    var request: SearchRequest
    /// The locales to search, where given; negotiated otherwise.
    var chain: [LocaleIdentifier]?
    var explains: Bool
    var returned = Returned.hits

    /// What an answer holds of the records found.
    enum Returned: String, CaseIterable {
        case hits
        /// Their ids alone, for whoever keeps the records elsewhere.
        case ids
        /// How the query may go on, and what may be meant instead.
        case suggestions
    }

    /// Reads a request. Members it does not know are passed over.
    init(_ value: JSONValue, _ options: SearchOptions) throws(UsageError) {
        guard value.kind == .object else { throw UsageError("RequestNotObject") }
        var query: String?
        request = SearchRequest("", locale: options.locale)
        options.fill(&request)
        request.scope = options.scope
        chain = options.chain
        explains = options.explains
        for (name, value) in value.members where !value.isNull {
            let name = name.string ?? ""
            let member = RequestMember(name: name, value: value)
            switch name {
            case "q": query = try member.text()
            case "locale": request.locale = try OptionValue.locale(member.text())
            case "chain":
                var locales: [LocaleIdentifier] = []
                for name in try member.list() { locales.append(try OptionValue.locale(name).base) }
                guard !locales.isEmpty else { throw member.wrongType("TypeList") }
                chain = locales
            case "scope": request.scope = try member.text()
            case "limit": request.limit = try member.count()
            case "offset": request.offset = try member.count()
            case "catalogs": request.catalogs = try member.list()
            case "fields": request.fields = try member.list().map { FieldName($0) }
            case "sort": request.sort = try OptionValue.choice(member.text(), of: name)
            case "reverse": request.isReversed = try member.flag()
            case "explain": explains = try member.flag()
            case "returns": returned = try OptionValue.choice(member.text(), of: name)
            case "price": request.price = try member.range()
            case "year": request.year = try member.range()
            case "relax": request.relax = try OptionValue.choice(member.text(), of: name)
            default: break
            }
        }
        guard let query else { throw UsageError("RequestWithoutQuery") }
        request.query = query
    }
}

/// A member of a request, with checks of its type.
private struct RequestMember {
    let name: String
    let value: JSONValue

    func text() throws(UsageError) -> String {
        guard let text = value.string else { throw wrongType("TypeText") }
        return text
    }

    func count() throws(UsageError) -> Int {
        guard let count = value.integer else { throw wrongType("TypeInteger") }
        return try OptionValue.count(String(count), of: name)
    }

    /// A range as the command line takes it, or one number.
    func range() throws(UsageError) -> NumericRange {
        if let number = value.integer { return try SearchOptions.range(String(number), of: name) }
        return try SearchOptions.range(text(), of: name)
    }

    func flag() throws(UsageError) -> Bool {
        guard let flag = value.boolean else { throw wrongType("TypeBoolean") }
        return flag
    }

    func list() throws(UsageError) -> [String] {
        guard value.kind == .list else { throw wrongType("TypeList") }
        var texts: [String] = []
        for element in value.elements {
            guard let text = element.string else { throw wrongType("TypeList") }
            texts.append(text)
        }
        return texts
    }

    func wrongType(_ type: String) -> UsageError {
        UsageError("RequestWrongType: %1$@ %2$@", arguments: [.value(.text(name)), .message(type)])
    }
}
