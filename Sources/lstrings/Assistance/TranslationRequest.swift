// The JSON that a translating program reads about a text, and the JSON that it answers: one object a line.

internal import JSON
internal import Localization
internal import TranslationTools

/// A message to translate.
struct TranslationRequest {
    let number: Int
    let unit: TranslationUnit
    /// The plural forms that the translation has; none for a plain text.
    let categories: [PluralCategory]
    private let table: String
    private let sourceLocale: LocaleIdentifier
    private let locale: LocaleIdentifier

    /// - Returns: `nil` for messages that are neither a plain text nor plural forms: a program cannot answer them simply.
    init?(_ unit: TranslationUnit, table: TranslationTable, number: Int) {
        guard let source = unit.source, let locale = table.locale else { return nil }
        if source.hasVariations {
            guard source.text == nil, !source.plural.isEmpty, source.substitutions.isEmpty,
                source.devices.isEmpty, source.devicePlurals.isEmpty, source.alternatives.isEmpty
            else { return nil }
            categories = locale.pluralCategories
        } else {
            guard let text = source.text?.source, !text.isEmpty else { return nil }
            categories = []
        }
        self.number = number
        self.unit = unit
        self.table = table.name
        self.locale = locale
        sourceLocale = table.sourceLocale
    }

    /// The request as a line.
    var json: String {
        var object = JSONObject()
        object.set("id", number)
        object.set("key", unit.key)
        object.set("table", table)
        object.set("from", sourceLocale.languageTag)
        object.set("to", locale.languageTag)
        if categories.isEmpty {
            object.set("source", unit.source?.text?.source)
        } else {
            var forms = JSONObject()
            for (category, form) in (unit.source?.plural ?? [:]).sorted(by: { $0.key < $1.key }) {
                forms.set(category.rawValue, form.source)
            }
            object.set("source", forms)
            object.set("forms", categories.map(\.rawValue))
        }
        if let comment = unit.comment { object.set("comment", comment) }
        if let length = unit.maximumLength { object.set("maximumLength", length) }
        return object.text
    }

    /// The translated message; `nil` if an answer has other forms than the request.
    func message(_ translation: JSONValue) -> Message? {
        if categories.isEmpty {
            guard let text = translation.string, !text.isEmpty else { return nil }
            return Message(key: unit.key, text: text)
        }
        guard translation.kind == .object else { return nil }
        var forms = MessageForms()
        var known: Set<PluralCategory> = []
        for (name, value) in translation.members {
            guard let category = PluralCategory(rawValue: name.string ?? ""), categories.contains(category),
                let text = value.string, !text.isEmpty, known.insert(category).inserted
            else { return nil }
            forms.set(text, for: .plural(category))
        }
        return known.count == categories.count ? forms.message(unit.key) : nil
    }
}

/// The answers of a program, which are used only together.
struct TranslationResponses {
    /// Why the answers are not used.
    enum Failure: Error, Hashable {
        case notJSON(line: Int)
        case unknownNumber(line: Int)
        case wrongShape(line: Int)
        case missing(count: Int, of: Int)
    }

    /// The messages by the numbers of the requests; `nil` for texts that the program left alone.
    private(set) var messages: [Int: Message?] = [:]

    init(_ output: [UInt8], to requests: [TranslationRequest]) throws(Failure) {
        let byNumber = Dictionary(requests.map { ($0.number, $0) }) { first, _ in first }
        let parser = JSONParser()
        for (index, line) in output.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { continue }
            let outcome = try? parser.withValue(of: Array(line)) {
                value -> Result<(Int, Message?), Failure> in
                guard value.kind == .object, let id = value.member("id")?.integer,
                    let request = byNumber[id]
                else { return .failure(.unknownNumber(line: index + 1)) }
                let member = value.members.lazy.first { $0.name.string == "translation" }
                guard let translation = member?.value else { return .failure(.wrongShape(line: index + 1)) }
                if translation.isNull { return .success((id, nil)) }
                guard let message = request.message(translation) else {
                    return .failure(.wrongShape(line: index + 1))
                }
                return .success((id, message))
            }
            switch outcome {
            case .success((let id, let message))?:
                guard messages.updateValue(message, forKey: id) == nil else {
                    throw .unknownNumber(line: index + 1)
                }
            case .failure(let failure)?: throw failure
            case nil: throw .notJSON(line: index + 1)
            }
        }
        guard messages.count == requests.count else {
            throw .missing(count: requests.count - messages.count, of: requests.count)
        }
    }
}
