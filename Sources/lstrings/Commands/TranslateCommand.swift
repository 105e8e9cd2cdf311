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
    }

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        let sourceLocale = try options.sourceLocale
        var seconds = 300
        if let timeout { seconds = try OptionValue.count(timeout, of: "--timeout") }
        var named: [LocaleIdentifier] = []
        for name in locale { named.append(try OptionValue.locale(name).base) }
        var loader = ProjectLoader(context: context, sourceLocale: sourceLocale, tables: Set(options.table))
        let projects = try await loader.load(paths)
        guard loader.isComplete else { return .failed }
        var targets: [Target] = []
        var report = ChangeReport(context, isDryRun: dryRun)
        var count = 0
        for loaded in projects {
            guard loaded.reportMissingSources(context) else { return .failed }
            for locale in named.isEmpty ? loaded.locales : named where locale != sourceLocale {
                for name in loaded.tables {
                    guard let source = loaded.project.source(name),
                        let table = loaded.project.translationTable(name, locale)
                    else { continue }
                    let file = loaded.project.file(name, locale)
                    let path = loaded.project.path(name, locale)
                    // What cannot be read counts as missing.
                    guard !report.refuses(source.strings, path: source.path),
                        file.map({ !report.refuses($0.strings, path: path) }) ?? true
                    else { return .failed }
                    var target = Target(source: source, file: file, path: path, locale: locale)
                    for unit in table.units where unit.state == .new && unit.isTranslatable {
                        guard let request = TranslationRequest(unit, table: table, number: count) else {
                            continue
                        }
                        target.requests.append(request)
                        count += 1
                    }
                    if !target.requests.isEmpty { targets.append(target) }
                }
            }
        }
        guard !targets.isEmpty else { return report.summarize() }
        let answers = try answers(to: targets.flatMap(\.requests), seconds: seconds)
        var isComplete = true
        for target in targets {
            let suggestions = target.requests.compactMap { request in
                answers[request.number].flatMap { $0 }.map { SuggestedTranslation($0) }
            }
            let (merged, refused) = SuggestionMerger(source: target.source).merge(
                suggestions, into: target.file?.strings, locale: target.locale, path: target.path)
            if !refused.isEmpty {
                isComplete = false
                for finding in refused {
                    context.reporter.report(
                        file: target.path, "SuggestionRefused: %1$@ %2$@",
                        [.text(finding.key ?? ""), .text(context.texts.words(for: finding))])
                }
            }
            report.take(merged, old: target.file?.strings, path: target.path)
        }
        let status = report.summarize()
        return status == .clean && !isComplete ? .findings : status
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
