// `.properties` files as lists of entries, each with the comments above it.

internal import Localization

extension FileMerge.Syntax {
    /// `.properties`
    public static let properties: FileMerge.Syntax = {
        var syntax = FileMerge.Syntax { MergeList(properties: $0) }
        syntax.encoded = { PropertiesFile($1).encoded($0) }
        return syntax
    }()
}

extension MergeList {
    /// The entries of a file; `nil` if something in it could not be read.
    init?(properties bytes: [UInt8]) {
        let file = PropertiesFile(bytes)
        guard file.findings.isEmpty, file.markLength == 0 else { return nil }
        self.init()
        var end = 0
        for entry in file.entries {
            let behind = file.behindLineBreak(entry.range.upperBound)
            children.append(
                MergeNode(
                    name: MergeName(entry.key), leading: Array(file.text[end..<entry.keyRange.lowerBound]),
                    body: .text(
                        MergeText(
                            bytes: Array(file.text[entry.keyRange.lowerBound..<entry.range.upperBound]),
                            meaning: Array(entry.text.utf8))),
                    trailing: Array(file.text[entry.range.upperBound..<behind])))
            end = behind
        }
        closing = Array(file.text[end...])
    }
}
