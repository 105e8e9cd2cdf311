// `lstrings translate`: passes untranslated texts to a program, and writes its responses for review.

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

    @Flag(help: HelpTexts.help("Tools.Translate.Unmarked"))
    var unmarked = false

    @OptionGroup var requestOptions: RequestOptions

    @OptionGroup var options: ProjectOptions

    func perform(in context: ToolContext) async throws(UsageError) -> ExitStatus {
        var seconds = 300
        if let timeout { seconds = try OptionValue.count(timeout, of: "--timeout") }
        var named: [LocaleIdentifier] = []
        for name in locale { named.append(try OptionValue.locale(name).base) }
        var loader = try ProjectLoader(context: context, options)
        loader.readTargets()
        let projects = try await loader.load(paths)
        guard loader.isComplete else { return .failed }
        var report = ChangeReport(context, isDryRun: dryRun, below: loader.writableFolders)
        var contexts = try await RequestContextLoader(requestOptions, of: projects, in: context)
        var requested: [(target: TranslationTarget, requests: [TranslationRequest])] = []
        var count = 0
        for loaded in projects {
            guard let targets = loaded.translationTargets(named, &report, marksAll: false) else {
                return .failed
            }
            for target in targets {
                let table = target.table
                let units = table.units.filter { $0.state == .new && $0.isTranslatable }
                guard !units.isEmpty else { continue }
                guard unmarked || target.source.format.marksSuggestions else {
                    context.reporter.report(file: target.path, "UnmarkedLeftOut")
                    continue
                }
                let requestContext = try contexts.context(of: target, in: loaded)
                var requests: [TranslationRequest] = []
                for unit in units {
                    guard
                        let request = TranslationRequest(
                            unit, table: table, number: count, context: requestContext)
                    else { continue }
                    requests.append(request)
                    count += 1
                }
                if !requests.isEmpty { requested.append((target, requests)) }
            }
        }
        guard !requested.isEmpty else { return report.summarize() }
        let translations = try translations(
            for: TranslationRequest.comparing(requested.map(\.requests)), seconds: seconds)
        var isComplete = true
        for (target, requests) in requested {
            let suggestions = requests.compactMap { request in
                translations[request.number].flatMap { $0 }.map { SuggestedTranslation($0) }
            }
            let review = SuggestionReview(
                suggestions, of: target.source, locale: target.locale, path: target.path)
            for finding in review.refused {
                isComplete = false
                context.reporter.report(
                    file: target.path, "SuggestionRefused: %1$@ %2$@",
                    [.text(finding.key ?? ""), .text(context.texts.message(for: finding))])
            }
            let count = report.changedFiles
            report.write(review, to: target)
            if report.changedFiles > count, !target.source.format.marksSuggestions {
                context.reporter.report(file: target.path, "UnmarkedFilled")
            }
        }
        let status = report.summarize()
        return status == .clean && !isComplete ? .findings : status
    }

    /// The program's translations by the numbers of the requests.
    private func translations(
        for requests: [TranslationRequest], seconds: Int
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
