// Costs of the ways to find the records with a word: the cheapest way is taken.

extension IndexedSearch {
    /// The approximate number of postings of a word's terms.
    func estimatedTexts(of word: Int) -> Double {
        allWords[word].reduce(0) { $0 + $1.estimatedTexts }
    }

    /// The cost of finding out which terms contain a word.
    func costOfTerms(of word: Int) throws(SegmentError) -> Double {
        var sum = 0.0
        for search in allWords[word] { sum += try search.costOfTerms() }
        return sum
    }

    /// The cost of reading a term of a record's texts, in postings. Postings are read in order; texts are
    /// scattered over the file.
    private static let postingsOfTerm = 4.0

    /// The cost of reading the texts of `count` records, in postings: proportional to the number of their
    /// terms.
    func costOfTexts(of count: Int) -> Double {
        let bytes = levels.reduce(0) { $0 + $1.index.textSize }
        let terms = 20 + Double(bytes) / Double(max(1, segment.records.count)) / 2
        return Double(count) * terms * Self.postingsOfTerm
    }
}
