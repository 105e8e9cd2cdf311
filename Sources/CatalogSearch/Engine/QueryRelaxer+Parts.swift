// The components of a typed word: in a script without spaces, or in a compound.

internal import Support

extension QueryRelaxer {
    /// The spelling of a word as components that a record may have anywhere; empty if texts lack its
    /// components.
    func parts(
        of word: PreparedQuery.Word, _ expansion: WordExpansion
    ) throws(SearchError) -> [PreparedQuery.Alternative] {
        guard word.alternatives[0].number == nil, query.mayHaveParts(word.spelling) else { return [] }
        let words = try engine.source.words(.parts, like: word, query, in: catalogs)
        if words.isEmpty { return [] }
        for form in word.forms {
            guard let scalars = form.standard?.scalars.compactMap(Unicode.Scalar.init) else { continue }
            if scalars.contains(where: \.isWrittenWithoutSpaces) {
                var pieces = Set(words.map(\.spelling))
                // A Korean word that texts have as one may be several in others: no rule cuts it.
                if pieces.contains(String(scalars[...])), scalars.contains(where: \.isHangul) {
                    let inside = try engine.source.words(.inside, like: word, query, in: catalogs)
                    pieces = Set(inside.map(\.spelling))
                }
                let found = try mappingError(SearchError.icu) { () throws(ICUError) in
                    try expansion.parts(CompoundParts.longest(of: scalars, pieces))
                }
                if let found { return [found] }
            } else {
                let found = try compounds(scalars, of: word, lastParts(among: words), expansion)
                if !found.isEmpty { return found }
            }
        }
        return []
    }

    /// The last components of a compound, without those that only add a letter or two to a word, such as
    /// `rbuch`: each compound with the word ends with them as well.
    private func lastParts(among found: [FoundWord]) -> [FoundWord] {
        let words = Set(found.lazy.filter { $0.distance == 0 }.map(\.part))
        return found.filter { word in
            word.distance == 0
                || !(1..<CompoundParts.leastLength).contains { words.contains(word.part.dropFirst($0)) }
        }
    }

    /// The ways to split a compound.
    ///
    /// - Parameter lastParts: the words of texts for its last component.
    private func compounds(
        _ scalars: [Unicode.Scalar], of word: PreparedQuery.Word, _ lastParts: [FoundWord],
        _ expansion: WordExpansion
    ) throws(SearchError) -> [PreparedQuery.Alternative] {
        let parts = try partsOfCompound(scalars, of: word, lastParts)
        let pieces = Set((lastParts + parts).map(\.spelling))
        // First components that texts have only at the end of compounds.
        let ends = Set(parts.filter { $0.distance == 2 }.map(\.spelling))
        return CompoundParts.compounds(scalars, pieces, query.languages).map { parts in
            let alternatives = parts.enumerated().map { position, part in
                part.map { spelling in
                    let isEnd =
                        position == parts.count - 1
                        ? spelling.unicodeScalars.count >= CompoundParts.leastSharedEnd
                        : ends.contains(spelling)
                    return isEnd
                        ? query.compoundEnd(spelling) : query.alternative(spelling, nil).asWholeWord
                }
            }
            return expansion.compose(alternatives, .compound)
        }
    }

    /// The nearest words of texts for each component of a compound except the last. The search starts at the
    /// beginning of the word, and continues at the end of each component that any text has.
    private func partsOfCompound(
        _ scalars: [Unicode.Scalar], of word: PreparedQuery.Word, _ lastParts: [FoundWord]
    ) throws(SearchError) -> [FoundWord] {
        func lastStart(_ found: FoundWord) -> Int? {
            let part = found.part.unicodeScalars
            guard part.count < scalars.count, scalars.suffix(part.count).elementsEqual(part) else {
                return nil
            }
            return scalars.count - part.count
        }
        let lastStarts = Set(lastParts.compactMap(lastStart))
        let wordStarts = Set(
            lastParts.filter { $0.distance == 0 && !$0.spelling.contains(" ") }.compactMap(lastStart))
        guard let furthest = lastStarts.max() else { return [] }
        let language = query.languages.first(where: CompoundParts.isWritten) ?? ""
        var found: [FoundWord] = []
        var seen: Set<Int> = [0]
        var starts = [0]
        for _ in 1..<CompoundParts.mostParts where !starts.isEmpty {
            let positions = CompoundPlaces(
                word: String(scalars[...]), starts: starts, lastStarts: lastStarts.sorted(),
                wordStarts: wordStarts.sorted())
            let next = try engine.source.words(.partsFrom(positions), like: word, query, in: catalogs)
            var least: [Substring: Int] = [:]
            for word in next {
                least[word.part] = min(least[word.part] ?? word.distance, word.distance)
            }
            found += next.filter { least[$0.part] == $0.distance }
            var ends: Set<Int> = []
            for start in starts {
                for part in least.keys where scalars[start...].starts(with: part.unicodeScalars) {
                    ends.formUnion(
                        CompoundParts.starts(behind: start + part.unicodeScalars.count, in: scalars, language)
                    )
                }
            }
            starts = ends.filter { $0 + CompoundParts.leastLength <= furthest && seen.insert($0).inserted }
                .sorted()
        }
        return found
    }
}

extension FoundWord {
    /// The component itself, without the form of it that texts have, which stands behind a space.
    fileprivate var part: Substring {
        spelling[..<(spelling.utf8.firstIndex(of: UInt8(ascii: " ")) ?? spelling.endIndex)]
    }
}
