// Installed dictionaries that cannot be used.

internal import Stemming

extension SearchEngine {
    /// Reports dictionaries of Hunspell that are installed but damaged, each once in a process: those that were met before, and then
    /// each when its language is first indexed or searched. Searches go on without them.
    ///
    /// - Parameter report: receives the path of the dictionary's words, on any thread.
    public static func reportDamagedDictionaries(to report: @escaping @Sendable (_ path: String) -> Void) {
        StemDictionary.reportDamaged(to: report)
    }
}
