// Reads translation memories: PO, TMX and XLIFF files, string catalogs, and projects of `.strings` files.

internal import CatalogSearch
internal import Files
internal import Localization
internal import ProgramSupport
internal import TranslationMemory
internal import TranslationTools

/// Translations of all locales, and the memories made from them.
struct MemoryLoader {
    private let context: ToolContext
    private let sourceLocale: LocaleIdentifier
    private var units: [LocaleIdentifier: [MemoryUnit]] = [:]
    private var memories: [LocaleIdentifier: TranslationMemory] = [:]

    /// Whether all files could be read. Others are reported and left out.
    private(set) var isComplete = true

    init(_ context: ToolContext, sourceLocale: LocaleIdentifier) {
        self.context = context
        self.sourceLocale = sourceLocale
    }

    /// Reads files and folders.
    nonisolated(nonsending) mutating func read(_ paths: [String]) async {
        for path in paths {
            let path = PathName.normalized(path)
            let isFolder = (try? context.fileSystem.kind(of: path)) == .folder
            if TMXFile.isOwn(path), !isFolder {
                readExchange(path)
                continue
            }
            var exchanges: [String] = []
            if isFolder, let names = try? context.fileSystem.names(inFolder: path) {
                exchanges = names.filter(TMXFile.isOwn).map {
                    PathName.joined(path, $0)
                }
            }
            for exchange in exchanges { readExchange(exchange) }
            await readProjects(path, mayBeEmpty: !exchanges.isEmpty)
        }
    }

    private mutating func readExchange(_ path: String) {
        guard let bytes = context.read(path) else {
            isComplete = false
            return
        }
        guard let file = TMXFile(bytes) else {
            context.reporter.report(file: path, "MemoryUnreadable")
            isComplete = false
            return
        }
        for unit in file.units {
            guard let source = unit.texts[sourceLocale] ?? text(of: unit, language: sourceLocale.language)
            else {
                continue
            }
            for (locale, text) in unit.texts where locale.language != sourceLocale.language {
                units[locale, default: []].append(
                    MemoryUnit(source: source, translation: text, origin: path))
            }
        }
    }

    private func text(of unit: TMXFile.Unit, language: String) -> String? {
        unit.texts.sorted { $0.key.identifier < $1.key.identifier }.first { $0.key.language == language }?
            .value
    }

    nonisolated(nonsending) private mutating func readProjects(
        _ path: String, mayBeEmpty: Bool
    ) async {
        var loader = ProjectLoader(context: context, sourceLocale: sourceLocale)
        loader.acceptsFormats = true
        loader.usesOwnSources = true
        loader.acceptsNoFiles = mayBeEmpty
        do throws(UsageError) {
            for loaded in try await loader.load([path]) {
                if !loaded.reportDamages(context) { isComplete = false }
                add(loaded)
            }
            if !loader.isComplete { isComplete = false }
        } catch {
            context.reporter.report(error)
            isComplete = false
        }
    }

    /// Adds the translations of a project that was read already.
    mutating func add(_ loaded: ProjectSelection) {
        for locale in loaded.locales where locale != sourceLocale {
            for table in loaded.tables { add(loaded.project, table, locale) }
        }
    }

    private mutating func add(_ project: LocalizationProject, _ name: String, _ locale: LocaleIdentifier) {
        guard let table = project.translationTable(name, locale) else { return }
        let origin = project.path(name, locale)
        for unit in table.units where unit.state == .translated || unit.state == .obsolete {
            guard let source = unit.source, let translation = unit.translation else { continue }
            if let text = translation.text?.source, let original = source.text?.source {
                units[locale, default: []].append(
                    MemoryUnit(source: original, translation: text, origin: origin))
            }
            for (category, form) in translation.plural {
                guard let original = source.plural[category] ?? source.plural[.other] else { continue }
                units[locale, default: []].append(
                    MemoryUnit(
                        source: original.source, translation: form.source, category: category, origin: origin)
                )
            }
        }
    }

    /// The memory of a locale, with the translations into its language; `nil` if there is none.
    mutating func memory(for locale: LocaleIdentifier) throws(UsageError) -> TranslationMemory? {
        if let known = memories[locale] { return known }
        let others = units.keys.filter { $0 != locale && $0.language == locale.language }
        let all =
            (units[locale] ?? [])
            + others.sorted { $0.identifier < $1.identifier }.flatMap { units[$0] ?? [] }
        guard !all.isEmpty else { return nil }
        do throws(SearchError) {
            let memory = try TranslationMemory(all, sourceLocale: sourceLocale)
            memories[locale] = memory
            return memory
        } catch {
            throw UsageError("InternalFailure: %@", "\(error)")
        }
    }
}

extension TranslationMemory {
    /// Fills the untranslated messages among the changes of a file.
    ///
    /// - Returns: the number of messages that were filled.
    func fill(
        _ changes: inout Synchronizer.Changes, of source: LocalizationFile, locale: LocaleIdentifier,
        path: String
    ) -> Int {
        let units = filled(changes.untranslated, of: source, locale: locale, path: path)
        changes.fill(with: units)
        return units.count
    }

    /// Translations of untranslated messages, for review. Suggestions in which the
    /// checks find errors are left out.
    ///
    /// - Parameter path: the file for the translations.
    func filled(
        _ units: [TranslationUnit], of source: LocalizationFile, locale: LocaleIdentifier, path: String
    ) -> [TranslationUnit] {
        let categories = locale.pluralCategories
        let suggestions = units.compactMap { unit -> SuggestedTranslation? in
            guard unit.isTranslatable, let message = unit.source else { return nil }
            return suggestion(for: message, categories: categories) {
                "\($0)% match of the translation memory."
            }
        }
        guard !suggestions.isEmpty else { return [] }
        return SuggestionReview(suggestions, of: source, locale: locale, path: path).table.units
    }

    private func best(_ text: String, _ category: PluralCategory? = nil) -> MemoryMatch? {
        (try? matches(for: text, limit: 1, category: category))?.first
    }

    /// A suggestion for a message: for all of its forms, or none.
    private func suggestion(
        for message: Message, categories: [PluralCategory], note: (Int) -> String
    ) -> SuggestedTranslation? {
        if !message.hasVariations, let text = message.text?.source {
            guard let match = best(text) else { return nil }
            return SuggestedTranslation(
                Message(key: message.key, text: match.unit.translation),
                previousSource: match.unit.source == text ? nil : match.unit.source,
                note: note(match.similarity))
        }
        let isPlural =
            !message.plural.isEmpty && message.text == nil && message.substitutions.isEmpty
            && message.devices.isEmpty && message.devicePlurals.isEmpty && message.alternatives.isEmpty
        guard isPlural, let other = message.plural[.other] else { return nil }
        var forms = MessageForms()
        var least = 100
        var previous: String?
        for category in categories {
            let text = (message.plural[category] ?? other).source
            guard let match = best(text, category) else { return nil }
            forms.set(match.unit.translation, for: .plural(category))
            least = min(least, match.similarity)
            if category == .other, match.unit.source != text { previous = match.unit.source }
        }
        return SuggestedTranslation(
            forms.message(message.key), previousSource: previous, note: note(least))
    }
}
