// Lists of the catalogs, scopes and locales that can be searched.

internal import CatalogSearch
internal import CatalogStorage
internal import JSON
internal import Localization
internal import ProgramSupport
internal import SearchService

/// Makes the responses to `--list-catalogs`, `--list-scopes` and `--list-locales`.
struct Listings {
    let engine: SearchEngine
    let files: [CatalogFile]
    let messages: ResultMessages

    private var texts: Texts { messages.texts }

    /// A listing as a heading and rows of cells, and as JSON.
    struct Listing {
        var columns: [Table.Column]
        var rows: [[String]]
        var objects: [JSONObject]

        /// Writes the listing to standard output.
        func write(
            _ format: OutputFormat, _ environment: ProgramEnvironment, _ color: UsagePolicy,
            direction: Direction
        ) {
            let output = Output.standardOutput
            switch format {
            case .text:
                let table = Table(
                    columns: columns, rows: rows.map { $0.map { DisplayText($0.singleLine) } },
                    direction: direction)
                let styler = Styler(usesColor: environment.usesColor(color))
                for line in table.lines(width: environment.columns) { output.writeLine(styler.render(line)) }
            case .json: output.writeLine(JSONObject.list(objects.map(\.text)))
            case .jsonl: for object in objects { output.writeLine(object.text) }
            // The options refuse these formats.
            case .csv, .tsv: break
            }
        }
    }

    func catalogs() -> Listing {
        var listing = Listing(
            columns: [
                .init(heading: texts("ColumnIdentifier")), .init(heading: texts("ColumnName"), shrinks: true),
                .init(heading: texts("ColumnItems"), isAtEnd: true),
                .init(heading: texts("ColumnFile"), shrinks: true),
            ], rows: [], objects: [])
        for (catalog, file) in zip(engine.catalogs, files) {
            let id = catalog.description.id
            listing.rows.append([id, messages.catalog(id), messages.count(catalog.recordCount), file.path])
            var object = JSONObject(id: id, label: messages.catalog(id), count: catalog.recordCount)
            object.set("file", file.path)
            object.set("locales", catalog.locales.map(\.identifier).sorted())
            listing.objects.append(object)
        }
        return listing
    }

    func scopes(_ request: CheckedRequest) throws(SearchError) -> Listing {
        var listing = Listing(
            columns: [
                .init(heading: texts("ColumnIdentifier")), .init(heading: texts("ColumnName"), shrinks: true),
                .init(heading: texts("ColumnItems"), isAtEnd: true),
            ], rows: [], objects: [])
        for scope in try engine.search(request).scopes {
            let label = messages.scope(scope.id, scope.label)
            listing.rows.append([scope.id, label, messages.count(scope.count)])
            listing.objects.append(JSONObject(id: scope.id, label: label, count: scope.count))
        }
        return listing
    }

    func locales() throws(SearchError) -> Listing {
        var listing = Listing(
            columns: [
                .init(heading: texts("ColumnLocale")), .init(heading: texts("ColumnName"), shrinks: true),
                .init(heading: texts("ColumnItems"), isAtEnd: true),
            ], rows: [], objects: [])
        var counts: [LocaleIdentifier: Int] = [:]
        for catalog in engine.catalogs {
            counts.merge(try catalog.recordCountsByLocale(), uniquingKeysWith: +)
        }
        for (locale, count) in counts.sorted(by: { $0.key.identifier < $1.key.identifier }) {
            listing.rows.append([locale.identifier, messages.locale(locale), messages.count(count)])
            listing.objects.append(
                JSONObject(id: locale.identifier, label: messages.locale(locale), count: count))
        }
        return listing
    }
}
