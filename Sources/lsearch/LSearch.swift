// The program: parses its arguments, finds the user's language, runs a session, and exits with its status.

internal import CatalogSearch
internal import Files
internal import Localization
internal import ProgramSupport

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

@main
struct LSearch {
    /// The program's name in its messages.
    static let name = "lsearch"

    static func main() {
        TerminalGuard.runIfRequested()
        Output.prepare(program: name)
        let arguments = Array(CommandLine.arguments.dropFirst())
        if ParsedCommandLine.printsVersion(arguments) { exit(0) }
        Typography.followLocale()
        MainThread.run { exit(await run(arguments).rawValue) }
    }

    private static func run(_ commandLine: [String]) async -> SearchExitStatus {
        let variables =
            ProgramEnvironment.helpVariables + [
                ("LSEARCH_CATALOGS", "Manual.Catalogs"), ("XDG_STATE_HOME", "Manual.State"),
                ("XDG_CONFIG_HOME", "Manual.Configuration"),
            ]
        let configuration: ConfigurationFile?
        do {
            configuration = try ConfigurationFile.read(for: commandLine, ProgramEnvironment.current.variables)
            try configuration?.check(for: name)
        } catch {
            reportConfiguration(error)
            return .failed
        }
        let words = SearchArguments.completed(
            (configuration?.words(for: commandLine) ?? []) + SearchArguments.withMode(commandLine))
        switch ParsedCommandLine(SearchArguments.self, words, program: name, variables: variables) {
        case .command(let command as SearchArguments): return await run(command, configuration, .current)
        case .command: return .failed
        case .finished(let isSuccess): return isSuccess ? .found : .failed
        }
    }

    /// Reports that the configuration file cannot be used.
    private static func reportConfiguration(_ error: any Error) {
        let place =
            switch error {
            case let fault as ConfigurationFile.Fault: "\(fault.path):\(fault.line): \(fault.message)"
            case let error as FileError: error.description
            default: "\(error)"
            }
        Output.standardError.writeLine("\(name): \(place)")
    }

    private static func run(
        _ arguments: SearchArguments, _ configuration: ConfigurationFile?, _ environment: ProgramEnvironment
    ) async -> SearchExitStatus {
        let folders = environment.localizationFolders(first: arguments.localizations)
        guard !folders.isEmpty else {
            environment.reportMissingTexts(program: name)
            return .failed
        }
        // The user's language comes first: all errors that follow are reported in it.
        let preferred: [LocaleIdentifier]
        do throws(UsageError) {
            preferred = try OptionValue.preferredLocales(
                arguments.locale, environment: environment.variables)
        } catch {
            let fallback = OptionValue.preferredLocales(environment: environment.variables)
            let texts = Texts.opened(
                folders: environment.localizationFolders(first: nil), preferred: fallback)
            Reporter(texts, program: name).report(error)
            return .failed
        }
        let texts: Texts
        let readings: [LocalizationReading]
        if arguments.localizations == nil {
            (texts, readings) = (Texts.opened(folders: folders, preferred: preferred), [])
        } else {
            (texts, readings) = Texts.load(folders: folders, preferred: preferred)
        }
        let reporter = Reporter(texts, program: name)
        Output.reportFailures {
            Reporter(texts, program: name).report(UsageError("OutputFailed: %@", $0))
        }
        SearchEngine.reportDamagedDictionaries {
            Reporter(texts, program: name).report(file: $0, "DictionaryDamaged")
        }
        if let folder = arguments.localizations, let tried = readings.first {
            TranslationReview(texts: texts, reporter: reporter).review(
                tried, of: folder, against: readings.dropFirst())
        }
        if let line = configuration?.firstWrongLine(preferred), let file = configuration?.path {
            reporter.report(file, line.number, words: texts.message(for: line.error.message))
            return .failed
        }
        do throws(UsageError) {
            let options = try SearchOptions(arguments, preferredLocales: preferred)
            if options.interactive != nil { try InteractiveSession.checkTerminal(environment, options) }
            let session = Session(
                options: options, environment: environment, texts: texts, reporter: reporter,
                folders: folders)
            return await session.run()
        } catch {
            reporter.report(error)
            return .failed
        }
    }
}
