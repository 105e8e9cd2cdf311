// How similar the vector of a hit is to that of the request.

extension Hit {
    /// How similar a record's vector is to that of the request.
    public struct Similarity: Hashable, Sendable {
        /// The cosine of the angle between the vectors, from -1 to 1.
        public var cosine: Double
        /// Its position among the records found by meaning, from 1.
        public var position: Int
        /// Its position among the records found by words, from 1; `nil` if it lacks the words, or is not
        /// among the first records.
        public var wordsPosition: Int?
    }
}
