// What is wrong with catalogs and searches, put into words.

internal import CatalogSearch
internal import Localization
internal import ProgramSupport
internal import SearchService
internal import Storage

/// How many findings about catalogs are shown in one run.
private let shownFindings = 20

extension Reporter {
    /// A search that cannot be made.
    func report(_ error: SearchError) { report(words: texts.words(for: error)) }

    /// What was wrong with catalogs; beyond a number of findings only how many more there are.
    func report(_ diagnostics: [CatalogDiagnostic], further: Int, skippedItems: Int) {
        for diagnostic in diagnostics.prefix(shownFindings) {
            report(diagnostic.file, diagnostic.line, words: texts.words(for: diagnostic))
        }
        let hidden = max(0, diagnostics.count - shownFindings) + further
        if hidden > 0 { report(file: nil, "Further messages: %ld", [.init(hidden)]) }
        if skippedItems > 0 { report(file: nil, "Items left out: %ld", [.init(skippedItems)]) }
    }

    /// Why the index of a catalog is built anew. That there was none is no news.
    func report(_ fault: IndexFault, of file: CatalogFile) {
        switch fault {
        case .missing: break
        case .unfinished: report(file: file.path, "IndexUnfinished")
        case .stale: report(file: file.path, "IndexStale")
        case .otherVersion: report(file: file.path, "IndexOtherVersion")
        case .damaged: report(file: file.path, "IndexDamaged")
        case .foreign: report(file: file.path, "IndexForeign")
        }
    }

    /// What was wrong with a folder of texts that is tried out.
    func report(_ reading: LocalizationReading) {
        for failure in reading.failures {
            report(file: failure.path, "TranslationUnreadable: %@", [.text(failure.message)])
        }
        for finding in reading.findings where finding.diagnostic.severity != .note {
            report(file: finding.file, line: finding.diagnostic.position?.line, finding.diagnostic)
        }
    }
}
