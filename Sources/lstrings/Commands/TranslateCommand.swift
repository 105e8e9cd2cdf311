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
        /// The file, if it is a PO file.
        var revision: (PORevision, old: [UInt8])?
        var requests: [TranslationRequest] = []

        /// The messages that there are; a PO file is asked for those without a translation alone.
        var strings: StringsFile? { revision == nil ? file?.strings : nil }
    }

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        var seconds = 300
        if let timeout { seconds = try OptionValue.count(timeout, of: "--timeout") }
        var named: [LocaleIdentifier] = []
        for name in locale { named.append(try OptionValue.locale(name).base) }
        var loader = try ProjectLoader(context: context, options)
        loader.acceptsFormats = true
        loader.acceptsVaryingTexts = false
        let projects = try await loader.load(paths)
        guard loader.isComplete else { return .failed }
        var targets: [Target] = []
        var report = ChangeReport(context, isDryRun: dryRun, below: loader.writableFolders)
        let formats = FormatSync(context: context, locales: named)
        for loaded in projects {
            guard loaded.reportDamages(context), loaded.reportMissingSources(context) else { return .failed }
            let new = self.targets(in: loaded, named, &report)
            let others = self.targets(inFormatsOf: loaded, named, context, formats, &report)
            // What cannot be read counts as missing.
            guard let new, let others, !report.hasFailed else { return .failed }
            targets += new + others
        }
        var count = 0
        for index in targets.indices {
            let table = TranslationTable(
                name: targets[index].source.table, source: targets[index].source.catalog,
                translation: targets[index].strings.map {
                    MessageCatalog(locale: targets[index].locale, strings: $0)
                } ?? MessageCatalog(locale: targets[index].locale, messages: []))
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
            let (merged, refused) = SuggestionMerger(source: target.source).merge(
                suggestions, into: target.strings, locale: target.locale, path: target.path)
            if !refused.isEmpty {
                isComplete = false
                for finding in refused {
                    context.reporter.report(
                        file: target.path, "SuggestionRefused: %1$@ %2$@",
                        [.text(finding.key ?? ""), .text(context.texts.words(for: finding))])
                }
            }
            if let (untranslated, old) = target.revision {
                var revision = untranslated
                _ = revision.take(merged.file)
                report.replace(
                    old, with: revision.serialized(), changedMessages: revision.changeCount,
                    path: target.path)
            } else if target.file?.isForeign == true {
                let changes = formats.changes(merged.file, of: target.file, target.source, target.locale)
                formats.write([changes], to: target.path, report: &report)
            } else {
                report.take(merged, old: target.strings, path: target.path)
            }
        }
        let status = report.summarize()
        return status == .clean && !isComplete ? .findings : status
    }

    /// The tables of a project of `.strings` files; `nil` if one of them cannot be read.
    private func targets(
        in loaded: ProjectSelection, _ named: [LocaleIdentifier], _ report: inout ChangeReport
    ) -> [Target]? {
        var targets: [Target] = []
        let ofFolders = Set(loaded.project.localesOfFolders)
        for locale in named.isEmpty ? loaded.locales.filter(ofFolders.contains) : named
        where locale != loaded.project.sourceLocale {
            for name in loaded.tables {
                guard let source = loaded.project.stringsSource(name) else { continue }
                let file = loaded.project.stringsFile(name, locale)
                let path = loaded.project.stringsPath(name, locale)
                guard !report.refuses(source.strings, path: source.path),
                    file.map({ !report.refuses($0.strings, path: path) }) ?? true
                else { return nil }
                targets.append(Target(source: source, file: file, path: path, locale: locale))
            }
        }
        return targets
    }

    /// The tables in files of other formats that say which texts are only suggested.
    private func targets(
        inFormatsOf loaded: ProjectSelection, _ named: [LocaleIdentifier], _ context: ToolContext,
        _ formats: FormatSync, _ report: inout ChangeReport
    ) -> [Target]? {
        var targets: [Target] = []
        for file in loaded.files where !loaded.project.isSource(file) {
            guard named.isEmpty || named.contains(file.locale),
                formats.formats.format(ofFile: file.path)?.facts.contains(.states) == true
            else { continue }
            guard !formats.refuses([file], file.path, &report) else { return nil }
            if file.path.hasSuffix(".po") {
                guard let bytes = context.read(file.path) else { return nil }
                let known = POFile(bytes)
                // Against itself the file changes in nothing but what it takes.
                let revision = PORevision(template: known, old: bytes, locale: file.locale)
                let source = LocalizationFile(
                    path: file.path, table: file.table, locale: loaded.project.sourceLocale,
                    strings: revision.untranslated)
                targets.append(
                    Target(
                        source: source, file: file, path: file.path, locale: file.locale,
                        revision: (revision, bytes)))
            } else if let source = loaded.project.source(of: file) {
                targets.append(Target(source: source, file: file, path: file.path, locale: file.locale))
            }
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
        do throws(TranslationAnswers.Failure) {
            return try TranslationAnswers(process.output, to: requests).messages
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
