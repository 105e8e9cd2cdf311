// The score of a match of a spelling of a query's word.

extension WordKey {
    /// The key of a match of a spelling.
    ///
    /// - Parameters:
    ///   - weight: the weight of the field.
    ///   - step: the index of the text's locale in the fallback chain.
    @inline(__always)
    init(
        _ match: MatchClass, isRespelled: Bool, of alternative: PreparedQuery.Alternative,
        weight: FieldWeight, length: TextLength, step: Int
    ) {
        self.init(
            points: Score.points(
                weight: weight.value, match: match, length: length, locale: step,
                percent: alternative.percent(of: match, in: weight)),
            isRespelled: isRespelled, alternative.relaxation)
    }
}

extension PreparedQuery.Alternative {
    /// The percentage of the score that a match of the spelling keeps in a field.
    @inline(__always)
    func percent(of match: MatchClass, in weight: FieldWeight) -> Int {
        if weight.isKind, isForm { return Score.kindFormFactor }
        return isOneLetter && match == .wordPrefix ? percent * Score.initialFactor / 100 : percent
    }

    /// Whether it is one word, another form of the typed one.
    @inline(__always)
    var isForm: Bool { equivalence == .forms && !isComposite }
}
