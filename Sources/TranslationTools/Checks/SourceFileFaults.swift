// What is said once of a file of source texts, where it would be said of each message and each translation.

internal import Localization

/// Faults of files of source texts that show in translations.
///
/// If most translations have a message that the source lacks, the source is incomplete, or the message was
/// removed there, and one finding says so for all translations. A message that none of several translations
/// has, or a file whose messages none has, is new, or for the source language alone.
package struct SourceFileFaults: Sendable, Hashable {
    /// By table, the messages that most translations have and the source lacks.
    private var sharedKeys: [String: Set<String>] = [:]
    /// By table, the messages that no translation has and whose text is a name in a program.
    private var namedKeys: [String: Set<String>] = [:]
    /// The files that no translation has any message of.
    private var untranslatedPaths: Set<String> = []
    /// By table, the messages of other files that none of several translations has.
    private var untranslatedKeys: [String: Set<String>] = [:]
    private var faults: [Fault] = []

    private struct Fault: Hashable {
        let check: String
        let path: String
        let table: String
        let problem: TranslationProblem
    }

    /// - Parameter isReported: whether a file is reported on. A fault of another file stays one of the
    ///   translations.
    init(_ project: LocalizationProject, reportingOn isReported: (LocalizationFile) -> Bool) {
        for table in project.tables {
            findFaults(ofCatalogsOf: table, in: project, reportingOn: isReported)
            let sources = project.sources(table).filter { !$0.isOwnSource }
            guard let source = sources.first else { continue }
            let translations = project.files.filter { file in
                file.table == table && !project.isSource(file) && file.ownSource == nil
                    && !file.locale.isPseudo && !file.locale.isVariant(of: source.locale)
                    && !file.catalog.list.isEmpty
            }
            findNames(in: sources, lackingIn: translations)
            let count = Set(translations.map(\.locale)).count
            let reported = sources.filter(isReported)
            guard count > 1, let first = reported.first else { continue }
            if first.path == source.path {
                findSharedKeys(of: translations, count, lackingIn: sources)
            }
            // A table of one file is missing as a whole.
            if sources.count > 1 { findUntranslated(reported, in: translations, count) }
            for source in reported where !untranslatedPaths.contains(source.path) {
                findUntranslatedKeys(in: source, translations)
            }
        }
    }

    /// The same for files that have a table in all languages.
    private mutating func findFaults(
        ofCatalogsOf table: String, in project: LocalizationProject,
        reportingOn isReported: (LocalizationFile) -> Bool
    ) {
        for source in project.sources(table)
        where source.isOwnSource && source.format.contents == .allLocales && isReported(source) {
            let translations = project.files.filter { file in
                file.path == source.path && file.ownSource != nil && file.table == table
                    && !file.locale.isPseudo && !file.locale.isVariant(of: source.locale)
            }
            findUntranslatedKeys(in: source, translations)
        }
    }

    /// Whether a finding in a translation is the fault of a source.
    func explain(_ finding: Finding) -> Bool {
        guard finding.messageKey == finding.check else { return false }
        switch finding.check {
        case ObsoleteKeyCheck.name:
            return finding.key.map { sharedKeys[finding.table]?.contains($0) == true } ?? false
        case MissingKeyCheck.name:
            return finding.related.map { untranslatedPaths.contains($0.path) } ?? false
                || finding.key.map { key in
                    [namedKeys, untranslatedKeys].contains { $0[finding.table]?.contains(key) == true }
                } ?? false
        default: return false
        }
    }

    /// The faults that a check tells of, each with its file.
    func problems(
        of check: any TranslationCheck, in project: LocalizationProject
    ) -> [(file: LocalizationFile, problem: TranslationProblem)] {
        faults.filter { $0.check == check.identifier }.compactMap { fault in
            project.sources(fault.table).first { $0.path == fault.path }.map { ($0, fault.problem) }
        }
    }

    /// A file for the names of settings, such as `delete_media`, has nothing to translate.
    private mutating func findNames(
        in sources: [LocalizationFile], lackingIn translations: [LocalizationFile]
    ) {
        for source in sources {
            for message in source.catalog.list {
                guard !message.hasVariations, let text = message.text?.source,
                    text.isNameInProgram || text.isNameOfFont,
                    translations.allSatisfy({ file in
                        file.catalog[message.key].map { $0.text?.source == text } ?? true
                    })
                else { continue }
                namedKeys[source.table, default: []].insert(message.key)
            }
        }
    }

    private mutating func findSharedKeys(
        of translations: [LocalizationFile], _ count: Int, lackingIn sources: [LocalizationFile]
    ) {
        let source = sources[0]
        if source.format.placeholderSyntax == .objectiveC, KeptKeys.isOfSystem(source.table) { return }
        if translations.contains(where: { ObsoleteKeyCheck.hasTextsAsKeys($0, besides: source) }) { return }
        var locales: [String: Set<LocaleIdentifier>] = [:]
        var order: [String] = []
        for file in translations {
            for (index, message) in file.catalog.list.enumerated() {
                let key = message.key
                guard !sources.contains(where: { $0.catalog.message(for: key, near: index) != nil }),
                    !source.has(key), !file.hasOwnList(with: key),
                    EntryAnnotations.state(in: message.comment) != .obsolete
                else { continue }
                if locales[key] == nil { order.append(key) }
                locales[key, default: []].insert(file.locale)
            }
        }
        let shared = order.filter { key in
            let have = locales[key]?.count ?? 0
            return have > 1 && 2 * have > count
        }
        guard let first = shared.first else { return }
        sharedKeys[source.table] = Set(shared)
        let problem = TranslationProblem(
            .integer(Int64(shared.count)), .text(first), .integer(Int64(locales[first]?.count ?? 0)),
            variant: "source")
        faults.append(
            Fault(check: ObsoleteKeyCheck.name, path: source.path, table: source.table, problem: problem))
    }

    private mutating func findUntranslated(
        _ sources: [LocalizationFile], in translations: [LocalizationFile], _ count: Int
    ) {
        for source in sources {
            let messages = source.catalog.list
            guard
                messages.allSatisfy({ message in translations.allSatisfy { $0.catalog[message.key] == nil } })
            else { continue }
            var scope = IgnoreScope(file: source, source: nil)
            let wanted = messages.count { message in
                message.needsTranslation && namedKeys[source.table]?.contains(message.key) != true
                    && !scope.ignores(MissingKeyCheck.name, key: message.key)
            }
            guard wanted > 0 else { continue }
            untranslatedPaths.insert(source.path)
            // Where translations have the other files, this one is mostly for the source language alone.
            let problem = TranslationProblem(
                .integer(Int64(wanted)), .integer(Int64(count)), variant: "file", severity: .note)
            faults.append(
                Fault(check: MissingKeyCheck.name, path: source.path, table: source.table, problem: problem))
        }
    }

    /// Finds the messages that no translation has, and of which all translations would be reported.
    private mutating func findUntranslatedKeys(
        in source: LocalizationFile, _ translations: [LocalizationFile]
    ) {
        let messages = source.catalog.list
        var lacking = Array(messages.indices)
        for file in translations {
            if lacking.isEmpty { return }
            lacking.removeAll { index in
                let key = messages[index].key
                return file.catalog.message(for: key, near: index) != nil || file.has(key)
                    || file.hasOwnList(with: key)
            }
        }
        lacking.removeAll { index in
            let message = messages[index]
            return !message.needsTranslation || namedKeys[source.table]?.contains(message.key) == true
        }
        guard !lacking.isEmpty else { return }
        let asked = translations.filter { file in
            var scope = IgnoreScope(file: file, source: nil)
            return !scope.ignores(MissingKeyCheck.name, key: nil)
        }
        // A regional form lacks what its language lacks.
        let count = Set(asked.lazy.filter(\.parents.isEmpty).map(\.locale)).count
        guard count > 1 else { return }
        for index in lacking {
            let key = messages[index].key
            untranslatedKeys[source.table, default: []].insert(key)
            let problem = TranslationProblem(
                .text(key), .integer(Int64(count)), variant: "all", key: key)
            faults.append(
                Fault(check: MissingKeyCheck.name, path: source.path, table: source.table, problem: problem))
        }
    }
}

extension String {
    /// Whether the text is the name of a family of fonts in a style sheet: `sans-serif-medium`.
    fileprivate var isNameOfFont: Bool {
        ["sans-serif", "serif", "monospace"].contains { self == $0 || hasPrefix($0 + "-") }
            && utf8.allSatisfy { (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") }
    }

    /// Whether the text is a name that programs give to something, and no word: `delete_media`, `noSorting`.
    fileprivate var isNameInProgram: Bool {
        var hasUnderscore = false
        var hasCapital = false
        var previous: UInt8 = 0
        for (index, byte) in utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"): break
            case UInt8(ascii: "0")...UInt8(ascii: "9") where index > 0: break
            case UInt8(ascii: "_") where index > 0 && previous != byte: hasUnderscore = true
            // `iPhone` is a name that users know.
            case UInt8(ascii: "A")...UInt8(ascii: "Z") where index > 1: hasCapital = true
            default: return false
            }
            previous = byte
        }
        return hasUnderscore != hasCapital && previous != UInt8(ascii: "_")
    }
}
