// What requests to translate have beside texts and comments: what a person would look up first.

internal import CatalogSearch
internal import JSON
internal import Localization
internal import TranslationMemory
internal import TranslationTools

/// What surrounds the messages of one table in one locale.
struct RequestContext {
    let context: TranslationContext
    /// Earlier translations into the locale; `nil` where there are none.
    let memory: TranslationMemory?
    let sources: SourceLines

    /// The most similar texts and places of use in a request.
    private static let (mostSimilar, mostUses) = (3, 5)

    /// Adds what is known about a message: `sourceText`, `placeholders`, `terms`, `similar`, `neighbours`,
    /// `uses` and `screenshots`. A list without elements is left out.
    ///
    /// - Parameter comparesTexts: whether similar texts are searched for, and not only the same one.
    func describe(_ unit: TranslationUnit, comparesTexts: Bool, in object: inout JSONObject) {
        if let text = context.sourceText(of: unit)?.principalText { object.set("sourceText", text) }
        let placeholders = context.placeholders(of: unit)
        if !placeholders.isEmpty { object.set("placeholders", placeholders) }
        set("terms", context.terms(of: unit), in: &object) { found, term in
            term.set("term", found.term)
            term.set("translations", found.translations)
        }
        let least = comparesTexts ? TranslationMemory.leastSimilarity : 100
        set("similar", similar(to: unit, atLeast: least), in: &object) { $1 = $0.json }
        set("neighbours", context.neighbours(of: unit), in: &object) { unit, neighbour in
            neighbour.set("key", unit.key)
            neighbour.set("source", (context.sourceText(of: unit) ?? unit.source)?.principalText)
            if unit.hasText, unit.state == .translated, let text = unit.translation?.principalText {
                neighbour.set("translation", text)
            }
        }
        set("uses", context.uses(of: unit).prefix(Self.mostUses), in: &object) { found, use in
            use.set("file", found.path)
            if let line = found.line { use.set("line", line) }
            if let code = sources.code(found) { use.set("code", code) }
        }
        if !unit.screenshots.isEmpty { object.set("screenshots", unit.screenshots) }
    }

    private func set<Elements: Collection>(
        _ name: String, _ elements: Elements, in object: inout JSONObject,
        describe: (Elements.Element, inout JSONObject) -> Void
    ) {
        guard !elements.isEmpty else { return }
        object.set(
            name,
            elements.map { element in
                var object = JSONObject()
                describe(element, &object)
                return object
            })
    }

    /// The translations of the most similar texts; of a plural those of its form `other`.
    private func similar(to unit: TranslationUnit, atLeast least: Int) -> [MemoryMatch] {
        guard let memory, let source = unit.source else { return [] }
        let category: PluralCategory? = source.plural.isEmpty ? nil : .other
        guard let text = category.flatMap({ source.plural[$0]?.source }) ?? source.text?.source,
            let found = try? memory.matches(
                for: text, atLeast: least, limit: Self.mostSimilar, category: category)
        else { return [] }
        return found
    }
}

extension MemoryMatch {
    /// The match as `lstrings memory --format json` writes it.
    var json: JSONObject {
        var object = JSONObject()
        object.set("similarity", similarity)
        object.set("translation", unit.translation)
        object.set("source", unit.source)
        object.set("file", unit.origin)
        return object
    }
}

/// The lines of sources that use messages, for requests that show code.
struct SourceLines {
    private var lines: [MessageUse: String] = [:]

    /// The most characters of a line.
    private static let longest = 200

    /// Reads the sources of some uses; nothing but these lines stays in memory.
    init(_ uses: some Sequence<MessageUse>, in context: ToolContext) {
        for (path, uses) in Dictionary(grouping: uses, by: \.path) {
            guard let bytes = context.read(path, acceptsPipes: false) else { continue }
            let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
            for use in uses {
                guard let number = use.line, lines.indices.contains(number - 1) else { continue }
                self.lines[use] = Self.shown(lines[number - 1])
            }
        }
    }

    /// The line of a use without the white space around it; `nil` where the source was not read.
    func code(_ use: MessageUse) -> String? { lines[use] }

    private static func shown(_ line: ArraySlice<UInt8>) -> String {
        let text = String(decoding: line, as: UTF8.self)[...].trimmingBlanks
        return text.count > longest ? text.prefix(longest) + "…" : String(text)
    }
}
