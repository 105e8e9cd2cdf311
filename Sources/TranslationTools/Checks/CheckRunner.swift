// Runs checks over a project, and locates what they find.

internal import Localization
internal import Support

/// Checks a project.
public struct CheckRunner: Sendable {
    private let project: LocalizationProject
    private let checks: ActiveChecks
    private let coverages: [LocaleIdentifier: PluralCoverage]
    private let ignored: Set<String>
    /// Whether a file is reported on.
    private let isReported: @Sendable (LocalizationFile) -> Bool
    private let lazySourceFaults: Lazy<SourceFileFaults>

    /// Prepares to check a project.
    ///
    /// - Parameter checks: the checks to choose from.
    public init(
        project: LocalizationProject, options: CheckOptions = CheckOptions(),
        checks: [any TranslationCheck] = CheckRegistry.all
    ) {
        self.init(project: project, options: options, checks: checks) { _ in true }
    }

    /// The same for some files of the project.
    ///
    /// - Parameter isReported: whether a file is reported on.
    package init(
        project: LocalizationProject, options: CheckOptions,
        checks: [any TranslationCheck] = CheckRegistry.all,
        reportingOn isReported: @escaping @Sendable (LocalizationFile) -> Bool
    ) {
        self.project = project
        self.isReported = isReported
        ignored = options.ignored
        lazySourceFaults = Lazy { SourceFileFaults(project, reportingOn: isReported) }
        let chosen = checks.filter(options.includes).map { check -> any TranslationCheck in
            switch check {
            case is GlossaryTermCheck: GlossaryTermCheck(glossary: options.glossary)
            case is MeaningCheck: MeaningCheck(distant: options.distantTexts)
            default: check
            }
        }
        self.checks = ActiveChecks(
            chosen, severities: options.severities, includesUnfinished: options.includesUnfinished)
        var coverages: [LocaleIdentifier: PluralCoverage] = [:]
        for locale in project.locales { coverages[locale] = .of(locale) }
        self.coverages = coverages
    }

    /// Everything that the checks find, by file and position.
    public func findings() -> [Finding] {
        inOrder(project.files.filter(isReported).reduce(into: projectFindings()) { $0 += findings(in: $1) })
    }

    /// The same as `findings()`; checks files, and parts of large ones, concurrently.
    public func concurrentFindings() async -> [Finding] {
        inOrder(await allFindings())
    }

    private func allFindings() async -> [Finding] {
        await withTaskGroup(of: [Finding].self) { group in
            for file in project.files where isReported(file) {
                for part in Self.parts(of: file) {
                    group.addTask(executorPreference: globalConcurrentExecutor) {
                        run(of: file).findings(in: part)
                    }
                }
            }
            return await group.reduce(into: projectFindings()) { $0 += $1 }
        }
    }

