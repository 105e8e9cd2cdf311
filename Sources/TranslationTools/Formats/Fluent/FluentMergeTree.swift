// Fluent's files as lists of messages and terms, each with the comments above it and with its attributes.

internal import Localization

extension FileMerge.Syntax {
    /// `.ftl`
    public static let fluent = FileMerge.Syntax { MergeList(fluent: $0) }
}

extension MergeList {
    /// The entries of a file; `nil` if something in it could not be read.
    init?(fluent bytes: [UInt8]) {
        let file = FluentFile(bytes)
        guard file.findings.isEmpty, file.markLength == 0 else { return nil }
        self.init()
        let reader = FluentReader(file.bytes)
        var end = 0
        for entry in file.entries {
            let behind = reader.behindLineEnd(reader.behindBlanks(entry.end)) ?? entry.end
            let texts = ([entry.value].compactMap(\.self) + entry.attributes.map(\.value)).map {
                FluentText($0, in: file.bytes).text
            }
            children.append(
                MergeNode(
                    name: MergeName(entry.name),
                    leading: Array(file.bytes[end..<entry.nameRange.lowerBound]),
                    body: .text(
                        MergeText(
                            bytes: Array(file.bytes[entry.nameRange.lowerBound..<entry.end]),
                            meaning: Array(
                                (entry.attributes.map(\.name) + texts).joined(separator: "\0").utf8))),
                    trailing: Array(file.bytes[entry.end..<behind])))
            end = behind
        }
        closing = Array(file.bytes[end...])
    }
}
