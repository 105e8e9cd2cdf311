// Spellings that stand for a typed word although they were not typed: which kinds there are.

/// Why a spelling stands for a typed word. Equivalent spellings are searched for besides the
/// typed one, always, and rank behind it by a factor of their kind, see ``Score/factor(_:)``;
/// one spelling never hides another.
public enum Equivalence: String, Hashable, Sendable, CaseIterable {
    /// The word without the punctuation at its edges: `tea` for `[tea]`.
    case edges
    /// Parts with another separator between them, or none: `Wi-Fi`, `Wi Fi` and `WiFi`;
    /// digits with and without theirs.
    case separators
    /// Another notation of the same number, or another name or symbol of its unit: `½`, `27 inches`.
    case units
    /// The same letters in another script or writing: simplified and traditional
    /// Chinese, Serbian in both scripts.
    case script
    /// The word without an article that is written together with it: `eau` for `l'eau`.
    case elision
    /// Another form of the word: plural, case, person.
    case forms
    /// A synonym from the catalog's description.
    case synonyms
    /// The words of a string without spaces, anywhere in the record.
    case segments
    /// The words of a compound, anywhere in the record.
    case compound
}
