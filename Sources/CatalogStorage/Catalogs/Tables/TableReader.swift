// Reads a table of comma-, semicolon-, tab- or bar-separated values, row by row.

internal import CatalogSearch
internal import Files
internal import Support

final class TableReader: RecordReader {
    private let input: InputBuffer
    private let context: ReadingContext
    /// The separator for the file's suffix, until the heading determines it.
    private var separator: UInt8
    private var knowsSeparator = false
    private let encoding: () -> TableEncoding
    private let rowLimit: Int
    private var builder: TableRecordBuilder?
    /// The column that names the product of a variant, until rows of one product were found.
    private var product: String?
    private var isFinished = false
    /// The line of the next byte.
    private var line = 1
    /// The record whose translations may follow in rows of their own.
    private var unfinished: CatalogRecord?

    /// - Parameters:
    ///   - separator: the separator for headings of one column.
    ///   - encoding: returns the file's encoding, as far as it is known.
    init(
        _ input: InputBuffer, _ context: ReadingContext, separator: UInt8,
        encoding: @escaping () -> TableEncoding, itemLimit: Int
    ) {
        self.encoding = encoding
        self.input = input
        self.context = context
        self.separator = separator
        rowLimit = itemLimit
    }

    var bytesRead: Int { input.bytesRead }
    var size: Int? { input.size }

    func next() throws(FileError) -> CatalogRecord? {
        while true {
            while let item = builder?.nextHeld() {
                if item.isHidden {
                    context.leaveOut(by: builder!.visibilityColumn)
                } else if context.accept(item.record, at: item.line) {
                    return item.record
                }
            }
            if let record = try nextInOrder() { return record }
            guard builder?.finish() == true else { return nil }
        }
    }

    /// The next record that is not held back, with its translations.
    private func nextInOrder() throws(FileError) -> CatalogRecord? {
        while let record = try nextRecord() {
            guard builder?.hasTranslations == true else { return record }
            // Its translations may follow in further rows.
            let complete = unfinished
            unfinished = record
            if let complete { return complete }
        }
        defer { unfinished = nil }
        return unfinished
    }

    /// The record of the next row that is not a translation of the one above.
    private func nextRecord() throws(FileError) -> CatalogRecord? {
        if !knowsSeparator { try findSeparator() }
        while !isFinished {
            let start = line
            var scanner = TableRowScanner(separator: separator)
            guard let length = try nextRow(&scanner) else { continue }
            if builder == nil { try fillSample() }
            let row = input.bytes(0..<length)
            let position = ItemPosition(line: start)
            // Consuming does not move bytes: the row stays valid until the next block is read.
            advance(min(length + 1, input.available))
            if let record = record(of: Self.withoutLineEnd(row[...]), scanner, position) { return record }
        }
        return nil
    }

    /// A row without the carriage return before its line feed.
    private static func withoutLineEnd(_ row: Slice<UnsafeBufferPointer<UInt8>>) -> UnsafeBufferPointer<UInt8>
    {
        UnsafeBufferPointer(rebasing: row.last == 0x0D ? row.dropLast() : row)
    }

    /// The number of bytes in which the separator is searched.
    private static let headingLimit = 1 << 16

    private func findSeparator() throws(FileError) {
        knowsSeparator = true
        var isWhole = false
        while true {
            let found = TableSeparator.found(
                in: input.bytes(0..<input.available), isWhole: isWhole, usual: separator)
            if let found {
                separator = found
                let bytes = input.bytes(0..<input.available)
                if FileSignature.isWorkbook(bytes) { refuse(.workbook, at: line) }
                if FileSignature.isWebPage(bytes) { refuse(.webPage, at: line) }
                // A line in which a spreadsheet declares the separator is not a heading.
                if let length = TableSeparator.declaringLine(bytes) { advance(length) }
                return
            }
            if input.available > Self.headingLimit {
                isWhole = true
            } else if try !input.fill() {
                isWhole = true
            }
        }
    }

