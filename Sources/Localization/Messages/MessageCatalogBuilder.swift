// The builder that joins the forms of a message, which are separate entries of a file.

/// Collects keys and texts, and builds messages from them.
struct MessageCatalogBuilder {
    private(set) var diagnostics: [MessageDiagnostic] = []
    private let readsVariations: Bool
    private var parts: [Parts] = []
    private var indices: [String: Int] = [:]

    /// A message whose forms are being collected.
    private struct Parts {
        let key: String
        var text: String?
        /// `nil` for messages with one text, which most are.
        var forms: MessageForms?
        var comments: [String]?
        let position: SourcePosition?
    }

    /// - Parameter capacity: the expected number of texts.
    init(readsVariations: Bool = true, capacity: Int = 0) {
        self.readsVariations = readsVariations
        parts.reserveCapacity(capacity)
        indices.reserveCapacity(capacity)
    }

    /// Adds a text. `key` may name a form, such as `key|==|plural.one`.
    mutating func add(key: String, text: String, comment: String?, position: SourcePosition?) {
        let mayVary = readsVariations && VariationKey.mayBe(key)
        guard mayVary, let form = VariationKey(key) else {
            if mayVary, let suffix = VariationKey.unknownSuffix(of: key) {
                report(.unknownVariation(suffix: suffix), key, position)
            }
            parts[index(of: key, position)].text = text
            note(comment, parts.count - 1, key)
            return
        }
        add(text, as: form, position: position)
        note(comment, parts.count - 1, form.key)
    }

    /// Adds all plural forms of a message.
    mutating func add(key: String, plural: [PluralCategory: String], comment: String?) {
        for (category, text) in plural.sorted(by: { $0.key < $1.key }) {
            add(text, as: VariationKey(key: key, variation: .plural(category)), position: nil)
        }
        if !plural.isEmpty { note(comment, parts.count - 1, key) }
    }

    mutating func add(key: String, substitution name: String, forms: [PluralCategory: String]) {
        for (category, text) in forms.sorted(by: { $0.key < $1.key }) {
            add(
                text, as: VariationKey(key: key, variation: .substitution(name: name, category)),
                position: nil)
        }
    }

    /// Adds the plain text for a literal key.
    mutating func add(literalKey key: String, text: String) { parts[index(of: key, nil)].text = text }

    /// Reports a message that was left out because another one has the same key.
    mutating func reportConflict(_ key: String) { report(.conflictingMessages, key, nil) }

    /// The messages in the order in which their first parts were added.
    mutating func finish() -> [Message] {
        parts.map { parts in
            var forms = parts.forms ?? MessageForms()
            forms.text = parts.text.map { FormatString($0) }
            let message = forms.message(
                parts.key, comment: parts.comments?.joinedLines, position: parts.position)
            check(message)
            return message
        }
    }

    private mutating func add(_ text: String, as form: VariationKey, position: SourcePosition?) {
        let index = index(of: form.key, position)
        var forms = parts[index].forms ?? MessageForms()
        parts[index].forms = nil
        let previous = forms.set(text, for: form.variation)
        parts[index].forms = forms
        if previous != nil { report(.duplicateForm(suffix: form.suffix), form.key, position) }
    }

    private mutating func index(of key: String, _ position: SourcePosition?) -> Int {
        if let known = indices.updateValue(parts.count, forKey: key) {
            indices[key] = known
            return known
        }
        parts.append(Parts(key: key, position: position))
        return parts.count - 1
    }

    /// Adds a comment, unless another form of the message has the same one.
    private mutating func note(_ comment: String?, _ guess: Int, _ key: String) {
        guard let comment, let index = parts[guess].key == key ? guess : indices[key],
            parts[index].comments?.contains(comment) != true
        else { return }
        parts[index].comments = (parts[index].comments ?? []) + [comment]
    }

    private mutating func report(
        _ kind: MessageDiagnostic.Kind, _ key: String, _ position: SourcePosition?
    ) {
        diagnostics.append(MessageDiagnostic(kind: kind, key: key, position: position))
    }

    /// Reports what is wrong with the forms of a message.
    mutating func check(_ message: Message) {
        let (key, position) = (message.key, message.position)
        if !message.hasVariations, let text = message.text, !text.hasSubstitutions { return }
        if !message.plural.isEmpty {
            if message.plural[.other] == nil { report(.missingOther, key, position) }
            if message.text != nil { report(.plainTextBesidesPlural, key, position) }
        } else if !message.hasCommonText {
            report(.missingText, key, position)
        }
        for forms in message.devicePlurals.values where forms[.other] == nil {
            report(.missingOther, key, position)
        }
        var used: Set<String> = []
        for format in message.formats {
            for case .substitution(let reference) in format.segments { used.insert(reference.name) }
        }
        guard !used.isEmpty || !message.substitutions.isEmpty else { return }
        for (name, forms) in message.substitutions.sorted(by: { $0.key < $1.key }) {
            if forms[.other] == nil { report(.missingSubstitutionOther(name: name), key, position) }
            if !used.contains(name) { report(.unusedSubstitution(name: name), key, position) }
        }
        for name in used.subtracting(message.substitutions.keys).sorted() {
            report(.unknownSubstitution(name: name), key, position)
        }
    }
}

extension Message {
    /// Whether there is a text for every device.
    fileprivate var hasCommonText: Bool {
        text != nil || devices[Self.otherDevice] != nil || devicePlurals[Self.otherDevice] != nil
            || !alternatives.isEmpty
    }
}
