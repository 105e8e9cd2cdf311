// The JSON that a translating program reads about a text, and the JSON of its response: one object a line.

internal import JSON
internal import Localization
internal import TranslationTools

/// A message to translate.
struct TranslationRequest {
    let number: Int
    let unit: TranslationUnit
    /// The plural forms that the translation needs; none for a plain text.
    let categories: [PluralCategory]
    private let table: String
    private let sourceLocale: LocaleIdentifier
    private let context: RequestContext?
    let locale: LocaleIdentifier
    /// Whether similar texts are searched for, and not only the same one.
    var comparesTexts = true

    /// - Parameter context: what the request has beside the texts; `nil` where none is sent.
    /// - Returns: `nil` for messages that are neither a plain text nor plural forms, which are too complex
    ///   for a program's response.
    init?(
        _ unit: TranslationUnit, table: TranslationTable, number: Int,
        context: RequestContext? = nil
    ) {
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
        self.context = context
        sourceLocale = table.sourceLocale
    }

    /// The most texts of a run for which similar ones are searched, at some milliseconds each.
    static let mostCompared = 5_000

    /// The requests of several files in one list. Of more than are compared the first ones of each file are,
    /// so that no language is left without similar texts.
    static func comparing(
        _ files: [[TranslationRequest]], most: Int = mostCompared
    ) -> [TranslationRequest] {
        var requests = files.flatMap { $0 }
        let ranks = files.flatMap(\.indices)
        for index in requests.indices.sorted(by: { (ranks[$0], $0) < (ranks[$1], $1) }).dropFirst(most) {
            requests[index].comparesTexts = false
        }
        return requests
    }

    /// The request as a line.
    var json: String {
        var object = JSONObject()
        object.set("id", number)
        describe(in: &object)
        return object.text
    }

    /// Adds the information that a translator needs.
    func describe(in object: inout JSONObject) {
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
        context?.describe(unit, comparesTexts: comparesTexts, in: &object)
    }

    /// The translated message; `nil` if a response has other forms than the request.
    func message(_ translation: JSON) -> Message? {
        if categories.isEmpty {
            guard let text = translation.string, !text.isEmpty else { return nil }
            return Message(key: unit.key, text: text)
        }
        var forms = MessageForms()
        var known: Set<PluralCategory> = []
        for member in translation.members {
            guard let category = PluralCategory(rawValue: member.name), categories.contains(category),
                let text = member.value.string, !text.isEmpty, known.insert(category).inserted
            else { return nil }
            forms.set(text, for: .plural(category))
        }
        return known.count == categories.count ? forms.message(unit.key) : nil
    }
}

/// The responses of a program, which are used all together or not at all.
struct TranslationResponses {
    /// Why the responses are not used.
    enum Failure: Error, Hashable {
        case notJSON(line: Int)
        case unknownNumber(line: Int)
        case wrongShape(line: Int)
        case missing(count: Int, of: Int)
    }

    /// The messages by the numbers of the requests; `nil` for texts that the program left untranslated.
    private(set) var messages: [Int: Message?] = [:]

    init(_ output: [UInt8], to requests: [TranslationRequest]) throws(Failure) {
        let byNumber = Dictionary(requests.map { ($0.number, $0) }) { first, _ in first }
        for (index, line) in output.split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { continue }
            guard let response = try? JSONReader.value(of: Array(line)) else {
                throw .notJSON(line: index + 1)
            }
            guard let id = response["id"]?.integer, let request = byNumber[id] else {
                throw .unknownNumber(line: index + 1)
            }
            guard let translation = response["translation"] else { throw .wrongShape(line: index + 1) }
            let message = request.message(translation)
            guard translation.isNull || message != nil else { throw .wrongShape(line: index + 1) }
            guard messages.updateValue(message, forKey: id) == nil else {
                throw .unknownNumber(line: index + 1)
            }
        }
        guard messages.count == requests.count else {
            throw .missing(count: requests.count - messages.count, of: requests.count)
        }
    }
}
