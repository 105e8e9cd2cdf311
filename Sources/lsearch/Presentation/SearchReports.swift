// Reports errors of searches, and findings about catalogs and texts.

internal import CatalogSearch
internal import CatalogStorage
internal import Files
internal import Localization
internal import ProgramSupport
internal import SearchService

/// The most findings about catalogs that one run shows.
private let shownFindings = 20

extension Reporter {
    /// Reports a search that failed.
    func report(_ error: SearchError) { report(words: texts.words(for: error)) }

    /// Reports findings about catalogs; after ``shownFindings`` of them only the number of the rest.
    func report(_ diagnostics: [CatalogDiagnostic], further: Int, skippedItems: Int) {
        for diagnostic in diagnostics.prefix(shownFindings) {
            report(diagnostic.file, diagnostic.line, words: texts.words(for: diagnostic))
        }
        let hidden = max(0, diagnostics.count - shownFindings) + further
        if hidden > 0 { report(file: nil, "Further messages: %ld", [.init(hidden)]) }
        if skippedItems > 0 { report(file: nil, "Items left out: %ld", [.init(skippedItems)]) }
    }

    /// Reports why a catalog is indexed again. A missing index is not reported.
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

    /// Reports findings about the folder of texts that `--localizations` names.
    func report(_ reading: LocalizationReading) {
        for failure in reading.failures {
            report(file: failure.path, "TranslationUnreadable: %@", [.text(failure.message)])
        }
        for finding in reading.findings where finding.diagnostic.severity != .note {
            report(file: finding.file, line: finding.diagnostic.position?.line, finding.diagnostic)
        }
    }
}
