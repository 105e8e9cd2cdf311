// A `.strings` file with the changes of its messages.

public import Localization

/// A `.strings` file with changes.
public struct MergedStrings: Sendable {
    /// The file as it is now.
    public var file: StringsFile
    /// The keys of messages whose texts changed, in the order of the changes.
    public var changedKeys: [String] = []
    /// The keys of messages that are new in the file.
    public var addedKeys: [String] = []
    /// The keys of messages that changed only in their comments.
    public var markedKeys: [String] = []
    /// The keys that were removed from the file.
    public var removedKeys: [String] = []
    public var findings: [MergeDiagnostic] = []

    /// A file without changes.
    public init(file: StringsFile) { self.file = file }

    /// How many messages changed.
    public var changeCount: Int {
        Set(changedKeys + addedKeys + markedKeys).count + removedKeys.count
    }

    /// Whether the file changed at all.
    public var isChanged: Bool { changeCount > 0 }
}
