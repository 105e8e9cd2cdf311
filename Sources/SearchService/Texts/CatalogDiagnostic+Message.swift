// Messages of the diagnostics of catalogs and records.

public import CatalogStorage
public import Localization
package import ProgramTexts

extension LocalizedTexts {
    /// The message of a diagnostic, without its file and line.
    public func message(for diagnostic: CatalogDiagnostic, in locale: LocaleIdentifier) -> String {
        texts(for: locale).message(for: diagnostic)
    }
}

extension Texts {
    /// The message of a diagnostic.
    package func message(for diagnostic: CatalogDiagnostic) -> String {
        // A message with the position replaces the parser's message about malformed JSON, which is English.
        if let column = diagnostic.column {
            switch diagnostic.kind.code {
            case .invalidJSON, .sidecarInvalid:
                return error(diagnostic.messageKey, [.text(error("JSONByte: %ld", [.init(column)]))])
            default: break
            }
        }
        let arguments = diagnostic.arguments.map { argument -> FormatValue in
            switch argument {
            case .text(let text): .text(text)
            case .integer(let number): .init(number)
            case .message(let key): .text(error(key))
            }
        }
        return text(diagnostic.messageKey, table: diagnostic.messageTable, arguments: arguments)
    }
}
