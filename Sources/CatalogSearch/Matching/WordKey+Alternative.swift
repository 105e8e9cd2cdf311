// The score of a match of a spelling of a query's word.

extension WordKey {
    /// The key of a match of a spelling.
    ///
    /// - Parameters:
    ///   - weight: the weight of the field.
    ///   - step: the index of the text's locale in the fallback chain.
    @inline(__always)
    init(
        _ match: MatchClass, isRespelled: Bool, of alternative: PreparedQuery.Alternative, weight: Int,
        length: TextLength, step: Int
    ) {
        self.init(
            points: Score.points(
                weight: weight, match: match, length: length, locale: step,
                percent: alternative.percent(of: match)),
            isRespelled: isRespelled, alternative.relaxation)
    }
}

extension PreparedQuery.Alternative {
    /// The percentage of the score that a match of the spelling keeps.
    @inline(__always)
    func percent(of match: MatchClass) -> Int {
        isOneLetter && match == .wordPrefix ? percent * Score.initialFactor / 100 : percent
    }
}
