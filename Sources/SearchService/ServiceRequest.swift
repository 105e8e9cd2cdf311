// A request from outside: what its members mean, and what is wrong with them.

public import CatalogSearch
internal import JSONCoding
internal import Localization
internal import ProgramTexts

/// A request as it was sent, with defaults for all that it does not say.
public struct ServiceRequest: Hashable, Sendable {
    /// What is looked for. Its chain is not used where ``chain`` is given or is to be negotiated.
    public var request: SearchRequest
    /// The locales to search, where given; negotiated otherwise.
    public var chain: [LocaleIdentifier]?
    /// Whether each hit says why it was found.
    public var explains: Bool
    /// What the answer holds of the records found.
    public var returned: Returned
    /// What whoever asks prefers, best first, for the chain that is negotiated; as the service's own where empty.
    public var preferredLocales: [LocaleIdentifier] = []
    /// Whether each hit says in which locale each of its texts is, for whoever marks up languages.
    public var tellsLocales = false

    /// What an answer holds of the records found.
    public enum Returned: String, Hashable, Sendable, CaseIterable {
        /// All that is shown of them.
        case hits
        /// Their ids alone, for whoever keeps the records elsewhere.
        case ids
        /// How the query may go on, and what may be meant instead.
        case suggestions
    }

    /// A request.
    public init(
        _ request: SearchRequest, chain: [LocaleIdentifier]? = nil, explains: Bool = false,
        returned: Returned = .hits
    ) {
        self.request = request
        self.chain = chain
        self.explains = explains
        self.returned = returned
    }

    /// Reads a request. Members it does not know are passed over.
    init(_ value: JSONValue, _ defaults: ServiceRequest) throws(RequestError) {
        guard value.kind == .object else { throw RequestError("RequestNotObject") }
        self = defaults
        var hasQuery = false
        for (name, value) in value.members where !value.isNull {
            let name = name.string ?? ""
            try set(JSONMember(name: name, value: value))
            hasQuery = hasQuery || name == "q"
        }
        guard hasQuery else { throw RequestError("RequestWithoutQuery") }
    }

    /// Reads parameters such as those of a URL: lists with commas between their elements, `true` or `false` for what is
    /// or is not. Of several of a name the last counts; an empty one is as good as none. The locale is read first, so
    /// that whatever is wrong can be told in it.
    mutating func read(parameters: some Sequence<(name: String, value: String)>) throws(RequestError) {
        let parameters = parameters.filter { !$0.value.isEmpty }.map(Parameter.init)
        for parameter in parameters where parameter.name == "locale" { try set(parameter) }
        for parameter in parameters where parameter.name != "locale" { try set(parameter) }
    }

    private mutating func set(_ member: some RequestMember) throws(RequestError) {
        switch member.name {
        case "q": request.query = try member.text()
        case "locale": request.locale = try member.locale()
        case "chain":
            var locales: [LocaleIdentifier] = []
            for name in try member.list() {
                let locale = try member.read { () throws(InvalidValue) in try ValueReader.locale(name) }
                locales.append(locale.base)
            }
            guard !locales.isEmpty else { throw member.wrongType("TypeList") }
            chain = locales
        case "scope": request.scope = try member.text()
        case "limit": request.limit = try member.count()
        case "offset": request.offset = try member.count()
        case "catalogs": request.catalogs = try member.list()
        case "fields": request.fields = try member.list().map { FieldName($0) }
        case "sort": request.sort = try member.choice()
        case "reverse": request.isReversed = try member.flag()
        case "explain": explains = try member.flag()
        case "returns": returned = try member.choice()
        case "price": request.price = try member.range()
        case "year": request.year = try member.range()
        case "relax": request.relax = try member.choice()
        default: break
        }
    }
}

/// A member of a request, with checks of its type.
private protocol RequestMember {
    var name: String { get }
    func text() throws(RequestError) -> String
    func count() throws(RequestError) -> Int
    /// A range as the command line takes it, or one number.
    func range() throws(RequestError) -> NumericRange
    func flag() throws(RequestError) -> Bool
    func list() throws(RequestError) -> [String]
}

extension RequestMember {
    func wrongType(_ type: String) -> RequestError { RequestError(wrongType: type, of: name) }

    /// Adds the member's name to the error of a reader.
    func read<Value>(_ read: () throws(InvalidValue) -> Value) throws(RequestError) -> Value {
        do throws(InvalidValue) {
            return try read()
        } catch {
            throw RequestError(error, of: name)
        }
    }

    func locale() throws(RequestError) -> LocaleIdentifier {
        let text = try text()
        return try read { () throws(InvalidValue) in try ValueReader.locale(text) }
    }

    func choice<Choice: CaseIterable & RawRepresentable<String>>() throws(RequestError) -> Choice {
        let text = try text()
        return try read { () throws(InvalidValue) in try ValueReader.choice(text) }
    }
}

/// A member of a JSON object.
private struct JSONMember: RequestMember {
    let name: String
    let value: JSONValue

    func text() throws(RequestError) -> String {
        guard let text = value.string else { throw wrongType("TypeText") }
        return text
    }

    func count() throws(RequestError) -> Int {
        guard let count = value.integer else { throw wrongType("TypeInteger") }
        return try read { () throws(InvalidValue) in try ValueReader.count(String(count)) }
    }

    func range() throws(RequestError) -> NumericRange {
        let text = if let number = value.integer { String(number) } else { try text() }
        return try read { () throws(InvalidValue) in try ValueReader.range(text) }
    }

    func flag() throws(RequestError) -> Bool {
        guard let flag = value.boolean else { throw wrongType("TypeBoolean") }
        return flag
    }

    func list() throws(RequestError) -> [String] {
        guard value.kind == .list else { throw wrongType("TypeList") }
        var texts: [String] = []
        for element in value.elements {
            guard let text = element.string else { throw wrongType("TypeList") }
            texts.append(text)
        }
        return texts
    }
}

/// A parameter, which is a text whatever it stands for.
private struct Parameter: RequestMember {
    let name: String
    let value: String

    func text() -> String { value }

    func count() throws(RequestError) -> Int {
        try read { () throws(InvalidValue) in try ValueReader.count(value) }
    }

    func range() throws(RequestError) -> NumericRange {
        try read { () throws(InvalidValue) in try ValueReader.range(value) }
    }

    func flag() throws(RequestError) -> Bool {
        switch value {
        case "true", "1": return true
        case "false", "0": return false
        default: throw wrongType("TypeBoolean")
        }
    }

    func list() -> [String] { value.split(separator: ",").map(String.init) }
}
