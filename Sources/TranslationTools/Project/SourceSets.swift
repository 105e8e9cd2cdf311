// Tables whose source texts are in another source set than their translations.

internal import Localization

/// Source sets, as Gradle, Maven and their like have them: a build puts their resources together, so that a
/// table may have its source texts in one and translations in others.
///
///     src/viewer/resources/Texts_en.properties
///     src/editor/resources/Texts_de.properties
package enum SourceSets {
    /// The translations whose source texts are in another source set, as files of the project that
    /// has these.
    ///
    /// - Parameter files: files by their own paths.
    /// - Returns: only the files that belong to another group than their paths say.
    package static func moved(_ files: [PlacedFile], sourceLocale: LocaleIdentifier) -> [PlacedFile] {
        let tables = Dictionary(grouping: files.filter { kinds.contains($0.group.kind) }) {
            Table(group: $0.group, name: $0.table)
        }
        func isSource(_ file: PlacedFile) -> Bool {
            file.locale.map { $0.language == sourceLocale.language } ?? true
        }
        var locales = tables.mapValues { Set($0.map(\.locale)) }
        let inOrder = tables.sorted { $0.key.group.folder < $1.key.group.folder }
        let sources = inOrder.filter { $0.value.contains(where: isSource) }.map(\.key)
        var moved: [PlacedFile] = []
        for (table, translations) in inOrder where !translations.contains(where: isSource) {
            let found = sources.filter { source in
                source.name == table.name && source.group.kind == table.group.kind
                    && areSiblings(source.group.folder, table.group.folder)
                    && locales[source]?.isDisjoint(with: translations.map(\.locale)) == true
            }
            // Of several none is known to be the right one.
            guard found.count == 1, let source = found.first else { continue }
            locales[source]?.formUnion(translations.map(\.locale))
            moved += translations.map { file in
                PlacedFile(
                    file.path, in: source.group.folder, source.group.kind, table: file.table,
                    locale: file.locale, needsTranslations: file.needsTranslations)
            }
        }
        return moved
    }

    /// The formats whose files have texts of one language.
    private static let kinds: Set<PlacedFile.Kind> = [.android, .json, .properties]

    private struct Table: Hashable {
        let group: PlacedFile.Group
        let name: String?
    }

    /// Whether folders are the same but for the name of a source set or of what is in it:
    /// `src/main/java` and `src/main/resources`.
    private static func areSiblings(_ one: String, _ other: String) -> Bool {
        let (one, other) = (one.split(separator: "/"), other.split(separator: "/"))
        let different = one.indices.filter { $0 < other.count && one[$0] != other[$0] }
        guard one.count == other.count, different.count == 1, let index = different.first else {
            return false
        }
        return one[..<index].suffix(2).contains("src")
    }
}
