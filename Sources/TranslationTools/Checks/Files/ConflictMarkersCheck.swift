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
        (file.parserFindings + file.formatFindings.compactMap { $0 as? StringsDiagnostic }).compactMap {
            diagnostic in
            guard let mark = ConflictMarkers.mark(in: diagnostic) else { return nil }
            return TranslationProblem(.text(mark), position: diagnostic.place)
        }
            + texts(in: file)
    }

    /// The marks in texts.
    private func texts(in file: LocalizationFile) -> [TranslationProblem] {
        // Most files have no text that looks so.
        guard file.catalog.list.contains(where: { $0.containsForm { ConflictMarkers.mayBe(in: $0.source) } })
        else {
            return []
        }
        return file.texts.compactMap { entry in
            guard let text = entry.text, ConflictMarkers.mayBe(in: text),
                let mark = ConflictMarkers.first(in: text)
            else { return nil }
            return TranslationProblem(.text(mark), position: entry.position)
        }
    }
}
