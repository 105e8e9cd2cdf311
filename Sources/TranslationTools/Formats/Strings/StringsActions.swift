// Changes of a `.strings` file that an editor offers for one message.

package import Localization

/// Changes to one message of a file. Everything else in the file stays as it is.
package struct StringsActions {
    private let file: StringsFile

    package init(_ file: StringsFile) { self.file = file }

    /// The bytes of the keys of a message, and what is written there after the message is renamed; of duplicates all of them.
    package func renaming(_ key: String, to newKey: String) -> [StringsFile.Edit] {
        file.entries.compactMap { entry in
            let (name, variation) = StringsRevision.form(entry.key)
            guard name == key else { return nil }
            // A key without a value is its own text.
            let value = entry.value == .implied ? " = " + StringsFile.quoted(entry.key) : ""
            let new = variation.map { VariationKey(key: newKey, variation: $0).description } ?? newKey
            return StringsFile.Edit(byteRange: entry.keyRange, source: StringsFile.quoted(new) + value)
        }
    }

    /// The entry of a message, as it is written in a file.
    package static func line(_ key: String, _ variation: VariationKey.Variation?, _ text: String) -> String {
        StringsRevision.line(key, variation, text)
    }
}
