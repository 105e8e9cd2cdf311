// All targets in the root package's libraries.

public import FuzzRunner

/// The targets of the libraries.
public enum FuzzTargets {
    /// All targets, in the order of `make fuzz`.
    public static let all: [FuzzTarget] =
        [SegmentTarget.target, FoldingTarget.target, ShardTarget.target] + IndexFileTargets.all
        + TranslationTargets.all
        + TextTargets.all + CatalogTargets.all + RequestTargets.all
}
