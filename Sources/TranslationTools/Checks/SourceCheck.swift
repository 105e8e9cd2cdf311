// Checks of texts beside the sources that use them.

internal import Localization

/// What a check of sources looks at: the sources, and the texts of all projects that they may ask for.
package struct SourceCheckRun: Sendable {
    package let projects: [LocalizationProject]
    package let sources: SourceUses
    package let kept: KeptKeys
    /// The only tables whose texts are known; all where empty.
    package let selectedTables: Set<String>
    /// The files with source texts, by table.
    let tables: [String: [LocalizationFile]]

    package init(
        projects: [LocalizationProject], sources: SourceUses, kept: KeptKeys = KeptKeys(),
        selectedTables: Set<String> = []
    ) {
        self.projects = projects
        self.sources = sources
        self.kept = kept
        self.selectedTables = selectedTables
        tables = projects.reduce(into: [:]) { tables, project in
            for file in Self.sourceFiles(of: project, ofAllLanguages: true) {
                tables[file.table, default: []].append(file)
                // A table of a folder is requested by its name alone.
                if let name = file.table.split(separator: "/").last, name != file.table {
                    tables[String(name), default: []].append(file)
                }
            }
        }
    }

    /// The files with the source texts of a project. Where a table has none of
    /// its own, translations name them.
    ///
    /// - Parameter ofAllLanguages: whether those that any language names count; else those of the first one.
    static func sourceFiles(
        of project: LocalizationProject, ofAllLanguages: Bool = false
    ) -> [LocalizationFile] {
        var files = project.files.filter(project.isSource)
        var tables = Set(files.map(\.table))
        for file in project.files where !tables.contains(file.table) {
            guard let source = file.ownSource else { continue }
            files.append(source)
            if !ofAllLanguages { tables.insert(file.table) }
        }
        return files
    }

    /// The files that may have the text of a call; `nil` if its table is not selected.
    func files(for call: SourceCall) -> [LocalizationFile]? {
        switch call.table {
        case .named(let name):
            return selectedTables.isEmpty || selectedTables.contains(name) ? tables[name] ?? [] : nil
        case .standard:
            if let files = tables[Localizer.defaultTable] { return files }
            // Where only the system's tables are known, the program has its texts elsewhere.
            if tables.keys.allSatisfy(KeptKeys.isOfSystem) { return nil }
            fallthrough
        case .any:
            return selectedTables.isEmpty ? tables.values.flatMap { $0 } : nil
        }
    }

    /// The messages that a call may show.
    func messages(for call: SourceCall) -> [(file: LocalizationFile, message: Message)]? {
        files(for: call).map { files in
            files.flatMap { file -> [(LocalizationFile, Message)] in
                if !call.isInterpolated { return file.catalog[call.key].map { [(file, $0)] } ?? [] }
                return file.catalog.list.filter {
                    $0.key.utf8.contains(UInt8(ascii: "%")) && SourceUses.pattern(of: $0.key) == call.key
                        && call.mayLookUp($0.key)
                }.map { (file, $0) }
            }
        }
    }

    /// The name of the table of a call, as it is shown to people.
    func tableName(of call: SourceCall) -> String {
        if case .named(let name) = call.table { return name }
        return tables[Localizer.defaultTable] != nil
            ? Localizer.defaultTable : tables.keys.sorted().first ?? Localizer.defaultTable
    }

    /// The findings of the checks of texts, without those about obsolete messages that the sources use after
    /// all, or that a check of sources reports already.
    ///
    /// - Parameter own: what the checks of sources have found.
    package func reconciled(_ findings: [Finding], with own: [Finding]) -> [Finding] {
        struct Entry: Hashable { let path: String, table: String, key: String? }
        let unused = Set(
            own.filter { $0.check == UnusedKeyCheck().identifier }
                .map { Entry(path: $0.path, table: $0.table, key: $0.key) })
        return findings.filter { finding in
            guard finding.check == ObsoleteKeyCheck().identifier, let key = finding.key else { return true }
            if unused.contains(Entry(path: finding.path, table: finding.table, key: key)) { return false }
            return finding.messageKey == ObsoleteKeyCheck.staleMessage
                || !sources.uses(key, table: finding.table)
        }
    }

    var sourceLocale: LocaleIdentifier { projects.first?.sourceLocale ?? .english }
}

/// A check of sources and texts together.
package protocol SourceCheck: TranslationCheck {
    /// What is wrong, with its place.
    func findings(in run: SourceCheckRun) -> [Finding]
}

/// Runs the checks of sources.
package struct SourceCheckRunner: Sendable {
    private let run: SourceCheckRun
    private let checks: [any SourceCheck]
    private let severities: [String: Severity]

    package init(_ run: SourceCheckRun, options: CheckOptions = CheckOptions()) {
        self.run = run
        checks = CheckRegistry.all.filter(options.includes).compactMap { $0 as? any SourceCheck }
        severities = options.severities
    }

    /// Everything that the checks find, by file and position, without what comments ask them not to report.
    package func findings() -> [Finding] {
        let sources = Dictionary(
            run.sources.files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
        var files: [String: IgnoreScope] = [:]
        for project in run.projects {
            for file in SourceCheckRun.sourceFiles(of: project) where files[file.path] == nil {
                files[file.path] = IgnoreScope(file: file, source: nil)
            }
        }
        return checks.flatMap { $0.findings(in: run) }.filter { finding in
            if let source = sources[finding.path], let position = finding.position {
                return !source.ignores(finding.check, at: position)
            }
            return files[finding.path]?.ignores(finding.check, key: finding.key) != true
        }.sorted(by: Finding.isInOrder)
    }
}

extension SourceCall {
    /// Whether a key has the specifiers that the interpolations become: `\(count)` is
    /// `%lld`, and `%@` is another key.
    fileprivate func mayLookUp(_ key: String) -> Bool {
        let message = Message(key: key, text: key)
        return message.argumentModels.allSatisfy { position, model in
            guard let arguments, arguments.indices.contains(position - 1),
                let passed = arguments[position - 1]
            else { return true }
            return model.argumentClass == passed
        }
    }
}

extension SourceCheck {
    func finding(
        _ call: SourceCall, in source: SourceFile, table: String, _ run: SourceCheckRun,
        variant: String? = nil, facts: [FormatValue], related: RelatedLocation? = nil
    ) -> Finding {
        Finding(
            check: identifier, severity: severity, path: source.path, position: call.position, table: table,
            locale: run.sourceLocale, key: call.shownKey,
            messageKey: identifier + (variant.map { "." + $0 } ?? ""), facts: facts, related: related)
    }
}
