// The measures of a ranking that an option may name.

/// A measure that a run must reach.
enum RankingMeasure: String, CaseIterable {
    /// Normalized discounted cumulative gain of the first ten records (Järvelin and Kekäläinen, 2002), with a
    /// gain of `2^grade - 1`; records that were never judged gain nothing.
    case ndcg
    /// The same without the records that were never judged.
    case condensed
    /// The reciprocal of the place of the first record that answers the query.
    case mrr
    /// The share of the records that answer the query among the first hundred.
    case recall
}
