// Visits the matches of a word by its postings, without reading texts.

extension WordSearch {
    /// Calls `body` with the scores of matches in some records; a record may have several.
    ///
    /// - Parameters:
    ///   - records: the records to visit; `nil` for all.
    ///   - weights: the weights of the query's fields.
    @inline(__always)
    func forEachMatch(
        within records: RecordSet?, weights: [FieldWeight],
        _ body: (_ record: Int, _ points: Int32) throws(SegmentError) -> Void
    ) throws(SegmentError) {
        let index = level.index
        let columns = UnsafeBufferPointer(level.columns)
        let tables = columns.map { ScoreTable(self, weight: weights[$0.field]) }
        let terms = try terms()
        let beginnings = try beginnings()
        var others = beginnings.others[...]
        var interruption = Interruption()
        for (position, term) in terms.enumerated() {
            // Their scattered memory is fetched in parallel.
            if position % Self.block == 0 {
                try index.touchPostings(terms[position..<min(position + Self.block, terms.count)])
            }
            try interruption.count()
            let number = Int(term)
            let postings = try index.postings(ofTerm: number)
            // Most terms are in one text only, so most need not be read.
            if let records, case .one(let text, _) = postings {
                guard let record = try level.searchedRecord(ofText: text), records.contains(record) else {
                    continue
                }
            }
            while let next = others.first, next < term { others.removeFirst() }
            let beginning = try beginning(ofTerm: number, beginnings, isOther: others.first == term)
            let match = beginning?.match ?? .insideWord
            let wholeMatch = beginning?.wholeMatch ?? .insideWord

            func visit(_ text: Int, _ kind: PostingKind) throws(SegmentError) {
                guard let position = level.column(ofText: text) else { return }
                let record = try columns[position].column.record(ofText: text)
                guard records?.contains(record) ?? true, !columns[position].hides(record) else { return }
                var found = match
                if match != wholeMatch, try index.isSingleTerm(text) { found = wholeMatch }
                try body(record, tables[position][found, kind.length])
            }
            switch postings {
            case .one(let text, let kind): try visit(text, kind)
            case .short(let count, let reader):
                try interruption.count(count)
                try TermPostings.forEach(count, reader, below: index.textCount) {
                    text, kind throws(SegmentError) in try visit(text, kind)
                }
            case .grouped(_, var groups):
                while let group = try groups.next() {
                    guard let position = level.column(ofField: group.field) else { continue }
                    try interruption.count(group.count)
                    let column = columns[position]
                    let first = column.column.texts.lowerBound
                    let points = tables[position][match, group.kind.length]
                    if match == wholeMatch, column.hidden == nil, column.column.isPlain {
                        try group.forEach(below: column.column.texts.count) { record throws(SegmentError) in
                            if records?.contains(record) ?? true { try body(record, points) }
                        }
                    } else {
                        try group.forEach(below: column.column.texts.count) { text throws(SegmentError) in
                            try visit(first + text, group.kind)
                        }
                    }
                }
            }
        }
    }

    /// How the word begins a term that contains it; `nil` if it does not.
    ///
    /// - Parameter isOther: whether the term is in `beginnings.others`.
    @inline(__always)
    private func beginning(
        ofTerm term: Int, _ beginnings: TermFinder.Beginnings, isOther: Bool
    ) throws(SegmentError) -> Beginning? {
        if beginnings.contains(term) {
            guard beginnings.isExact, try level.index.impacts(ofTerm: term).isPlain else {
                return try beginning(ofTerm: term)
            }
            return beginnings.isWhole(term) ? .whole : .part
        }
        return isOther ? try beginning(ofTerm: term) : nil
    }
}
