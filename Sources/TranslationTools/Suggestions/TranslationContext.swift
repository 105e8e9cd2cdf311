// What helps to translate a message beside its source text: the messages around it, what it must
// keep, the terms in it, and where programs show it.

internal import Localization

/// The surroundings of the messages of a table.
package struct TranslationContext {
    private let table: TranslationTable
    private let syntax: PlaceholderSyntax?
    private let terms: GlossaryTerms?
    private let uses: MessageUses
    /// The texts in the source language, where those of the table are only names.
    private let sourceTexts: MessageCatalog?
    private let indices: [String: Int]

    /// The most neighbours on each side.
    private static let reach = 2

    /// - Parameters:
    ///   - format: the format of the file with the source texts, which says what placeholders are.
    ///   - uses: where sources use messages.
    ///   - sourceTexts: the texts of a file in the source language beside the table's own, as in `en.po`, if
    ///     there is one.
    package init(
        _ table: TranslationTable, format: any TranslationFormat, glossary: Glossary = Glossary(),
        uses: MessageUses = MessageUses(), sourceTexts: MessageCatalog? = nil
    ) {
        self.table = table
        syntax = format.placeholderSyntax
        (self.uses, self.sourceTexts) = (uses, sourceTexts)
        indices = Dictionary(table.units.enumerated().map { ($1.key, $0) }) { first, _ in first }
        terms = table.locale.map { GlossaryTerms(glossary, from: table.sourceLocale, to: $0) }
    }

    /// What readers of the source language see, where that is not the table's source text: PO files may have
    /// names such as `SAVE_BUTTON` there, whose texts are in `en.po`.
    package func sourceText(of unit: TranslationUnit) -> Message? {
        guard let text = sourceTexts?[unit.key], let shown = text.principalText, !shown.isEmpty,
            shown != unit.source?.principalText
        else { return nil }
        return text
    }

    /// The messages before and after one in the source file, at most two each.
    package func neighbours(of unit: TranslationUnit) -> [TranslationUnit] {
        guard let index = indices[unit.key] else { return [] }
        let known = { (unit: TranslationUnit) in unit.source?.principalText?.isEmpty == false }
        let before = table.units[..<index].reversed().lazy.filter(known).prefix(Self.reach)
        let after = table.units[(index + 1)...].lazy.filter(known).prefix(Self.reach)
        return before.reversed() + after
    }

    /// The placeholders of the source texts as they are written, each once: not the choices of MessageFormat,
    /// whose texts are to be translated.
    package func placeholders(of unit: TranslationUnit) -> [String] {
        guard let source = sourceText(of: unit) ?? unit.source else { return [] }
        let described = source.described(by: unit.describingComment, at: source.position)
        let chosen = ChosenSyntaxes(flags: unit.flags, format: syntax, source: described)
        var known: Set<String> = []
        return source.allFormats.flatMap {
            PlaceholderSyntax.spellings(in: $0.format.source, chosen.syntaxes)
        }.filter { known.insert($0).inserted }
    }

    /// The terms of the glossary in the source text, each with the translations that are right.
    package func terms(of unit: TranslationUnit) -> [(term: String, translations: [String])] {
        guard let terms, let text = (sourceText(of: unit) ?? unit.source)?.principalText else { return [] }
        return terms.found(in: text)
    }

    /// Where programs show the message: as the sources that were read say, then as the file itself says.
    package func uses(of unit: TranslationUnit) -> [MessageUse] {
        var uses = uses.uses(of: unit.key, table: table.name)
        var known = Set(uses)
        for use in unit.references.map(MessageUse.init(reference:)) where known.insert(use).inserted {
            uses.append(use)
        }
        return uses
    }
}

extension PlaceholderSyntax {
    /// The placeholders in a text as they are written, in order; of two that overlap the first counts.
    static func spellings(in text: String, _ syntaxes: [PlaceholderSyntax]) -> [String] {
        let bytes = Array(text.utf8)
        func spelling(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        let ranges = syntaxes.flatMap { syntax -> [Range<Int>] in
            if case .objectiveC = syntax.grammar {
                // A space behind a percent sign is a flag only by the letter of the syntax: `100% sure`.
                let specifiers = FormatString(text).specifiers
                return specifiers.map(\.range).filter { !bytes[$0].contains(0x20) }
            }
            return syntax.read(text).placeholders.map(\.range).filter { !ICUMessage.selects(spelling($0)) }
        }
        var end = 0
        return ranges.sorted { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }.compactMap {
            range -> String? in
            guard range.lowerBound >= end else { return nil }
            end = range.upperBound
            return spelling(range)
        }
    }
}
