// Installed dictionaries that cannot be used.

internal import Stemming

extension SearchEngine {
    /// Reports each installed dictionary of Hunspell or MeCab that is damaged, once in a process: those found
    /// so far, then each when it is first needed. Searches go on without them.
    ///
    /// - Parameter report: receives the path of the dictionary's words, on any thread.
    public static func reportDamagedDictionaries(to report: @escaping @Sendable (_ path: String) -> Void) {
        DamagedDictionaries.report(to: report)
    }
}
