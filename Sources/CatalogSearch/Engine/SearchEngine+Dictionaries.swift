// Installed dictionaries that cannot be used.

internal import Stemming

extension SearchEngine {
    /// Reports dictionaries of Hunspell and MeCab that are installed but damaged, each once in a process:
    /// those that were met before, and then each when it is first needed. Searches go on without them.
    ///
    /// - Parameter report: receives the path of the dictionary's words, on any thread.
    public static func reportDamagedDictionaries(to report: @escaping @Sendable (_ path: String) -> Void) {
        DamagedDictionaries.report(to: report)
    }
}
