// Members of requests: JSON values, or parameters of an address.

internal import CatalogSearch
internal import CatalogStorage
internal import JSON
internal import Localization
internal import ProgramTexts
internal import Support

/// A member of a request, read with a check of its type.
protocol RequestMember {
    var name: String { get }
    func text() throws(RequestError) -> String
    func count() throws(RequestError) -> Int
    /// A range in the syntax of the command line, or one number.
    func range() throws(RequestError) -> NumericRange
    func flag() throws(RequestError) -> Bool
    /// A filter: a text. In JSON also a list whose elements must all hold. Of a list inside it, one element
    /// must hold.
    func filter() throws(RequestError) -> Filter
    /// Preferences: a text as ``ValueReader/preferences(_:)`` reads it, or in JSON also a list of objects.
    func preferences() throws(RequestError) -> [Preference]
    func vector() throws(RequestError) -> VectorQuery
    /// A number from 0 to 1.
    func ratio() throws(RequestError) -> Double
    /// A list of texts.
    ///
    /// - Parameters:
    ///   - limit: the maximum number of texts; the rest of a longer list is not read.
    ///   - excess: the key of the message about a longer list, with the limit as its argument.
    func list(limit: Int, excess: String) throws(RequestError) -> [String]
}

extension RequestMember {
    func wrongType(_ type: String) -> RequestError { RequestError(wrongType: type, of: name) }

    /// A whole number from 1.
    func positive() throws(RequestError) -> Int {
        let count = try count()
        guard count > 0 else { throw wrongType("TypePositive") }
        return count
    }

    /// Adds the member's name to the error of a reader.
    func read<Value>(_ read: () throws(InvalidValue) -> Value) throws(RequestError) -> Value {
        try mappingError({ RequestError($0, of: name) }, read)
    }

    /// Reads a filter from text. A blank one matches all records: forms send it if the user has chosen
    /// nothing.
    func filter(_ text: String) throws(RequestError) -> Filter {
        if text.allSatisfy(\.isWhitespace) { return .all([]) }
        do throws(FilterError) {
            return try Filter(text)
        } catch {
            throw RequestError(error)
        }
    }

    func preferences(_ text: String) throws(RequestError) -> [Preference] {
        try read { () throws(InvalidValue) in try ValueReader.preferences(text) }
    }

    func preferences(_ list: JSONValue) throws(RequestError) -> [Preference] {
        try Preference.list(json: list, name) { _, problem throws(RequestError) in
            throw RequestError(problem)
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

    func filter() throws(RequestError) -> Filter { try filter(value, isAny: false, depth: 0) }

    func preferences() throws(RequestError) -> [Preference] {
        if let text = value.string { return try preferences(text) }
        return try preferences(value)
    }

    /// Reads nested lists of texts. All elements of the outer list must hold, one element of a list inside
    /// it, and so on.
    private func filter(_ value: JSONValue, isAny: Bool, depth: Int) throws(RequestError) -> Filter {
        if let text = value.string { return try filter(text) }
        guard value.kind == .list else { throw wrongType("TypeFilter") }
        guard depth < Filter.maximumDepth else {
            throw RequestError(FilterError(.tooDeep(limit: Filter.maximumDepth)))
        }
        var parts: [Filter] = []
        for element in value.elements {
            guard parts.count < Filter.maximumConditionCount else {
                throw RequestError(FilterError(.tooManyConditions(limit: Filter.maximumConditionCount)))
            }
            parts.append(try filter(element, isAny: !isAny, depth: depth + 1))
        }
        return isAny ? .any(parts) : .all(parts)
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

    func filter() throws(RequestError) -> Filter { try filter(value) }

    func preferences() throws(RequestError) -> [Preference] {
        guard value.first == "[" else { return try preferences(value) }
        var found: Result<[Preference], RequestError> = .failure(wrongType("TypeList"))
        // Invalid JSON leaves the failure in place.
        try? JSONParser().withValue(of: Array(value.utf8)) { list in
            found = Result { () throws(RequestError) in try preferences(list) }
        }
        return try found.get()
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
