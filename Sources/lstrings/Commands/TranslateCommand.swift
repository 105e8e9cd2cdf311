// `lstrings translate`: hands untranslated texts to a program, and takes its answers for review.

internal import ArgumentParser
internal import Localization
internal import ProgramSupport
internal import TranslationTools

struct TranslateCommand: ToolCommand {
    static var configuration: CommandConfiguration {
        CommandConfiguration(
            commandName: "translate", abstract: HelpTexts.text("Tools.Translate"),
            discussion: HelpTexts.text("Tools.Translate.Discussion"))
    }

    @Argument(help: HelpTexts.help("Tools.Paths", "PATH"))
    var paths: [String] = []

    @Option(help: HelpTexts.help("Tools.Translate.Command", "CMD"))
    var command: String

    @Option(
        name: [.customShort("l", allowingJoined: true), .long], parsing: .singleValue,
        help: HelpTexts.help("Tools.Translate.Locale", "L"))
    var locale: [String] = []

    @Option(help: HelpTexts.help("Tools.Translate.Timeout", "SECONDS"))
    var timeout: String?

    @Flag(name: [.customShort("n"), .long], help: HelpTexts.help("Tools.DryRun"))
    var dryRun = false

    @OptionGroup var options: ProjectOptions

    /// A table of a locale whose messages are translated.
    private struct Target {
        let source: LocalizationFile
        let file: LocalizationFile?
        let path: String
        let locale: LocaleIdentifier
        var requests: [TranslationRequest] = []

        /// The messages that there are.
        var translation: MessageCatalog {
            file?.catalog ?? MessageCatalog(locale: locale, messages: [])
        }
    }

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        var seconds = 300
        if let timeout { seconds = try OptionValue.count(timeout, of: "--timeout") }
        var named: [LocaleIdentifier] = []
        for name in locale { named.append(try OptionValue.locale(name).base) }
        var loader = try ProjectLoader(context: context, options)
        loader.acceptsFormats = true
        loader.acceptsVaryingTexts = false
        loader.usesOwnSources = true
        let projects = try await loader.load(paths)
        guard loader.isComplete else { return .failed }
        var targets: [Target] = []
        var report = ChangeReport(context, isDryRun: dryRun, below: loader.writableFolders)
        for loaded in projects {
            guard loaded.reportDamages(context), loaded.reportMissingSources(context) else { return .failed }
            let new = self.targets(in: loaded, named, &report)
            let others = self.targets(inFormatsOf: loaded, named, &report)
            // What cannot be read counts as missing.
            guard let new, let others, !report.hasFailed else { return .failed }
            targets += new + others
        }
        var count = 0
        for index in targets.indices {
            let table = TranslationTable(
                name: targets[index].source.table, source: targets[index].source.catalog,
                translation: targets[index].translation)
            for unit in table.units where unit.state == .new && unit.isTranslatable {
                guard let request = TranslationRequest(unit, table: table, number: count) else { continue }
                targets[index].requests.append(request)
                count += 1
            }
        }
        targets.removeAll(where: \.requests.isEmpty)
        guard !targets.isEmpty else { return report.summarize() }
        let answers = try answers(to: targets.flatMap(\.requests), seconds: seconds)
        var isComplete = true
        for target in targets {
            let suggestions = target.requests.compactMap { request in
                answers[request.number].flatMap { $0 }.map { SuggestedTranslation($0) }
            }
            let review = SuggestionReview(
                suggestions, of: target.source, locale: target.locale, path: target.path)
            for finding in review.refused {
                isComplete = false
                context.reporter.report(
                    file: target.path, "SuggestionRefused: %1$@ %2$@",
                    [.text(finding.key ?? ""), .text(context.texts.words(for: finding))])
            }
            var table = review.table
            table.splitFolder()
            let places = target.file?.unitPlaces ?? [:]
            for index in table.units.indices {
                table.units[index].places.unit = places[table.units[index].key]
            }
            report.edit(
                target.path, (target.file ?? target.source).format, [TableEdits(setting: table)],
                following: target.source, isWhole: true)
        }
        let status = report.summarize()
        return status == .clean && !isComplete ? .findings : status
    }

    /// Whether a format has the translations of a file in others, and says which of them are only suggested.
    private static func isTranslatedElsewhere(_ format: any TranslationFormat) -> Bool {
        format.sourceTexts == .otherFile && format.facts.contains(.states)
    }

    /// The tables whose translations are in files of their own, also those without one yet; `nil` if one cannot be read.
    private func targets(
        in loaded: ProjectSelection, _ named: [LocaleIdentifier], _ report: inout ChangeReport
    ) -> [Target]? {
        var targets: [Target] = []
        let ofFolders = Set(loaded.project.localesOfFolders)
        for locale in named.isEmpty ? loaded.locales.filter(ofFolders.contains) : named
        where locale != loaded.project.sourceLocale {
            for name in loaded.tables {
                let sources = loaded.project.sources(name)
                guard let source = sources.first(where: { Self.isTranslatedElsewhere($0.format) }),
                    let path = source.format.path(of: locale, beside: source, in: loaded.project)
                else { continue }
                let file = loaded.project.files(name, locale).first { $0.format.name == source.format.name }
                for file in [source, file].compactMap({ $0 }) {
                    if report.refuses(file.damages, path: file.path) { return nil }
                }
                targets.append(Target(source: source, file: file, path: path, locale: locale))
            }
        }
        return targets
    }

    /// The tables in files that have their source texts themselves or from a template.
    private func targets(
        inFormatsOf loaded: ProjectSelection, _ named: [LocaleIdentifier], _ report: inout ChangeReport
    ) -> [Target]? {
        var targets: [Target] = []
        for file in loaded.files
        where file.format.sourceTexts != .otherFile && !loaded.project.isSource(file) {
            guard named.isEmpty || named.contains(file.locale), file.format.facts.contains(.states) else {
                continue
            }
            guard !report.refuses(file.damages, path: file.path) else { return nil }
            // A template may have messages that the file does not have yet.
            guard let source = file.ownSource ?? loaded.project.source(of: file) else { continue }
            targets.append(Target(source: source, file: file, path: file.path, locale: file.locale))
        }
        return targets
    }

    /// The program's answers by the numbers of the requests.
    private func answers(
        to requests: [TranslationRequest], seconds: Int
    ) throws(UsageError) -> [Int: Message?] {
        let input = requests.map { $0.json + "\n" }.joined()
        let process: FilterProcess
        do throws(FilterProcess.Failure) {
            process = try FilterProcess(command, input: Array(input.utf8), seconds: seconds)
        } catch {
            throw switch error {
            case .notStarted(let reason): UsageError("TranslatorNotStarted: %@", reason)
            case .failed(let status): UsageError("TranslatorFailed: %ld", Int(status))
            case .timedOut: UsageError("TranslatorTimedOut: %ld", seconds)
            case .tooLong(let limit): UsageError("TranslatorTooLong: %ld", limit)
            }
        }
        do throws(TranslationResponses.Failure) {
            return try TranslationResponses(process.output, to: requests).messages
        } catch {
            throw switch error {
            case .notJSON(let line): UsageError("TranslatorAnswerNotJSON: %ld", line)
            case .unknownNumber(let line): UsageError("TranslatorAnswerUnknown: %ld", line)
            case .wrongShape(let line): UsageError("TranslatorAnswerShape: %ld", line)
            case .missing(let count, let all): UsageError("TranslatorAnswersMissing: %1$ld %2$ld", count, all)
            }
        }
    }
}
