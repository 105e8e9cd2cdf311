// Short forms of what extraction gives.

@testable import KeyExtraction

/// The extraction of a source, with SwiftUI's routines and some more.
func extraction(_ source: String, routines: [String] = [], swiftUI: Bool = false) -> Extraction {
    let all = Routine.foundation + Routine.localizer + (swiftUI ? Routine.swiftUI : [])
    let own = routines.compactMap(Routine.init(specification:))
    return KeyExtractor(routines: all + own, readsSwiftUI: swiftUI).extract(source: source, file: "a.swift")
}

/// The keys of a source.
func keys(_ source: String, routines: [String] = [], swiftUI: Bool = false) -> [String] {
    extraction(source, routines: routines, swiftUI: swiftUI).keys.map(\.key)
}

extension Extraction {
    /// The findings as `identifier argument argument`.
    var lines: [String] { findings.map { ([$0.identifier.rawValue] + $0.arguments).joined(separator: " ") } }
}
