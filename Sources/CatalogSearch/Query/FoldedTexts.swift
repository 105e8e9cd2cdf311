// Folded texts of values, to find values by their names in a locale.

internal import ICU
internal import Support

/// Texts in both foldings of a locale, sorted, each with the value it names.
struct FoldedTexts<Value: Sendable>: Sendable {
    /// Keys sorted by their bytes.
    private struct List: Sendable {
        let keys: [[UInt8]]
        let values: [Value]

        init(_ entries: [(key: [UInt8], value: Value)]) {
            let sorted = entries.sorted { $0.key.lexicographicallyPrecedes($1.key) }
            keys = sorted.map(\.key)
            values = sorted.map(\.value)
        }

        /// The size of keys and values, in bytes.
        var byteCount: Int {
            keys.reduce(keys.count * (MemoryLayout<[UInt8]>.stride + MemoryLayout<Value>.stride)) {
                $0 + $1.count
            }
        }

        /// The values of the keys that equal some bytes or, with `byPrefix`, begin with them.
        func values(_ key: [UInt8], byPrefix: Bool) -> ArraySlice<Value> {
            let start = keys.partitioningIndex { !$0.lexicographicallyPrecedes(key) }
            let end = keys.partitioningIndex {
                byPrefix
                    ? !$0.lexicographicallyPrecedes(key) && !$0.starts(with: key)
                    : key.lexicographicallyPrecedes($0)
            }
            return values[start..<max(start, end)]
        }
    }

    private let standard: List
    /// By the search folding; `nil` if it is the same for all texts.
    private let search: List?

    /// The size of all texts, in bytes.
    var byteCount: Int { standard.byteCount + (search?.byteCount ?? 0) }

    init(_ folding: Folding, _ texts: some Sequence<(text: String, value: Value)>) {
        var standard: [(key: [UInt8], value: Value)] = []
        var search: [(key: [UInt8], value: Value)] = []
        var isSame = true
        for (text, value) in texts {
            let (one, other) = (folding.standard.folded(text), folding.search.folded(text))
            standard.append((one, value))
            search.append((other, value))
            isSame = isSame && one == other
        }
        self.standard = List(standard)
        self.search = isSame ? nil : List(search)
    }

    /// Calls `body` with each value that has a text equal to a word in one of the foldings or, with
    /// `byPrefix`, beginning with it. May repeat values.
    func forEach(_ word: FoldedWord, byPrefix: Bool = false, _ body: (Value) -> Void) {
        if !word.standard.isEmpty { standard.values(word.standard, byPrefix: byPrefix).forEach(body) }
        if !word.search.isEmpty, search != nil || word.search != word.standard {
            (search ?? standard).values(word.search, byPrefix: byPrefix).forEach(body)
        }
    }
}

/// Identifies the folded texts of an attribute.
struct FoldedTextsKey: CachedKey {
    let attribute: AttributeName
    let locale: LocaleIdentifier

    static func cost(of value: FoldedTexts<UInt32>) -> Int { value.byteCount }
}

extension IndexedSegment {
    /// The values of an attribute that a text names.
    ///
    /// - Returns: the numbers of the values.
    func values(
        _ text: PreparedText, of name: AttributeName, _ column: AttributeColumn, _ query: PreparedQuery,
        byPrefix: Bool = false
    ) throws(SegmentError) -> RecordSet {
        var found = RecordSet(universe: column.valueCount)
        if text.isExact {
            for value in try column.values(withID: text.id) { found.insert(value) }
            return found
        }
        for form in text.forms {
            try foldedTexts(of: name, column, form).forEach(form, byPrefix: byPrefix) {
                found.insert(Int($0))
            }
            for id in query.attributes.ids(of: name, form, query.request, byPrefix: byPrefix) {
                for value in try column.values(withID: id) { found.insert(value) }
            }
        }
        return found
    }

    /// The ids and the records' own labels of an attribute's values, folded for a locale.
    private func foldedTexts(
        of name: AttributeName, _ column: AttributeColumn, _ word: FoldedWord
    ) throws(SegmentError) -> FoldedTexts<UInt32> {
        let key = FoldedTextsKey(attribute: name, locale: word.locale)
        return try opened.caches.value(of: key) { () throws(SegmentError) in
            var texts: [(text: String, value: UInt32)] = []
            var interruption = Interruption()
            for number in 0..<column.valueCount {
                try interruption.count(Interruption.form)
                let (id, labels) = try column.text(number)
                for text in [id, labels[word.locale]].compactMap(\.self) {
                    texts.append((text, UInt32(number)))
                    // The last node also names a path.
                    if column.isTree, let path = AttributePath(text), path.names.count > 1 {
                        texts.append((path.names[path.names.count - 1], UInt32(number)))
                    }
                }
            }
            return FoldedTexts(word.folding, texts)
        }
    }
}
