// An interpolation in a key, and the format specifier that it becomes.

internal import SwiftSyntax

/// `\(…)` in a `String.LocalizationValue` or a `LocalizedStringKey`.
struct Interpolation {
    /// The expression that is interpolated.
    let expression: ExprSyntax
    /// The format specifier; `nil` where the file does not show the expression's type.
    let specifier: String?

    init(_ segment: ExpressionSegmentSyntax, _ inference: TypeInference, reader: KeyReader) {
        let arguments = Array(segment.expressions)
        expression =
            arguments.first?.expression ?? ExprSyntax(MissingExprSyntax(placeholder: .identifier("")))
        func argument(_ label: String) -> ExprSyntax? {
            arguments.first { $0.label?.text == label }?.expression
        }
        if let written = argument("specifier") {
            let readings = reader.read(written, style: .text)
            if readings.count == 1, case .text(let text) = readings[0] {
                specifier = text.text
            } else {
                specifier = nil
            }
        } else if let placeholder = argument("placeholder") {
            specifier = placeholder.as(MemberAccessExprSyntax.self).flatMap {
                FormatSpecifiers.byPlaceholder[$0.declName.baseName.identifierText]
            }
        } else if arguments.count == 1, arguments[0].label == nil {
            specifier = inference.type(of: expression)?.formatSpecifier
        } else {
            // `format:`, `formatter:`, `style:` and all else give a text.
            specifier = "%@"
        }
    }
}
