// Findings of merging translations into files.

public import Localization

/// A finding about a message that was to be merged into a file.
public struct MergeDiagnostic: LocalizationDiagnostic {
    public enum Kind: Sendable, Hashable {
        /// Neither the source nor the file has the key; the translation is left out.
        case unknownKey
        /// The file that was read has no translation where the project has one, which stays.
        case emptyTranslation
        /// The source text is not the one that the translation was made for; it is marked for review.
        case sourceChanged(previous: String)
        /// The `.strings` file has structured data under the key; it stays.
        case structuredValue
        /// The file has the entries twice in one place and cannot be edited.
        case notEditable
        /// An obsolete entry looks like an earlier name of a new key, and was renamed.
        case renamed(from: String)
    }

    public let kind: Kind
    /// The message's key.
    public let key: String
    /// Where the message begins in the file, where it has it.
    public let position: SourcePosition?

    init(_ kind: Kind, key: String, position: SourcePosition? = nil) {
        (self.kind, self.key, self.position) = (kind, key, position)
    }

    /// How much it matters.
    public var severity: Severity {
        switch kind {
        case .emptyTranslation: .note
        case .unknownKey, .sourceChanged, .structuredValue, .renamed: .warning
        case .notEditable: .error
        }
    }

    /// The keys of all texts; the compiler checks that findings use no other.
    package enum MessageKey: String, CaseIterable {
        case unknownKey = "Merge.UnknownKey"
        case emptyTranslation = "Merge.EmptyTranslation"
        case sourceChanged = "Merge.SourceChanged"
        case structuredValue = "Merge.StructuredValue"
        case notEditable = "Merge.NotEditable"
        case renamed = "Merge.Renamed"
    }

    /// `Merge.` and the kind.
    public var messageKey: String {
        let key: MessageKey =
            switch kind {
            case .unknownKey: .unknownKey
            case .emptyTranslation: .emptyTranslation
            case .sourceChanged: .sourceChanged
            case .structuredValue: .structuredValue
            case .notEditable: .notEditable
            case .renamed: .renamed
            }
        return key.rawValue
    }

    /// The key, then the kind's facts.
    public var arguments: [any FormatArgument] {
        switch kind {
        case .unknownKey, .emptyTranslation, .structuredValue, .notEditable: [key]
        case .sourceChanged(let previous): [key, previous]
        case .renamed(let old): [key, old]
        }
    }
}
