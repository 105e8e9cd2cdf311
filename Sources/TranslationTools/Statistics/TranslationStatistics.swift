// The progress of a table's translation.

internal import Localization

/// Counts of a table's messages by how far they are; a message with plural forms counts once.
public struct TranslationStatistics: Sendable, Hashable {
    /// The messages of the source.
    public var total = 0
    /// Messages whose translation is done.
    public var translated = 0
    /// Messages with a translation that needs review.
    public var needsReview = 0
    /// Finished translations whose texts are all those of the source; part of `translated`.
    public var sameAsSource = 0
    /// Messages of the translation that the source does not have; not part of `total`.
    public var obsolete = 0

    /// Messages without a translation.
    public var untranslated: Int { total - translated - needsReview }

    /// No messages.
    public init() {}

    /// Counts a table whose texts have the placeholders of Objective-C, unless a message says otherwise.
    public init(_ table: TranslationTable) { self.init(table, placeholders: .objectiveC) }

    /// Counts a table of a project in a locale.
    package init(_ table: TranslationTable, of project: LocalizationProject) {
        let file =
            table.locale.flatMap { project.file(table.name, $0) } ?? project.source(table.name)
            ?? project.files.first { $0.table == table.name }
        // The source file may have the only texts that show the syntax.
        let formats = [project.source(table.name), file].compactMap { $0?.format }
        self.init(
            table,
            placeholders: formats.isEmpty
                ? .objectiveC : formats.lazy.compactMap(\.placeholderSyntax).first,
            isCompiledByGettext: file?.isCompiledByGettext == true)
    }

    /// Counts a table.
    ///
    /// - Parameter placeholders: the syntax of placeholders in messages that name none; `nil`
    ///   where the format has no usual one.
    private init(
        _ table: TranslationTable, placeholders: PlaceholderSyntax?, isCompiledByGettext: Bool = false
    ) {
        for unit in table.units {
            guard let source = unit.source else {
                obsolete += 1
                continue
            }
            // It is not to be translated, or there is nothing to translate.
            guard unit.isTranslatable, source.hasWords else { continue }
            total += 1
            // An empty text is no translation.
            if let forms = unit.translation?.forms, forms.contains(where: \.text.isEmpty) { continue }
            switch unit.state {
            case .translated:
                guard let translation = unit.translation else { break }
                guard
                    !translation.breaksFormat(
                        of: source, in: table.locale ?? table.sourceLocale, placeholders, isCompiledByGettext)
                else {
                    needsReview += 1
                    break
                }
                translated += 1
                if table.locale != table.sourceLocale, !translation.differs(from: source) {
                    sameAsSource += 1
                }
            case .needsReview: needsReview += 1
            case .new, .obsolete: break
            }
        }
    }

    /// The counts of several tables together.
    public static func + (left: Self, right: Self) -> Self {
        var sum = left
        sum.total += right.total
        sum.translated += right.translated
        sum.needsReview += right.needsReview
        sum.obsolete += right.obsolete
        sum.sameAsSource += right.sameAsSource
        return sum
    }
}

extension Message {
    /// Whether programs would show the translation with wrong arguments: a check of formats finds an error.
    fileprivate func breaksFormat(
        of source: Message, in locale: LocaleIdentifier, _ syntax: PlaceholderSyntax?,
        _ isCompiledByGettext: Bool
    ) -> Bool {
        guard !MessageTraits(self).union(MessageTraits(source)).isDisjoint(with: .formats) else {
            return false
        }
        let pair = MessagePair(
            message: self, source: source, isSource: false, locale: locale,
            counting: PluralCoverage(categories: [.other], integers: [:]),
            isCompiledByGettext: isCompiledByGettext,
            // Qt's formats name their syntax, gettext's do not.
            isOfTemplate: isCompiledByGettext && syntax == nil, syntax: syntax)
        return Self.formatChecks.contains { check in
            check.problems(in: pair).contains { ($0.severity ?? check.severity) == .error }
        }
    }

    private static let formatChecks = CheckRegistry.all.filter { $0.category == .formats && !$0.isOptIn }
        .compactMap { $0 as? any MessageCheck }
}
