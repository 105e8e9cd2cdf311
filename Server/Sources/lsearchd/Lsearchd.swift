// The server program: reads options, and runs the service until a signal stops it.

internal import ArgumentParser
internal import CatalogSearch
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import Localization
internal import Logging
internal import ProgramSupport
internal import ServiceLifecycle
internal import Storefront
internal import Support
internal import Tracing
internal import UnixSignals

/// Serves searches over HTTP.
@main
struct Lsearchd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lsearchd", abstract: ServerMessages.current.help("Abstract"), version: programVersion)

    @OptionGroup var options: ServerOptions

    static func main() async {
        Typography.followLocale()
        let arguments = CommandLine.arguments.dropFirst()
        if !arguments.contains("--version"), !arguments.contains(where: { $0.hasPrefix("--localizations") }),
            !ServerMessages.current.reportMissingFolder()
        {
            exit(withError: ExitCode(2))
        }
        if Array(arguments) == [manualOption], let page = manual {
            LineWriter.standardOutput.write(page: page)
            return
        }
        do {
            var command = try parseAsRoot()
            if let server = command as? Lsearchd {
                try await server.run()
            } else {
                // A built-in command of the argument library, such as `help`.
                try command.run()
            }
        } catch {
            if error is ExitCode { exit(withError: error) }
            if exitCode(for: error).isSuccess {
                // Completion scripts must not be typeset.
                let isScript = arguments.contains { $0.hasPrefix("--generate-completion") }
                let message = fullMessage(for: error)
                LineWriter.standardOutput.write(page: isScript ? message : Typography.printed(message))
                return
            }
            ServerMessages.current.report(
                ParsedCommandLine.message(for: error, Lsearchd.self, Array(arguments), program: "lsearchd"))
            LogWriter.standardError.flush()
            exit(withError: ExitCode(2))
        }
    }

    /// Prints the manual page, as the other programs do.
    private static let manualOption = "--generate-manual"

    /// The manual page in the operator's language; `nil` if the argument library describes the options in an
    /// unexpected form.
    private static var manual: String? {
        ManualPage.text(
            description: _dumpHelp(), section: 8,
            variables: [
                .init("LANGUAGE, LC_ALL, LC_MESSAGES, LANG", "Manual.Language"),
                .init("LSEARCH_DATA", "Manual.Data"),
                .init("LSEARCH_CATALOGS", "Manual.Catalogs"),
                .init(
                    "AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION, AWS_ENDPOINT_URL",
                    "Manual.ObjectStore"),
            ], words: ServerMessages.current.manual)
    }

    func run() async throws {
        defer { LogWriter.standardError.flush() }
        let messages = ServerMessages(options)
        if let path = options.verify { throw ExitCode(messages.verify(path, backups: options.backups)) }
        if let backup = options.restore {
            guard let store = options.store else {
                messages.report(StartError("NeedsStore: %@", .text("--restore")))
                throw ExitCode(2)
            }
            throw ExitCode(await messages.restore(backup, into: store))
        }
        // The server continues when the program that reads its log ends.
        signal(SIGPIPE, SIG_IGN)
        var logger = Logger(label: "lsearchd") {
            QuotingLogHandler(label: $0, stream: LogWriter.standardError)
        }
        do {
            logger.logLevel = try options.level()
            var configuration = try options.configuration(messages)
            if let file = options.adminTokenFile, SecretFile.isReadableByOthers(file) {
                logger.warning(
                    "All accounts of this machine can read the token: let only its owner, with chmod 600",
                    metadata: ["file": "\(file)"])
            }
            let log = logger
            SearchEngine.reportDamagedDictionaries {
                log.warning("A dictionary is damaged: searches go on without it", metadata: ["file": "\($0)"])
            }
            configuration.limits.connections = min(configuration.limits.connections, OpenFiles.raiseLimit())
            // Logs, metrics and requests to other servers carry the trace contexts that clients sent.
            InstrumentationSystem.bootstrap(TraceContextPropagator())
            let storefront = try await Storefront(configuration, logger: logger) { listener in
                messages.report(listener)
            }
            let group = ServiceGroup(
                services: [storefront], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
            try await group.run()
        } catch {
            if !(error is StartError), !(error is StorefrontError) {
                logger.error("The server ended", metadata: ["error": "\(error)"])
            }
            messages.report(error)
            throw ExitCode(2)
        }
    }
}
