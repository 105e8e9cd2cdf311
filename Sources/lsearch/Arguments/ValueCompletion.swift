// Completes values of options in shells: scopes, locales, attributes and currencies of the catalogs on the
// command line.

internal import ArgumentParser
internal import CatalogSearch
internal import CatalogStorage
internal import Localization
internal import ProgramSupport
internal import Synchronization

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The values of an option that depend on the user's catalogs.
enum ValueCompletion: Sendable {
    /// Locales of the program's messages and of records.
    case locale
    /// Locales of records, separated by commas.
    case chain
    case scope
    case currency
    /// Names of attributes, separated by commas.
    case attributes
    /// Orders and names of attributes.
    case order
    /// The name of an attribute at the beginning of a filter.
    case filter

    /// The completion for the argument library.
    var kind: CompletionKind {
        .custom { words, index, prefix in
            // The word being completed is incomplete and must not be parsed.
            let others = words.enumerated().filter { $0.offset != index }.map(\.element)
            return self.values(others, prefix: prefix)
        }
    }

    /// The values for a command line.
    ///
    /// - Parameters:
    ///   - words: the other words of the command line.
    ///   - prefix: the typed beginning of the value.
    func values(_ words: [String], prefix: String) -> [String] {
        let catalogs = Self.catalogs(words)
        let attributes = Set(catalogs.flatMap(\.description.attributes).map(\.name) + AttributeName.builtIn)
            .map(\.rawValue).sorted()
        let locales = Set(catalogs.flatMap(\.locales)).map(\.identifier).sorted()
        switch self {
        case .locale: return Set(Self.spokenLocales + locales).sorted()
        case .chain: return Self.list(locales, prefix)
        case .scope: return [SearchResults.allScopes] + Set(catalogs.flatMap(\.scopes).map(\.id)).sorted()
        case .currency: return catalogs.reduce(into: Set<String>()) { $0.formUnion($1.currencies) }.sorted()
        case .attributes: return Self.list(attributes, prefix)
        case .order:
            let orders = SearchRequest.SortOrder.allCases.map(\.rawValue)
            return Self.list(orders + attributes.filter { !orders.contains($0) }, prefix)
        case .filter: return attributes
        }
    }

    /// Values as the next elements of a list, after those that are typed already.
    private static func list(_ values: [String], _ prefix: String) -> [String] {
        guard let comma = prefix.lastIndex(of: ",") else { return values }
        let typed = prefix[..<comma].split(separator: ",").map(String.init)
        return values.filter { !typed.contains($0) }.map { String(prefix[...comma]) + $0 }
    }

    /// The locales of the program's messages.
    private static var spokenLocales: [String] {
        ProgramEnvironment.current.localizationFolders(first: nil).flatMap { folder in
            ((try? LocalizationReader().locales(inFolder: folder)) ?? [:]).keys.map(\.identifier)
        }
    }

    /// The catalogs that a command line names, or the default ones. Nothing is reported.
    private static func catalogs(_ words: [String]) -> [CatalogIndex] {
        var paths: [String] = []
        for (index, word) in words.enumerated() {
            if ["-c", "--catalog"].contains(word), index + 1 < words.count { paths.append(words[index + 1]) }
            if word.hasPrefix("--catalog=") { paths.append(String(word.dropFirst("--catalog=".count))) }
        }
        let environment = ProgramEnvironment.current
        let searched = paths.isEmpty ? environment.defaultCatalogPaths : paths
        return waiting {
            let cache = IndexCache.defaultFolder(environment.variables).map { IndexCache(folder: $0) }
            return await CatalogStore(cache: cache).open(searched).engine.catalogs
        }
    }

    /// Waits for the result of an asynchronous function. The argument library calls synchronously, on the
    /// main thread.
    private static func waiting<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) -> Result {
        let result = ResultBox<Result>()
        Task(executorPreference: globalConcurrentExecutor) {
            let found = await body()
            result.value.withLock { $0 = found }
        }
        while true {
            if let found = result.value.withLock({ $0 }) { return found }
            usleep(1_000)
        }
    }
}

/// A result from another thread.
private final class ResultBox<Result: Sendable>: Sendable {
    let value = Mutex<Result?>(nil)
}
