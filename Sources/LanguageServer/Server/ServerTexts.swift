// The words of the server, which its program supplies in the language of its user.

package import Localization
package import TranslationTools

/// What the server says.
package struct ServerTexts: Sendable {
    /// The name and version of the program.
    package let name: String
    package let version: String
    /// A finding in words, as reports have it.
    package let finding: @Sendable (Finding) -> String
    /// A text of the table `Tools`.
    package let text: @Sendable (String, [FormatValue]) -> String

    package init(
        name: String, version: String, finding: @escaping @Sendable (Finding) -> String,
        text: @escaping @Sendable (String, [FormatValue]) -> String
    ) {
        self.name = name
        self.version = version
        self.finding = finding
        self.text = text
    }
}
