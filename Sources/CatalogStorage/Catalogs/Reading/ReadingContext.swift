// The state of reading a catalog: diagnostics, ids, scopes and counts.

internal import CatalogSearch
internal import JSON
internal import Support

/// The position at which an item begins.
struct ItemPosition {
    /// The line, from 1.
    var line: Int
    /// The number of bytes before the item on that line.
    var offset = 0
}

/// The state of one reading, shared by its readers.
final class ReadingContext {
    let file: String
    private(set) var description: CatalogDescription
    private(set) var log: DiagnosticLog
    /// Whether the names of members determine uses, as in exports of shop systems.
    let readsExports: Bool
    private(set) var recordCount = 0
    private(set) var skippedCount = 0
    /// The line on which each id was seen first.
    private var identifiers: [ByteString: Int] = [:]
    private var scopes: Set<String>
    /// Whether any record has a scope.
    private var hasScopes = false
    /// Compared first, because adjacent records often have the same scope.
    private var lastScope: String?
    /// The locales of all texts.
    private var locales = CatalogLocales()
    private let lineNumbers: LineNumbers?
    /// The names of a table's columns, or of the first JSON object's members.
    private var columns: [String]?
    /// Those columns that may be mapped to members of records.
    private var mappableColumns: [String] = []
    /// Facts about the first items.
    var sample = ExportSample()
    private var isTable = false
    private var hasTitle = false
    private var hasTexts = false
    /// Whether any record has a price, a scope or a year.
    private var hasFacts = false
    /// The last problem of a price without a currency: most files have the same one in each record.
    private var lastPriceProblem: (shown: String?, kind: CatalogDiagnostic.Kind)?
    /// How many of the first records have a text of several words in each member that is not searched.
    private var wordCounts: [String: Int] = [:]
    /// The first column or member that marks records as variants, and names of the variants' own members.
    private var variants: (member: String, members: [String])?
    /// The number of items that each column marks as not for sale, in the order in which the columns were
    /// first found.
    private var notForSale: [(column: String, count: Int)] = []
    /// The columns with the products' costs for the shop.
    private var costs: [String] = []
    /// The time that sales must include.
    let time = Instant.now
    /// Whether all items that were left out had no id.
    private var lacksIdentifiersOnly = true

    /// - Parameters:
    ///   - lineNumbers: the number of each line, if the file is part of a larger one.
    ///   - readsExports: false for records that programs write one by one.
    init(
        file: String, description: CatalogDescription, log: DiagnosticLog, lineNumbers: LineNumbers? = nil,
        readsExports: Bool = true
    ) {
        self.readsExports = readsExports
        self.file = file
        self.lineNumbers = lineNumbers
        self.description = description
        self.log = log
        scopes = Set(description.scopes.map(\.id))
    }

    /// Reports a problem of the catalog's file, or of one of its files.
    func report(
        _ kind: CatalogDiagnostic.Kind, line: Int? = nil, column: Int? = nil, inFile file: String? = nil
    ) {
        let line = line.map { lineNumbers?[$0] ?? $0 }
        log.report(CatalogDiagnostic(file: file ?? self.file, line: line, column: column, kind: kind))
    }

    /// Counts problems without storing them.
    func count(_ number: Int, _ severity: CatalogDiagnostic.Severity) { log.count(number, severity) }

    /// Returns the diagnostics since the last call.
    func takeDiagnostics() -> [CatalogDiagnostic] {
        defer { log = DiagnosticLog(limit: log.limit) }
        return log.kept
    }

    /// Whether the first item was read.
    var knowsColumns: Bool { columns != nil }

    /// Records the columns of items; only the first call counts.
    ///
    /// - Parameters:
    ///   - mappable: the columns that may be mapped to members of records; `nil` for all.
    ///   - ofTable: whether these are the columns of a table.
    func note(
        columns: @autoclosure () -> [String], mappable: @autoclosure () -> [String]? = nil,
        ofTable: Bool = false
    ) {
        guard self.columns == nil else { return }
        isTable = ofTable
        let names = columns()
        self.columns = names
        mappableColumns = mappable() ?? names
    }

