// The program: arguments, request, catalogs, search, answer, exit status.

internal import CatalogSearch
internal import Localization
internal import ProgramSupport
internal import Storage

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// How the program ends.
enum ExitStatus: Int32 {
    case found = 0
    case nothingFound = 1
    case failed = 2
}

@main
struct LSearch {
    static func main() {
        TerminalGuard.runIfAsked()
        Output.prepare(program: "lsearch")
        MainThread.run { exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue) }
    }

    private static func run(_ commandLine: [String]) async -> ExitStatus {
        let arguments: SearchArguments
        let variables =
            ProgramEnvironment.helpVariables + [
                ("LSEARCH_CATALOGS", "Manual.Catalogs"), ("XDG_STATE_HOME", "Manual.State"),
            ]
        if let plain = SearchArguments(plain: commandLine) {
            arguments = plain
        } else {
            switch ParsedCommandLine(SearchArguments.self, commandLine, variables: variables) {
            case .command(let command as SearchArguments): arguments = command
            case .command: return .failed
            case .finished(let isSuccess): return isSuccess ? .found : .failed
            }
        }

        // The user's language first: every error from here on is told in it.
        let environment = ProgramEnvironment.current
        let preferred: [LocaleIdentifier]
        do throws(UsageError) {
            preferred = try OptionValue.preferredLocales(
                arguments.locale, environment: environment.variables)
        } catch {
            let fallback =
                (try? OptionValue.preferredLocales(nil, environment: environment.variables)) ?? [
                    LocaleIdentifier.english
                ]
            let folders = environment.localizationFolders(first: nil)
            Reporter(Texts.opened(folders: folders, preferred: fallback), program: "lsearch").report(error)
            return .failed
        }
        let folders = environment.localizationFolders(first: arguments.localizations)
        let texts: Texts
        let readings: [LocalizationReading]
        if arguments.localizations == nil {
            (texts, readings) = (Texts.opened(folders: folders, preferred: preferred), [])
        } else {
            (texts, readings) = Texts.load(folders: folders, preferred: preferred)
        }
        let reporter = Reporter(texts, program: "lsearch")
        Output.reportFailures {
            Reporter(texts, program: "lsearch").report(UsageError("OutputFailed: %@", $0))
        }
        if let folder = arguments.localizations, let tried = readings.first {
            TranslationReview(texts: texts, reporter: reporter).review(
                tried, of: folder, against: readings.dropFirst())
        }
        do throws(UsageError) {
            let options = try SearchOptions(arguments, preferredLocales: preferred)
            return await Session(options, environment, texts, reporter, folders: folders).run()
        } catch {
            reporter.report(error)
            return .failed
        }
    }
}
