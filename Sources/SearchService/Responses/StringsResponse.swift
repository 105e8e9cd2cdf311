// A table of messages, as JSON for front ends.

internal import JSON
internal import Localization

/// A table of messages as JSON.
struct StringsResponse {
    private let messages: [(locale: LocaleIdentifier, message: Message)]
    private let locale: LocaleIdentifier

    /// - Parameter locale: the client's locale.
    init(_ messages: [(locale: LocaleIdentifier, message: Message)], locale: LocaleIdentifier) {
        self.messages = messages
        self.locale = locale
    }

    var object: JSONObject {
        var strings = JSONObject()
        for (_, message) in messages {
            if !message.plural.isEmpty {
                strings.set(message.key, forms(message.plural))
            } else if message.substitutions.isEmpty {
                strings.set(message.key, message.text?.source ?? message.key)
            } else {
                strings.set(message.key, substituted(message))
            }
        }
        var object = JSONObject()
        object.set("locale", locale.identifier)
        // By the majority, because some messages may exist in another language only.
        let rightToLeftCount = messages.count { $0.locale.isRightToLeft }
        object.set("direction", rightToLeftCount * 2 > messages.count ? "rtl" : "ltr")
        object.set("strings", strings)
        return object
    }

    /// A message with several counted numbers, and the plural forms of each.
    private func substituted(_ message: Message) -> JSONObject {
        var substitutions = JSONObject()
        for (name, plural) in message.substitutions.sorted(by: { $0.key < $1.key }) {
            substitutions.set(name, forms(plural))
        }
        var object = JSONObject()
        object.set("text", message.text?.source ?? message.key)
        object.set("substitutions", substitutions)
        return object
    }

    /// The forms by plural category, in CLDR's order.
    private func forms(_ plural: [PluralCategory: FormatString]) -> JSONObject {
        var object = JSONObject()
        for category in PluralCategory.allCases {
            if let form = plural[category] { object.set(category.rawValue, form.source) }
        }
        return object
    }
}