    /// Records the column or member that marks records as variants, and names of the variants' own members;
    /// only the first call counts.
    func note(variants member: String, members: @autoclosure () -> [String] = []) {
        if variants == nil { variants = (member, members()) }
    }

    /// Counts and reports an item that is not used.
    func skip(_ kind: CatalogDiagnostic.Kind, at line: Int, column: Int? = nil) {
        skippedCount += 1
        if kind != .noIdentifier { lacksIdentifiersOnly = false }
        report(kind, line: line, column: column)
    }

    /// Counts an item that a column marks as not for sale.
    func leaveOut(by column: String) {
        if let place = notForSale.firstIndex(where: { $0.column == column }) {
            notForSale[place].count += 1
        } else {
            notForSale.append((column, 1))
        }
    }

    /// Records a column with the products' costs for the shop, which is left out.
    func note(cost column: String) {
        if !costs.contains(column) { costs.append(column) }
    }

    /// Reports data that was left out although it can be read.
    private func reportLeftOut() {
        func mapping(_ columns: [String]) -> String { columns.map { $0 + "=" }.joined(separator: ",") }
        let columns = notForSale.map(\.column)
        if !columns.isEmpty {
            report(
                .notForSale(
                    count: notForSale.reduce(0) { $0 + $1.count }, columns: ColumnNames.list(columns),
                    mapping: mapping(columns)))
        }
        if !costs.isEmpty {
            report(.costsLeftOut(columns: ColumnNames.list(costs), mapping: mapping(costs)))
        }
    }

    /// Counts the locales of a record: a catalog has a limited number.
    ///
    /// - Returns: whether the limit is not exceeded.
    func acceptLocales(of record: CatalogRecord, at line: Int) -> Bool {
        if locales.add(record) { return true }
        skip(.tooManyLocales(limit: CatalogLocales.limit), at: line)
        return false
    }

    /// Counts a record.
    ///
    /// - Returns: false if an earlier record has the same id, or if there are too many locales; the record
    ///   must not be used then.
    func accept(_ record: CatalogRecord, at line: Int) -> Bool {
        guard acceptLocales(of: record, at: line) else { return false }
        let first = identifiers.updateValue(line, forKey: ByteString(record.id))
        if let first {
            identifiers[ByteString(record.id)] = first
            let firstLine = lineNumbers?[first] ?? first
            skip(.duplicateIdentifier(id: record.id.excerpt, firstLine: firstLine), at: line)
            return false
        }
        recordCount += 1
        if record.price != nil || record.scope != nil || record.year != nil { hasFacts = true }
        if !hasTitle {
            hasTitle = record.texts.contains { $0.field == description.titleField }
            if !record.texts.isEmpty { hasTexts = true }
            if !hasTexts, recordCount <= Self.wordSampleCount { noteWords(of: record) }
        }
        if let scope = record.scope, scope != lastScope {
            scopes.insert(scope)
            hasScopes = true
            lastScope = scope
        }
        return true
    }

    /// The number of records in which titles are sought among members that are not searched.
    private static let wordSampleCount = 100
    /// The most bytes of such a title.
    private static let titleSize = 300

    private func noteWords(of record: CatalogRecord) {
        for member in record.additionalMembers {
            let json = member.json
            guard json.utf8.first == UInt8(ascii: "\""), json.utf8.count <= Self.titleSize,
                json.contains(" "), json.contains(where: \.isLetter)
            else { continue }
            wordCounts[member.name, default: 0] += 1
        }
    }

    /// The first column without a usual name whose values are texts of several words in half of the first
    /// records; `nil` if a field has texts, or if there is no such column.
    private var probableTitle: String? {
        guard !hasTexts else { return nil }
        let least = (min(recordCount, Self.wordSampleCount) + 1) / 2
        return mappableColumns.first { column in
            wordCounts[column, default: 0] >= least && !description.maps(column: column)
                && UsualColumnNames.found[UsualColumnNames.folded(column)] == nil
        }
    }