    /// The length of the next row without its line feed; `nil` if there is no row or it cannot be used.
    private func nextRow(_ scanner: inout TableRowScanner) throws(FileError) -> Int? {
        let start = line
        var dropped = 0
        while true {
            if let length = scanner.step(input.bytes(0..<input.available)) {
                guard dropped + length > rowLimit else { return length }
                advance(length + 1)
                context.skip(.tooLong(bytes: dropped + length, limit: rowLimit), at: start)
                return nil
            }
            if dropped + scanner.scanned > rowLimit {
                // The row is too long already, so its blocks are not stored.
                dropped += scanner.scanned
                advance(scanner.scanned)
                scanner.drop(scanner.scanned)
            }
            if try input.fill() { continue }
            isFinished = true
            if scanner.isInQuotes {
                context.skip(.quoteOpen, at: start + scanner.linesBeforeQuote)
            } else if dropped > 0 {
                context.skip(.tooLong(bytes: dropped + scanner.scanned, limit: rowLimit), at: start)
            } else if scanner.scanned > 0 {
                return scanner.scanned
            }
            return nil
        }
    }

    /// Reads the first rows below the heading, which proposals for columns use.
    private func fillSample() throws(FileError) {
        while input.available < Self.headingLimit { if try !input.fill() { return } }
    }

    private func record(
        of row: UnsafeBufferPointer<UInt8>, _ scanner: TableRowScanner, _ position: ItemPosition
    ) -> CatalogRecord? {
        if row.isEmpty { return nil }
        if let offset = row.firstInvalidUTF8 {
            let fault = position.advanced(by: offset, in: row)
            refuse(.invalidUTF8(byte: fault.offset + 1), at: fault.line)
        } else if scanner.hasTextBehindQuote {
            refuse(.textAfterQuote, at: position.line)
        } else {
            let fields = TableField.fields(of: row, separator: separator)
            guard builder != nil else {
                readHeading(fields, at: position.line)
                return nil
            }
            if let translation = builder!.translation(fields) {
                if translation.id == unfinished?.id {
                    translate(translation.texts, at: position.line)
                    return nil
                }
                if builder!.translateHeld(translation.id, translation.texts)
                    || builder!.isHidden(translation.id)
                {
                    return nil
                }
            }
            if let column = builder!.columnHiding(fields) {
                context.leaveOut(by: column)
                return nil
            }
            do throws(ItemError) {
                let record = try builder!.record(from: fields, at: position.line) {
                    context.report($0, line: position.line)
                }
                if builder!.hasVariants { noteVariants() }
                guard let record, context.accept(record, at: position.line) else { return nil }
                return record
            } catch {
                context.skip(error.kind, at: position.line)
                return nil
            }
        }
        return nil
    }

    /// Adds texts to the unfinished record, in languages that it lacks.
    private func translate(_ texts: [CatalogRecord.Text], at line: Int) {
        var record = unfinished!
        record.add(texts, context.description.textFields)
        if context.acceptLocales(of: record, at: line) { unfinished = record }
    }

    /// Reports a row that cannot be read. Without a heading, the whole table cannot be read.
    private func refuse(_ kind: CatalogDiagnostic.Kind, at line: Int) {
        guard builder == nil else { return context.skip(kind, at: line) }
        context.report(kind, line: line)
        isFinished = true
    }

    private func readHeading(_ fields: [TableField], at line: Int) {
        let names = fields.map(\.trimmedText)
        for column in ColumnNames.unknown(in: names, context.description) {
            context.report(
                .mappedColumnUnknown(column: column.excerpt, columns: ColumnNames.list(names)), line: line)
        }
        context.sample = sample(names)
        guard let heading = TableHeading(fields, context: context, line: line) else {
            context.report(headingFault(names), line: line)
            isFinished = true
            return
        }
        context.note(columns: names, ofTable: true)
        builder = TableRecordBuilder(heading, context.description, at: context.time)
        for column in heading.costs { context.note(cost: names[column]) }
        product = heading.product.map { names[$0] }
    }

