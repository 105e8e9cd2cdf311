// Merges two versions of a translation file, entry by entry.

/// The merge of two versions of a file with the one that both were made of, for a version control system.
///
/// Entries are merged by key and plural form, comments and fields of headers by themselves. What only one
/// version changed, added or removed is taken. What both changed in different ways is written between
/// conflict markers. Merging a file with itself gives the same bytes; no entry is lost; which version is
/// ours matters only for the order.
public enum FileMerge {
    /// How files of a format are taken apart into entries. Each format has its own.
    public struct Syntax: Sendable {
        /// The entries of a file; `nil` if something in it cannot be read.
        let tree: @Sendable ([UInt8]) -> MergeList?
        /// The bytes of a text in the encoding of a file, with the byte order mark that the file has.
        var encoded: @Sendable (_ text: [UInt8], _ model: [UInt8]) -> [UInt8] = { text, _ in text }
        /// The date at which a file was saved last, as it says itself; dates order as texts do.
        var revisionDate: @Sendable ([UInt8]) -> String = { _ in "" }

        /// `.stringsdict`, XLIFF, and the resources of several systems.
        public static let xml = Syntax { MergeList(xml: $0) }

        init(_ tree: @escaping @Sendable ([UInt8]) -> MergeList?) { self.tree = tree }
    }

    public enum Version: Sendable, Hashable, CaseIterable {
        /// The one that the others were made of.
        case base
        /// The one of the current branch.
        case ours
        /// The one of the other branch.
        case theirs
    }

    public enum Outcome: Sendable, Hashable {
        /// A merged file, and the names of the entries between conflict markers.
        case merged([UInt8], clashes: [String])
        /// A version that cannot be read.
        case unreadable(Version)
        /// A merged file that reads as something else than was meant. No file is known for which that is so.
        case unsafe
    }

    /// Merges a file.
    ///
    /// - Parameter base: empty if both versions are new.
    public static func merge(
        base: [UInt8], ours: [UInt8], theirs: [UInt8], syntax: Syntax
    ) -> Outcome {
        guard let own = syntax.tree(ours) else { return .unreadable(.ours) }
        guard let other = syntax.tree(theirs) else { return .unreadable(.theirs) }
        let old = base.isEmpty ? nil : syntax.tree(base)
        if old == nil, !base.isEmpty { return .unreadable(.base) }
        if ours == theirs || theirs == base { return .merged(ours, clashes: []) }
        if ours == base { return .merged(theirs, clashes: []) }
        var merger = TreeMerger(like: ours, areTheirsNewer: syntax.areNewer(theirs, than: ours))
        merger.merge(own, other, base: old)
        let bytes = syntax.encoded(merger.writer.bytes, ours)
        if merger.clashes.isEmpty {
            guard let tree = syntax.tree(bytes),
                counts(MergeNode.Body.list(tree).meaning) == counts(merger.written)
            else { return .unsafe }
        }
        return .merged(bytes, clashes: merger.clashes)
    }

    private static func counts(_ meanings: [MergeNode.Meaning]) -> [MergeNode.Meaning: Int] {
        Dictionary(meanings.map { ($0, 1) }, uniquingKeysWith: +)
    }
}

extension FileMerge.Syntax {
    /// Whether one version says that it was saved after the other one; `nil` where they do not say.
    fileprivate func areNewer(_ theirs: [UInt8], than ours: [UInt8]) -> Bool? {
        let (own, other) = (revisionDate(ours), revisionDate(theirs))
        return own == other ? nil : own < other
    }
}
