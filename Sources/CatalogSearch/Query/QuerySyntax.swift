// How a query is read: literally, or with the operators of common search engines.

/// How the characters of a query are read.
///
/// With ``operators``:
///
/// | typed | means |
/// |---|---|
/// | `"rote rose"`, also `„…“`, `«…»`, `「…」` | these words as whole words, next to each other, in this order |
/// | `-seide` | not in any searched field |
/// | `rose OR tulpe`, `rose \| tulpe` | either; binds more tightly than white space |
/// | `title:rose` | in that field only |
/// | `color:red`, `price:..20`, `added:>=2026-01-01` | a filter |
///
/// Operators combine: `-"rote rose"`, `title:"rote rose"`, `-color:red`, `color:red OR color:blue`. A hyphen
/// or colon within a word is literal, and so is an incomplete operator: an unknown name before a colon, a
/// value of the wrong type. Marks that the user has not closed yet, names without values, and an `OR` with
/// nothing to join are left out and listed among the ignored words. No query is an error.
public enum QuerySyntax: String, Hashable, Sendable, CaseIterable {
    /// Words and operators.
    case operators
    /// Words only: every character is literal.
    case plain
}

/// In which locales of a request's chain each field is searched.
public enum MatchedLocales: String, Hashable, Sendable, CaseIterable {
    /// In the first locale of the chain that has the field: in what the reader sees.
    case nearest
    /// In all locales of the chain. ``Hit/matchedLocale`` says which one matched best.
    case any
}

/// The names that operators of a query have in the reader's language.
public struct QueryVocabulary: Hashable, Sendable {
    /// The words that mean `OR`, as they are typed: `ODER`.
    public var or: Set<String>
    /// The names of fields and built-in attributes by id: `["title": "Titel"]`. Declared attributes have
    /// labels.
    public var names: [String: String]

    /// All words that mean `OR`.
    var operators: Set<String> { or.union(["OR", "|"]) }

    /// The names of a language; in each language `OR`, `|` and all ids are read as well.
    public init(or: Set<String> = [], names: [String: String] = [:]) {
        self.or = or
        self.names = names
    }
}
