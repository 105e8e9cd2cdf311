// Words of the texts as words of a query.

internal import ICU

extension PreparedQuery {
    /// A spelling that is searched for instead of a typed word.
    ///
    /// - Parameter percent: the percentage of the score that its matches keep; by default that of the kind.
    func alternative(
        _ spelling: String, _ relaxation: Relaxation.Kind?, percent: Int? = nil
    ) -> Alternative {
        let spelling = Normalizer.composed(spelling)
        return Alternative(
            spelling, foldings.map { $0.map { Form(spelling, $0) } ?? .empty }, relaxation, percent: percent)
    }

    /// A word that replaces a typed one.
    func word(
        _ spelling: String, insteadOf word: Word, _ relaxation: Relaxation.Kind?, percent: Int? = nil
    ) -> Word {
        var next = alternative(spelling, relaxation, percent: percent)
        next.field = word.alternatives.first?.field
        return Word(typed: word.typed, [next])
    }

    /// Words of the texts as words of the query. Words with equal foldings are merged into the most frequent
    /// spelling. Nearest first, then by falling number of texts.
    ///
    /// - Throws: `SegmentError.cancelled`.
    func merged(
        _ found: [FoundWord], insteadOf word: Word, _ relaxation: Relaxation.Kind? = nil
    ) throws(SegmentError) -> [(word: Word, distance: Int, uses: Int)] {
        var interruption = Interruption()
        var ordered = try found.withSpellingsOnce()
        try ordered.sortInterruptibly(by: Self.isUsedMore)
        var positions: [[UInt8]: Int] = [:]
        var merged: [(word: Word, distance: Int, uses: Int)] = []
        for next in ordered {
            try interruption.count(Interruption.record)
            let candidate = self.word(next.spelling, insteadOf: word, relaxation)
            if candidate.hasSameForms(as: word) { continue }
            if let position = positions[candidate.formKey] {
                merged[position].uses += next.uses
                merged[position].distance = min(merged[position].distance, next.distance)
            } else {
                positions[candidate.formKey] = merged.count
                merged.append((candidate, next.distance, next.uses))
            }
        }
        try merged.sortInterruptibly { left, right in
            if left.distance != right.distance { return left.distance < right.distance }
            if left.uses != right.uses { return left.uses > right.uses }
            return left.word.spelling.utf8.lexicographicallyPrecedes(right.word.spelling.utf8)
        }
        return merged
    }

    private static func isUsedMore(_ left: FoundWord, _ right: FoundWord) -> Bool {
        if left.uses != right.uses { return left.uses > right.uses }
        // Prefer lower case, which sorts after capitals.
        return right.spelling.utf8.lexicographicallyPrecedes(left.spelling.utf8)
    }
}

extension PreparedQuery.Word {
    /// The bytes of all forms; equal if words match the same texts.
    fileprivate var formKey: [UInt8] {
        var key: [UInt8] = []
        for form in forms {
            // UTF-8 has no byte 0xFF.
            key += form.standard?.bytes ?? []
            key.append(0xFF)
            key += form.search?.bytes ?? []
            key.append(0xFE)
        }
        return key
    }

    func hasSameForms(as other: PreparedQuery.Word) -> Bool { formKey == other.formKey }
}

extension PreparedQuery.Form {
    /// Whether two words are equal in one of the foldings.
    fileprivate func isSameWord(as other: PreparedQuery.Form) -> Bool {
        standard != nil && standard?.bytes == other.standard?.bytes
            || search != nil && search?.bytes == other.search?.bytes
    }
}

extension PreparedQuery.Alternative {
    /// Whether all matches of this spelling are also matches of another one of the same word.
    func findsNothingBesides(_ other: PreparedQuery.Alternative) -> Bool {
        guard field == other.field else { return false }
        if isComposite || other.isComposite {
            return isComposite == other.isComposite && spelling == other.spelling
                && phrase.isEmpty == other.phrase.isEmpty
        }
        // A spelling that contains another one finds nothing more, unless the other must match as a whole
        // word.
        guard other.isWhole else { return contains(other) }
        if other.countsMarks { return countsMarks && spelling == other.spelling }
        return isWhole && compoundLevels.isSubset(of: other.compoundLevels) && hasSameForms(as: other)
    }

    private func hasSameForms(as other: PreparedQuery.Alternative) -> Bool {
        zip(forms, other.forms).allSatisfy {
            $0.standard?.bytes == $1.standard?.bytes && $0.search?.bytes == $1.search?.bytes
        }
    }

    /// Whether all texts that contain this spelling also contain another one.
    private func contains(_ other: PreparedQuery.Alternative) -> Bool {
        zip(forms, other.forms).allSatisfy { form, other in
            Self.contains(form.standard, other.standard) && Self.contains(form.search, other.search)
        }
    }

    private static func contains(_ pattern: BytePattern?, _ part: BytePattern?) -> Bool {
        guard let pattern else { return true }
        guard let part else { return false }
        return pattern.bytes.withUnsafeBytes { part.isContained(by: $0) }
    }
}

extension [FoundWord] {
    /// The words with each spelling once, in no particular order: several segments may find the same
    /// spelling.
    ///
    /// - Throws: `SegmentError.cancelled`.
    func withSpellingsOnce() throws(SegmentError) -> [FoundWord] {
        var spellings: [String: FoundWord] = [:]
        var interruption = Interruption()
        for next in self {
            try interruption.count()
            if let known = spellings[next.spelling] {
                spellings[next.spelling]!.uses = known.uses + next.uses
                spellings[next.spelling]!.distance = Swift.min(known.distance, next.distance)
            } else {
                spellings[next.spelling] = next
            }
        }
        return Array(spellings.values)
    }
}

extension PreparedQuery {
    /// The levels of languages with compounds.
    var compoundLevels: Set<Int> {
        Set(languages.indices.filter { CompoundParts.isWritten(in: languages[$0]) })
    }

    /// A spelling that matches as a whole word, and in languages with compounds as the end of a compound.
    func compoundEnd(_ spelling: String) -> Alternative {
        var alternative = alternative(spelling, nil).asWholeWord
        alternative.compoundLevels = compoundLevels
        return alternative
    }
}
