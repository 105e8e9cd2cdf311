// Members of requests: values of JSON, or parameters.

internal import CatalogSearch
internal import JSONCoding
internal import Localization
internal import ProgramTexts

/// A member of a request, read with a check of its type.
protocol RequestMember {
    var name: String { get }
    func text() throws(RequestError) -> String
    func count() throws(RequestError) -> Int
    /// A range in the syntax of the command line, or one number.
    func range() throws(RequestError) -> NumericRange
    func flag() throws(RequestError) -> Bool
    /// A list of texts.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of texts; the rest of a longer list is not read.
    ///   - excess: the key of the message about a longer list, with the limit as its argument.
    func list(limit: Int, excess: String) throws(RequestError) -> [String]
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
struct JSONMember: RequestMember {
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

    func list(limit: Int, excess: String) throws(RequestError) -> [String] {
        guard value.kind == .list else { throw wrongType("TypeList") }
        var texts: [String] = []
        for element in value.elements {
            guard texts.count < limit else { throw RequestError(excess, limit) }
            guard let text = element.string else { throw wrongType("TypeList") }
            texts.append(text)
        }
        return texts
    }
}

/// A parameter, whose value is always a text.
struct Parameter: RequestMember {
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

    func list(limit: Int, excess: String) throws(RequestError) -> [String] {
        let texts = value.split(separator: ",", maxSplits: limit)
        guard texts.count <= limit else { throw RequestError(excess, limit) }
        return texts.map(String.init)
    }
}
