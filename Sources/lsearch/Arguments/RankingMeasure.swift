// The measures of a ranking that an option may name.

/// A measure of a ranking.
enum RankingMeasure: String, CaseIterable {
    /// Normalized discounted cumulative gain of the first ten records (Järvelin and Kekäläinen, 2002), with a
    /// gain of `2^grade - 1`; records without a judgment gain nothing.
    case ndcg
    /// The same without the records that have no judgment.
    case condensed
    /// The reciprocal rank of the first relevant record.
    case mrr
    /// The share of the relevant records that are among the first hundred.
    case recall
}
