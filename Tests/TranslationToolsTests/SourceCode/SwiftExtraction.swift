// Short forms of the extraction from Swift sources.

import Localization

@testable import TranslationTools

/// The keys and findings of a source, with SwiftUI's routines and some more.
func extraction(_ source: String, routines: [String] = [], swiftUI: Bool = false) -> SourceFile {
    SourceFile(
        path: "a.swift", bytes: Array(source.utf8), language: .swift,
        routines: routines.compactMap { SourceRoutine(specification: $0) }, readsSwiftUI: swiftUI)
}

/// The keys of a source.
func keys(_ source: String, routines: [String] = [], swiftUI: Bool = false) -> [String] {
    extraction(source, routines: routines, swiftUI: swiftUI).keys
}

extension SourceFile {
    /// The keys as the program looks them up.
    var keys: [String] { calls.map { $0.format ?? $0.key } }

    /// The tables that calls name; `nil` for the standard one.
    var tables: [String?] {
        calls.map { call in if case .named(let name) = call.table { name } else { nil } }
    }

    /// The findings as `identifier fact fact`.
    var lines: [String] { findings.map { ([$0.identifier.rawValue] + $0.facts).joined(separator: " ") } }
}
