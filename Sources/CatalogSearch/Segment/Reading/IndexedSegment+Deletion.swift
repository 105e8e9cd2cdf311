// The locales and scopes that remain when records are deleted.

internal import ICU

extension IndexedSegment {
    /// The scopes that the remaining records name.
    ///
    /// - Parameters:
    ///   - scopes: the scopes named before.
    ///   - gone: the records that were deleted before.
    func remaining(
        _ scopes: [String], without deleted: RecordSet, _ gone: RecordSet
    ) throws(SegmentError) -> [String] {
        var doubtful: Set<Int> = []
        try gone.forEach { record throws(SegmentError) in
            if let scope = try records.scopeNumber(of: record) { doubtful.insert(scope) }
        }
        for record in 0..<records.count where !deleted.contains(record) {
            if doubtful.isEmpty { return scopes }
            if let scope = try records.scopeNumber(of: record) { doubtful.remove(scope) }
        }
        return scopes.filter { scope in !doubtful.contains { records.scopes[$0] == scope } }
    }

    /// The locales in which the remaining records have texts.
    ///
    /// - Parameters:
    ///   - locales: the locales of the records before.
    ///   - gone: the records that were deleted before.
    func remaining(
        _ locales: Set<LocaleIdentifier>, without deleted: RecordSet, _ gone: RecordSet
    ) throws(SegmentError) -> Set<LocaleIdentifier> {
        var remaining = locales
        for (number, locale) in localeNames.enumerated() where locales.contains(locale) {
            let columns = try index(ofLocale: number).columns
            func hasTexts(_ record: Int) throws(SegmentError) -> Bool {
                for column in columns where try column.owns(record) { return true }
                return try records.otherTexts(of: record).contains { $0.locale == locale }
            }
            var isDoubtful = false
            try gone.forEach { record throws(SegmentError) in
                if !isDoubtful { isDoubtful = try hasTexts(record) }
            }
            guard isDoubtful else { continue }
            var isThere = false
            for record in 0..<records.count where !isThere && !deleted.contains(record) {
                isThere = try hasTexts(record)
            }
            if !isThere { remaining.remove(locale) }
        }
        return remaining
    }
}
