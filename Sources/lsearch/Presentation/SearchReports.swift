// Reports errors of searches, and problems of catalogs and translations.

internal import CatalogSearch
internal import CatalogStorage
internal import Files
internal import Localization
internal import ProgramSupport
internal import SearchService

/// The most problems of catalogs that one run shows.
private let shownFindings = 20
/// From this number on, only the first of equal problems is shown, with the number of the others.
private let groupedFindings = 4

extension Reporter {
    /// Reports a search that failed.
    func report(_ error: SearchError) { report(words: texts.message(for: error)) }

    /// Reports the problems of opened catalogs.
    func report(_ opened: OpenedCatalogs) {
        let logs = opened.catalogs.map(\.reading.diagnostics)
        report(
            opened.diagnostics,
            counts: logs.reduce(into: [:]) { $0.merge($1.counts, uniquingKeysWith: +) },
            total: logs.reduce(opened.locationDiagnostics.count) { $0 + $1.errorCount + $1.warningCount },
            skippedItems: opened.catalogs.reduce(0) { $0 + $1.reading.skippedCount })
    }

    /// Reports problems of catalogs, only the first of many equal ones; after ``shownFindings`` of them only
    /// the number of the rest.
    ///
    /// - Parameters:
    ///   - counts: how often each mistake occurs.
    ///   - total: the number of all problems.
    func report(
        _ diagnostics: [CatalogDiagnostic], counts: [CatalogDiagnostic.Mistake: Int] = [:],
        total: Int? = nil, skippedItems: Int = 0
    ) {
        var reported: Set<CatalogDiagnostic.Mistake> = []
        var shown = 0
        var left = total ?? diagnostics.count
        for diagnostic in diagnostics where shown < shownFindings {
            let count = counts[diagnostic.mistake] ?? 1
            let isGrouped = count >= groupedFindings
            guard !isGrouped || reported.insert(diagnostic.mistake).inserted else { continue }
            report(diagnostic.file, diagnostic.line, words: texts.message(for: diagnostic))
            shown += 1
            left -= isGrouped ? count : 1
            if isGrouped { report(file: diagnostic.file, "Equal messages: %ld", [.init(count - 1)]) }
        }
        if left > 0 { report(file: nil, "Further messages: %ld", [.init(left)]) }
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

    /// Reports problems of the folder of translations that `--localizations` names.
    func report(_ reading: LocalizationReading) {
        for failure in reading.failures {
            report(file: failure.path, "TranslationUnreadable: %@", [.text(failure.message)])
        }
        for finding in reading.findings where finding.diagnostic.severity != .note {
            report(file: finding.file, line: finding.diagnostic.position?.line, finding.diagnostic)
        }
    }
}