    /// The same as `findings(in:)`; checks parts of a large file concurrently.
    package func concurrentFindings(in file: LocalizationFile) async -> [Finding] {
        await withTaskGroup(of: [Finding].self) { group in
            for part in Self.parts(of: file) {
                group.addTask(executorPreference: globalConcurrentExecutor) {
                    run(of: file).findings(in: part)
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    /// The messages that one task checks, by their indices in the catalog of a file. The first part is never
    /// empty of work: it has what concerns the whole file.
    private static func parts(of file: LocalizationFile) -> [Range<Int>] {
        let count = file.catalog.list.count
        // Each part looks for comments about the whole file, so there are only a few.
        let size = max(leastPart, (count + mostParts - 1) / mostParts)
        return stride(from: 0, to: max(count, 1), by: size).map { $0..<min($0 + size, count) }
    }

    private static let leastPart = 2_000
    private static let mostParts = 4

    /// Large projects have more findings than anything else, so there is one array of them.
    private func inOrder(_ found: consuming [Finding]) -> [Finding] {
        found.removeAll { sourceFaults.explain($0) }
        found = OmittedCategories.collapsed(found, in: project)
        return Finding.inOrder(SourceSlips.collapsed(found, in: project))
    }

    /// What the checks of files, messages and texts find in a file, in no order. It depends on the files of
    /// `LocalizationProject.revisions(behind:)` only.
    package func findings(in file: LocalizationFile) -> [Finding] {
        run(of: file).findings(in: file.catalog.list.indices)
    }

    private func run(of file: LocalizationFile) -> FileCheckRun {
        FileCheckRun(
            file: file, source: project.source(of: file), isSource: project.isSource(file),
            checks: checks, counting: file.counting ?? coverages[file.locale] ?? .of(file.locale))
    }

    /// The faults of the source that explain findings in translations.
    package var sourceFaults: SourceFileFaults { lazySourceFaults.value }

    /// Findings in translations without those that a fault of the source explains,
    /// which `projectFindings()` tells of.
    package func unexplained(_ findings: [Finding]) -> [Finding] {
        findings.filter { !sourceFaults.explain($0) }
    }

    /// What the checks of whole projects find, in no order.
    package func projectFindings() -> [Finding] {
        var scopes: [String: IgnoreScope] = [:]
        let ofSources = checks.files.filter { $0 is ObsoleteKeyCheck || $0 is MissingKeyCheck }
        let found: [(any TranslationCheck, [(file: LocalizationFile, problem: TranslationProblem)])] =
            checks.project.map { ($0, $0.problems(in: project)) }
            + ofSources.map { ($0, sourceFaults.problems(of: $0, in: project)) }
        return found.flatMap { check, problems in
            problems.compactMap { found in
                scopes[found.file.path, default: IgnoreScope(file: found.file, source: nil)]
                    .ignores(check.identifier, key: found.problem.key)
                    ? nil : checks.finding(found.problem, by: check, in: found.file, key: nil)
            }
        }
    }

    /// The translations that users see, each beside its source text.
    func comparedTexts() -> [ComparedTexts] {
        project.files.flatMap { file in
            file.locale.isPseudo || project.isSource(file)
                ? [] : run(of: file).usedPairs().compactMap { ComparedTexts($0) }
        }
    }

    /// The tables without source texts: they cannot be compared, and that must not pass as free of
    /// mistakes, whichever checks run.
    ///
    /// - Parameter areAll: whether no table of any project has source texts.
    package func missingSources(areAll: Bool) -> [Finding] {
        let check = MissingTableCheck()
        guard !ignored.contains(check.identifier) else { return [] }
        return check.missingSources(of: project, areAll: areAll).map {
            checks.finding($0.problem, by: check, in: $0.file, key: nil)
        }
    }
}

/// The checks that run, by what they look at, and how much their findings matter.
struct ActiveChecks: Sendable {
    let project: [any ProjectCheck]
    let files: [any FileCheck]
    let messages: [any MessageCheck]
    let texts: [any TextCheck]
    /// The triggers of `messages` and `texts` in arrays of their own: most checks do not run on most texts,
    /// and to read the checks themselves would cost time.
    let messageTriggers: [MessageTraits]
    let allMessageTriggers: MessageTraits
    let textTriggers: [TextTraits]
    /// Whether translations that GNU msgfmt leaves out are looked at as the others are.
    let includesUnfinished: Bool
    private let severities: [String: Severity]

    init(
        _ checks: [any TranslationCheck], severities: [String: Severity], includesUnfinished: Bool
    ) {
        self.includesUnfinished = includesUnfinished
        project = checks.compactMap { $0 as? any ProjectCheck }
        files = checks.compactMap { $0 as? any FileCheck }
        messages = checks.compactMap { $0 as? any MessageCheck }
        texts = checks.compactMap { $0 as? any TextCheck }
        messageTriggers = messages.map(\.triggers)
        allMessageTriggers = messageTriggers.reduce([]) { $0.union($1) }
        textTriggers = texts.map(\.triggers)
        self.severities = severities
    }

    /// Gives a problem its place.
    func finding(
        _ problem: TranslationProblem, by check: any TranslationCheck, in file: LocalizationFile,
        key: String?,
        variation: VariationKey.Variation? = nil
    ) -> Finding {
        let key = problem.key ?? key
        let variation = problem.variation ?? variation
        return Finding(
            check: check.identifier,
            severity: severities[check.identifier] ?? problem.severity ?? check.severity, path: file.path,
            position: problem.position ?? key.flatMap { file.valuePosition(of: $0, variation) },
            table: file.table, locale: file.locale,
            isInFileOfAllLocales: file.format.contents == .allLocales, key: key,
            messageKey: problem.diagnosticKey
                ?? check.identifier + (problem.variant.map { "." + $0 } ?? ""),
            messageTable: problem.diagnosticKey == nil ? "Checks" : "Diagnostics", facts: problem.facts,
            related: problem.related)
    }
}