    /// The most rows that proposals for columns use.
    private static let sampleLimit = 100

    /// Facts about the rows below the heading, as far as they were read.
    private func sample(_ names: [String]) -> ExportSample {
        var sample = ExportSample()
        var (amounts, named) = (0, 0)
        let folded = names.map(UsualColumnNames.folded)
        let price = folded.firstIndex { UsualColumnNames.found[$0]?.member == "price" }
        let currency = folded.firstIndex { UsualColumnNames.currencies.contains($0) }
        let options = folded.indices.filter { place in
            (1...TableHeading.optionLimit).contains { number in
                VariantOptions.columns(number).contains { $0.name == folded[place] }
            }
        }
        let details = ShopColumns.Details.allCases.compactMap { form in
            folded.firstIndex(of: form.rawValue).map { ($0, form) }
        }
        var values = SampledColumns(names, folded)
        // If rows repeat products in other languages, they name the language.
        let texts =
            folded.contains("storeviewcode")
            ? []
            : folded.indices.filter { place in
                UsualColumnNames.found[folded[place]].map {
                    ["title", "summary", "description"].contains($0.member)
                }
                    ?? false
            }
        var shown: [String] = []
        // The result must not depend on the size of blocks.
        let bytes = input.bytes(0..<min(input.available, Self.headingLimit))
        var start = 0
        for _ in 0..<Self.sampleLimit {
            var scanner = TableRowScanner(separator: separator)
            let rest = UnsafeBufferPointer(rebasing: bytes[start...])
            guard let length = scanner.step(rest), !scanner.hasTextBehindQuote else { break }
            start += length + 1
            let text = Self.withoutLineEnd(rest[..<length])
            // Texts may only be created from valid UTF-8.
            guard text.firstInvalidUTF8 == nil else { continue }
            let row = TableField.fields(of: text, separator: separator)
            guard row.count == names.count else { continue }
            if let price {
                let (text, locale) = (row[price].trimmedText, context.description.defaultLocale)
                if sample.currency == nil { sample.currency = Price.currency(shownBy: text, locale: locale) }
                if Price(written: text, currency: nil, locale: locale) != nil { named += 1 }
                if !text.isEmpty { amounts += 1 }
            }
            if sample.currency == nil, let currency, Price.isCurrency(row[currency].trimmedText) {
                sample.currency = row[currency].trimmedText
            }
            shown += texts.map { HTMLText.plain(row[$0].text) }
            values.add(row)
            let further = details.flatMap { column, form in form.pairs(row[column].text).map(\.name) }
            for option in options.map({ row[$0].trimmedText }) + further
            where !option.isEmpty && !sample.options.contains(option) {
                sample.options.append(option)
            }
        }
        sample.language = TextLanguage.language(of: shown)
        sample.namesCurrency = named > 0 && named == amounts
        sample.unusable = values.unusable
        return sample
    }

    private func noteVariants() {
        if let product { context.note(variants: product) }
        product = nil
    }

    /// The problem of a heading without a column of ids.
    private func headingFault(_ names: [String]) -> CatalogDiagnostic.Kind {
        if names.allSatisfy(\.isEmpty) { return .noHeader }
        return .noIdentifierColumn(
            columns: ColumnNames.list(names), separator: TableSeparator.name(separator),
            encoding: encoding().rawValue,
            mapping: ColumnNames.proposal(
                names, wanted: "id", or: ColumnNames.rowNumber, context.sample, context.description))
    }

    /// Consumes bytes and counts their lines.
    private func advance(_ count: Int) {
        var place = 0
        while let feed = ByteSearch.first(0x0A, in: input.bytes + place, count: count - place) {
            place += feed + 1
            line += 1
        }
        input.consume(count)
    }
}
