// What is wrong with a catalog or a record, in the user's words?

public import Localization
package import ProgramTexts
public import Storage

extension LocalizedTexts {
    /// The words for what is wrong with a catalog or a record; file and line stand beside them.
    public func words(for diagnostic: CatalogDiagnostic, in locale: LocaleIdentifier) -> String {
        texts(for: locale).words(for: diagnostic)
    }
}

extension Texts {
    /// The words for what is wrong with a catalog or a record.
    package func words(for diagnostic: CatalogDiagnostic) -> String {
        // Where broken JSON breaks says more than the parser's words for it, which are English.
        if let column = diagnostic.column {
            switch diagnostic.kind {
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
