// The messages of the server, which its program supplies in the user's language.

package import Localization
package import TranslationTools

/// The server's messages.
package struct ServerMessages: Sendable {
    /// The name and version of the program.
    package let name: String
    package let version: String
    /// The message of a finding, as in reports.
    package let finding: @Sendable (Finding) -> String
    /// A message of the table `Tools`.
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
