// Formats that change single texts in the bytes of a file.

public import Localization

/// A format whose files others write, too: an edit leaves everything else in a file as it is.
public protocol InPlaceFormat: TranslationFormat {
    /// The bytes of a file after an edit.
    ///
    /// - Parameters:
    ///   - old: the bytes of the file; `nil` for a new one.
    ///   - path: where the file is.
    ///   - table: the units that change.
    ///   - source: the file in the source language, which new messages follow.
    /// - Returns: no bytes if the existing file could not be read, and must stay as it is.
    func edited(
        _ old: [UInt8]?, at path: String, with table: TranslationTable, following source: LocalizationFile?
    ) -> (bytes: [UInt8]?, findings: [any LocalizationDiagnostic])
}

extension InPlaceFormat {
    /// Brings the existing file up to date in its own bytes.
    public func updated(
        _ old: [UInt8], with tables: [TranslationTable], at path: String, new: () -> TranslationFile?
    ) -> TranslationFile? {
        applying(
            tables.map(TableEdits.init(setting:)), to: TranslationDocument(old), at: path, following: nil)
    }

    /// Changes the texts of some messages in the file's own bytes. New ones are made
    /// as those of the source file are.
    public func applying(
        _ edits: [TableEdits], to old: TranslationDocument?, at path: String,
        following source: LocalizationFile?
    ) -> TranslationFile? {
        guard let table = edits.tables.first(where: { $0.locale != nil }) else { return nil }
        let (bytes, findings) = edited(old?.bytes, at: path, with: table, following: source)
        return TranslationFile(
            path: path, bytes: bytes ?? old?.bytes ?? [], findings: findings,
            isRefused: bytes == nil && old != nil)
    }
}
