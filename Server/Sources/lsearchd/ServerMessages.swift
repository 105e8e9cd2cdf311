// The server's messages, in the operator's language.

internal import CatalogSearch
internal import Files
internal import FoundationEssentials
internal import Localization
internal import ProductStore
internal import ProgramSupport
internal import SearchService
internal import Storefront

/// An error that prevents the start, without a localized message yet.
struct StartError: Error {
    let key: String
    let arguments: [FormatValue]
    /// The table of the message.
    let table: String

    init(_ key: String, _ arguments: FormatValue..., table: String = "Storefront") {
        self.key = key
        self.arguments = arguments
        self.table = table
    }
}

/// Messages in the language of the option `--locale` or of the environment.
struct ServerMessages: Sendable {
    let locale: LocaleIdentifier
    /// Folders of localizations, best first.
    let folders: [String]
    private let dataFolders: DataFolders
    private let texts: LocalizedTexts

    /// The messages that are used until the options are read.
    static let current = ServerMessages(locale: nil, first: nil)

    init(_ options: ServerOptions) { self.init(locale: options.locale, first: options.localizations) }

    private init(locale: String?, first: String?) {
        let variables = ProcessInfo.processInfo.environment
        self.locale =
            locale.flatMap { LocaleIdentifier($0) } ?? LocaleEnvironment(variables).preferredLocales.first
            ?? LocaleIdentifier.english
        dataFolders = DataFolders(variables: variables)
        folders = [first, dataFolders.folder("Localizations")].compactMap { $0 }
        texts = LocalizedTexts(folders: folders)
    }

    /// Reports a missing folder of localizations, in English, the one language that needs none.
    ///
    /// - Returns: whether there are localizations.
    func reportMissingFolder() -> Bool {
        if folders.isEmpty { write(dataFolders.missingFolderMessage("Localizations")) }
        return !folders.isEmpty
    }

    /// The help text of an option or of the program.
    func help(_ key: String) -> String { text("Help." + key) }

    /// A text of the manual page, which all programs share.
    func manual(_ key: String) -> String { texts.text(key, [], table: "Help", in: locale) }

    func text(_ key: String, _ arguments: FormatValue...) -> String {
        texts.text(key, arguments, table: "Storefront", in: locale)
    }

    /// Prints an address at which the server listens.
    func report(_ listener: Storefront.Listener) {
        var address = "\(listener.address)"
        if case .host = listener.address { address = "http://" + address + "/" }
        switch listener.kind {
        case .search: write(text("Listening: %@", .text(address)))
        case .meilisearch: write(text("ListeningMeilisearch: %@", .text(address)))
        case .administration: write(text("ListeningAdministration: %@", .text(address)))
        case .metrics: write(text("ListeningMetrics: %@", .text(address)))
        }
    }

    /// Prints why the server does not start or has ended.
    func report(_ error: any Error) {
        switch error {
        case let error as StartError:
            write(texts.text(error.key, error.arguments, table: error.table, in: locale))
        case let error as StorefrontError: write(message(for: error))
        // Messages of libraries are not localized, and go to the log only.
        default: write(text("Failure"))
        }
    }

    /// Prints what is wrong with the command line.
    func report(_ message: String) { write(message) }

    private func message(for error: StorefrontError) -> String {
        switch error {
        case .store(let path, .refused(.inUse)): text("StoreInUse: %@", .text(path))
        case .store(let path, .refused(.newerVersion)): text("StoreNewer: %@", .text(path))
        case .store(let path, .refused(.severalNames)): text("StoreSeveralNames: %@", .text(path))
        case .store(let path, .unavailable(.damaged)): text("StoreDamaged: %@", .text(path))
        case .store(_, .refused(.invalidAddress)): text("StoreAddressInvalid")
        case .store(let path, .refused(.unauthorized(let reason))):
            text("StoreUnauthorized: %1$@ %2$@", .text(path), .text(reason))
        case .store(let path, .refused(.noDatabase)): text("StoreNoDatabase: %@", .text(path))
        case .store(let path, .refused(.missingRights(let reason))):
            text("StoreMissingRights: %1$@ %2$@", .text(path), .text(reason))
        case .store(let path, .refused(.otherTables)): text("StoreOtherTables: %@", .text(path))
        case .store(let path, .refused): text("StoreForeign: %@", .text(path))
        case .store(let path, _): text("StoreNotOpened: %@", .text(path))
        case .queryLog(let path, .refused(.newerVersion)): text("QueryLogNewer: %@", .text(path))
        case .queryLog(let path, .refused): text("QueryLogForeign: %@", .text(path))
        case .queryLog(let path, _): text("QueryLogNotOpened: %@", .text(path))
        case .unreadable(let path): text("FileUnreadable: %@", .text(path))
        case .template(let path, let reason): text("TemplateBroken: %1$@ %2$@", .text(path), .text(reason))
        case .shards(.otherVersion(let address)): text("ShardOtherVersion: %@", .text(address))
        case .shards(.noShard(let address)), .shards(.unreachable(let address)):
            text("ShardNone: %@", .text(address))
        case .shards(.otherStore(let one, let other)):
            text("ShardsOtherStore: %1$@ %2$@", .text(one), .text(other))
        case .shards(.otherCount(let one, let other)):
            text("ShardsOtherCount: %1$@ %2$@", .text(one), .text(other))
        case .shards(.overlap(let one, let other)):
            text("ShardsOverlap: %1$@ %2$@", .text(one), .text(other))
        case .shards(.gap(let number, let count)):
            text("ShardsGap: %@", .text("\(number)/\(count)"))
        case .notListening(let address, let reason):
            text("NotListening: %1$@ %2$@", .text("\(address)"), .text(reason))
        }
    }

    private func write(_ message: String) {
        LogWriter.standardError.write("lsearchd: " + Typography.printed(message))
    }
}
