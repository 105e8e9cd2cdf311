// Finds the marks that version control leaves where it could not join two versions.

internal import Localization

/// `<<<<<<<` and its companions, in a text or between entries.
struct ConflictMarkersCheck: FileCheck {
    let identifier = "conflict-markers"
    let category = CheckCategory.files
    let severity = Severity.error
    let example = CheckExample(
        source: "\"Open\" = \"Open\";", locale: "de",
        wrong: "<<<<<<< HEAD\n\"Open\" = \"Öffnen\";\n=======\n\"Open\" = \"Öffnen …\";\n>>>>>>> topic\n",
        right: "\"Open\" = \"Öffnen\";")

    func problems(in file: LocalizationFile, source: LocalizationFile?) -> [TranslationProblem] {
        file.strings.diagnostics.compactMap { diagnostic in
            guard let mark = Self.mark(in: diagnostic) else { return nil }
            return TranslationProblem(.text(mark), position: diagnostic.place)
        }
            + file.strings.entries.compactMap { entry in
                guard let text = entry.text, text.utf8.count > 7, TextTraits(text).contains(.doubledMarker),
                    let mark = Self.marks.first(where: {
                        text.hasPrefix($0 + " ") || text.contains("\n\($0) ")
                    })
                else { return nil }
                return TranslationProblem(.text(mark), position: entry.valuePosition)
            }
    }

    /// The mark that a finding of the parser is about.
    static func mark(in diagnostic: StringsDiagnostic) -> String? {
        guard case .unexpectedText(let text) = diagnostic.kind else { return nil }
        return marks.first { text.hasPrefix($0) } ?? (text.hasPrefix("=======") ? "=======" : nil)
    }

    private static let marks = ["<<<<<<<", ">>>>>>>", "|||||||"]
}
