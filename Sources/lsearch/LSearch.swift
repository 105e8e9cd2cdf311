// The program: arguments, request, catalogs, search, answer, exit status.

internal import ArgumentParser
internal import CatalogSearch
internal import Localization
internal import Storage
internal import Synchronization

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
    static func main() async {
        Output.ignoreBrokenPipes()
        exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    private static func run(_ commandLine: [String]) async -> ExitStatus {
        let arguments: SearchArguments
        do {
            var command = try SearchArguments.parseAsRoot(commandLine)
            guard let parsed = command as? SearchArguments else {
                // The argument library's own commands, such as printing completions.
                try command.run()
                return .found
            }
            arguments = parsed
        } catch {
            let message = SearchArguments.fullMessage(for: error)
            if SearchArguments.exitCode(for: error).isSuccess {
                Output.standardOutput.writeLine(message)
                return .found
            }
            // Help texts are not loaded for a mistake; the library would show the option with an empty one.
            let lines = message.split(separator: "\n", omittingEmptySubsequences: false)
            Output.standardError.writeLine(lines.filter { !$0.hasPrefix("Help:") }.joined(separator: "\n"))
            return .failed
        }

        // The user's language first: every error from here on is told in it.
        let environment = ProgramEnvironment.current
        let fallback =
            (try? SearchOptions.preferredLocales(nil, environment: environment.variables)) ?? [
                LocaleIdentifier("en")!
            ]
        let preferred: [LocaleIdentifier]
        do throws(UsageError) {
            preferred = try SearchOptions.preferredLocales(
                arguments.locale, environment: environment.variables)
        } catch {
            let folders = environment.localizationFolders(first: nil)
            Reporter(Texts.load(folders: folders, preferred: fallback).texts).report(error)
            return .failed
        }
        let folders = environment.localizationFolders(first: arguments.localizations)
        let (texts, readings) = Texts.load(folders: folders, preferred: preferred)
        let reporter = Reporter(texts)
        Output.failureReporter.withLock {
            $0 = { Reporter(texts).report(UsageError("OutputFailed: %@", $0)) }
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
