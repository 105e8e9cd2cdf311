// The server program: reads options, and runs the service until a signal stops it.

internal import ArgumentParser
internal import KitSupport
internal import Logging
internal import ServiceLifecycle
internal import Storefront
internal import UnixSignals

/// Serves searches over HTTP.
@main
struct Lsearchd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lsearchd", abstract: Words.current.help("Abstract"), version: kitVersion)

    @OptionGroup var options: ServerOptions

    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        if !arguments.contains("--version"), !arguments.contains(where: { $0.hasPrefix("--localizations") }),
            !Words.current.reportMissingFolder()
        {
            exit(withError: ExitCode(2))
        }
        await main(nil)
    }

    func run() async throws {
        let words = Words(options)
        if let path = options.verify { throw ExitCode(words.verify(path)) }
        var logger = Logger(label: "lsearchd") {
            StreamLogHandler(label: $0, stream: LineWriter.standardError)
        }
        do {
            logger.logLevel = try options.level()
            var configuration = try options.configuration(words)
            configuration.limits.connections = min(configuration.limits.connections, OpenFiles.raiseLimit())
            let storefront = try await Storefront(configuration, logger: logger) { listener in
                words.tell(listener)
            }
            let group = ServiceGroup(
                services: [storefront], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
            try await group.run()
        } catch {
            words.complain(error)
            throw ExitCode(2)
        }
    }
}