    /// The problem of a price that names no known currency, with a mapping of all members.
    ///
    /// - Parameter shown: the currency that the price shows.
    func priceWithoutCurrency(shown: String?) -> CatalogDiagnostic.Kind {
        if let lastPriceProblem, lastPriceProblem.shown == shown { return lastPriceProblem.kind }
        let name = description.columns.filter { $0.value == "price" }.keys.min() ?? "price"
        var sample = sample
        sample.currency = shown ?? sample.currency
        let pairs = ColumnNames.columnPairs(mappableColumns, sample, description)
        let all = pairs.contains { $0.column == name } ? pairs : [(name, "price")] + pairs
        let mapping = all.map { ColumnNames.spelled($0, sample, description) }
        let kind = CatalogDiagnostic.Kind.noCurrency(member: name, mapping: mapping.joined(separator: ","))
        lastPriceProblem = (shown, kind)
        return kind
    }

    /// Reports columns of a table with texts or attributes that are not searched. Not called where columns are
    /// mapped: there the others were left out on purpose.
    private func reportUnused(_ proposed: [ColumnNames.Pair]) {
        let fields = Set(description.textFields.map(\.rawValue))
        let unused = proposed.filter { column, member in
            !fields.contains(column)
                && (fields.contains(ColumnNames.split(member).base)
                    || member.hasPrefix(CatalogDescription.attributePrefix))
        }
        guard !unused.isEmpty else { return }
        let mapping = unused.map { ColumnNames.spelled($0, sample, description) }
        report(
            .columnsUnused(
                columns: ColumnNames.list(unused.map(\.column)), mapping: mapping.joined(separator: ",")))
    }

    /// Reports columns with other names than members of records, if no item can be used or found because of
    /// that.
    private func checkMembers(_ columns: [String]) {
        for (member, nearest) in ColumnNames.misspelt(description) {
            report(.mappedMemberUnknown(member: member.excerpt, nearest: nearest))
        }
        let mappable = mappableColumns
        let proposed = ColumnNames.columnPairs(mappable, sample, description)
        func proposes(_ member: String) -> Bool {
            proposed.contains { ColumnNames.split($0.member).base == member }
        }
        func proposal(_ wanted: String) -> String {
            ColumnNames.proposal(mappable, wanted: wanted, sample, description)
        }
        if recordCount == 0, skippedCount > 0, lacksIdentifiersOnly, proposes("id") {
            report(.noIdentifierMember(members: ColumnNames.list(columns), mapping: proposal("id")))
        } else if recordCount > 0, !hasTitle, proposes("title") {
            report(.noTitle(mapping: proposal("title")))
        } else if recordCount > 0, !hasTitle, let column = probableTitle {
            report(
                .noTitle(
                    mapping: ColumnNames.proposal(
                        mappable, wanted: "title", or: column, sample, description)))
        } else if recordCount > 0, isTable, !hasTexts, !hasFacts, description.attributes.isEmpty {
            // The search uses nothing of this table.
            report(.noTitle(mapping: proposal("title")))
        } else if recordCount > 0, let variants {
            let all = mappable + variants.members.filter { !mappable.contains($0) }
            let others = ColumnNames.proposedPairs(all, sample, description).filter { $0.member != "group" }
            let pairs = [(variants.member, "group")] + others
            let mapping = pairs.map { ColumnNames.spelled($0, sample, description) }
            report(.variantsApart(member: variants.member, mapping: mapping.joined(separator: ",")))
        } else if recordCount > 0, isTable, hasTitle, description.columns.isEmpty {
            reportUnused(ColumnNames.columnPairs(mappable, sample, description))
        }
        if recordCount > 0, !description.scopes.isEmpty, !hasScopes,
            proposes("type")
        {
            report(.scopesUnused(scopes: ColumnNames.list(description.scopes.map(\.id))))
        }
    }

    /// Completes the description: scopes that only records name follow the others, sorted by id.
    func finish() {
        if recordCount == 0, skippedCount == 0, notForSale.isEmpty, log.errorCount == 0 { report(.empty) }
        if let columns { checkMembers(columns) }
        reportLeftOut()
        let named = Set(description.scopes.map(\.id))
        description.scopes += scopes.subtracting(named).sorted().map { CatalogDescription.Scope(id: $0) }
    }
}
