// Writes records to a segment's file.
//
// Texts are cut into terms when they are added, and stored as numbers; ICU processes each
// term once, when the file is written.

internal import Dispatch
package import ICU
internal import Synchronization

/// Collects the records of a segment and writes its file. One task at a time may use it.
package final class SegmentWriter {
    private let fields: [FieldName]
    private let titleField: FieldName
    private let fieldNumbers: [FieldName: Int]
    /// For each field the number of the field with the heads of its texts; `nil` if it has none.
    private let headFields: [Int?]
    private let searchedLanguages: Set<String>?
    private var columns = RecordColumns()
    private var attributes: AttributeColumns
    private var vectors = VectorColumns()
    private var locales: [LocaleTexts] = []
    private var localeNumbers: [LocaleIdentifier: Int] = [:]
    /// The number of the field `id`, and the ids as its texts, if ids are searched.
    private let idField: Int?
    private var ids: LocaleTexts?
    /// Titles by locale, if the title field is not searched.
    private var otherTitles: [Int: [UInt32: String]] = [:]

    /// A writer for the records of a catalog.
    ///
    /// - Parameter searchedLanguages: the languages in which queries will search the segment; `nil` for all.
    ///   Texts in other languages are only stored, which saves deriving their foldings. Only for segments on
    ///   the heap, whose queries are known.
    package init(_ description: CatalogDescription, searchedLanguages: Set<String>? = nil) {
        self.searchedLanguages = searchedLanguages
        let searched = description.fields.filter { !FieldName.labels.contains($0) && $0.headed == nil }
        let fields = searched + description.headedFields.map(\.head)
        self.fields = fields
        titleField = description.titleField
        headFields = fields.map { fields.firstIndex(of: $0.head) }
        fieldNumbers = Dictionary(
            fields.enumerated().filter { $1 != .id && $1.headed == nil }.map { ($1, $0) },
            uniquingKeysWith: { first, _ in first }
        )
        idField = fields.firstIndex(of: .id)
        attributes = AttributeColumns(description)
    }

    /// The number of records added.
    package var recordCount: Int { columns.count }

    /// The memory used by the records, in bytes; writing the file takes about as much again.
    package var memoryEstimate: Int {
        locales.reduce(columns.size + attributes.size + vectors.size + (ids?.size ?? 0)) { $0 + $1.size }
    }

    /// Adds a record with a new id.
    ///
    /// - Throws: `ICUError` where ICU lacks data or memory for one of its locales.
    package func append(_ record: CatalogRecord) throws(ICUError) {
        let number = UInt32(columns.count)
        var others: [CatalogRecord.Text] = []
        for text in record.texts {
            let locale = try localeNumber(of: text.locale)
            if let field = fieldNumbers[text.field] {
                locales[locale].append(text.value, field: field, headFields[field], record: number)
            } else {
                keep(text, of: number, locale: locale, in: &others)
            }
        }
        if let idField, let ids = try idTexts() {
            ids.append(id: record.id, field: idField, headFields[idField], record: number)
        }
        columns.append(record, others: others)
        attributes.append(record)
        vectors.append(record, number: number)
    }

    /// The ids as texts; `nil` if they are not searched.
    private func idTexts() throws(ICUError) -> LocaleTexts? {
        if ids == nil, idField != nil {
            ids = LocaleTexts(.root, try Folding(.root), fieldCount: fields.count)
        }
        return ids
    }

    /// Adds records with new ids, using all cores: their texts are distributed by locale.
    ///
    /// - Throws: `ICUError` where ICU lacks data or memory for one of their locales; some of the
    ///   records may then have been added.
    package nonisolated(nonsending) func append(_ records: [CatalogRecord]) async throws {
        if locales.isEmpty {
            // Derive the foldings in parallel: everything else needs them.
            let locales = Set(records.lazy.flatMap(\.texts).map { self.foldingLocale(of: $0.locale) })
            try await Folding.derive(Array(locales) + (idField == nil ? [] : [.root]))
        }
        let ids = try idTexts()
        let first = UInt32(columns.count)
        var routes: [[TextRoute]] = Array(repeating: [], count: locales.count)
        for (index, record) in records.enumerated() {
            let number = UInt32(columns.count)
            var others: [CatalogRecord.Text] = []
            for (position, text) in record.texts.enumerated() {
                let locale = try localeNumber(of: text.locale)
                if locale == routes.count { routes.append([]) }
                if let field = fieldNumbers[text.field] {
                    routes[locale].append(
                        TextRoute(record: index, text: position, field: field, number: number))
                } else {
                    keep(text, of: number, locale: locale, in: &others)
                }
            }
            columns.append(record, others: others)
            attributes.append(record)
            vectors.append(record, number: number)
        }
        await withTaskGroup(of: Void.self) { [headFields] group in
            if let ids, let idField {
                group.addTask(executorPreference: globalConcurrentExecutor) {
                    for (index, record) in records.enumerated() {
                        ids.append(
                            id: record.id, field: idField, headFields[idField],
                            record: first + UInt32(index))
                    }
                }
            }
            for (locale, routes) in zip(locales, routes) where !routes.isEmpty {
                group.addTask(executorPreference: globalConcurrentExecutor) {
                    for route in routes {
                        locale.append(
                            records[route.record].texts[route.text].value, field: route.field,
                            headFields[route.field], record: route.number)
                    }
                }
            }
        }
    }

    /// The destination of a text.
    private struct TextRoute: Sendable {
        let record: Int
        let text: Int
        let field: Int
        let number: UInt32
    }

    private func localeNumber(of locale: LocaleIdentifier) throws(ICUError) -> Int {
        if let known = localeNumbers[locale] { return known }
        let folding = try Folding(foldingLocale(of: locale))
        locales.append(LocaleTexts(locale, folding, fieldCount: fields.count))
        localeNumbers[locale] = locales.count - 1
        return locales.count - 1
    }

    /// The locale whose folding is used for the texts of a locale.
    private func foldingLocale(of locale: LocaleIdentifier) -> LocaleIdentifier {
        searchedLanguages?.contains(locale.language) ?? true ? locale : .root
    }

    /// Stores a text that is not searched.
    private func keep(
        _ text: CatalogRecord.Text, of record: UInt32, locale: Int, in others: inout [CatalogRecord.Text]
    ) {
        others.append(text)
        if text.field == titleField, otherTitles[locale]?[record] == nil {
            otherTitles[locale, default: [:]][record] = text.value
        }
    }

    /// Writes the file, on all cores. The writer is unusable afterwards.
    ///
    /// - Parameters:
    ///   - metadata: bytes for the reader.
    ///   - storesFoldings: whether the file contains the foldings. A segment on the heap needs none: the
    ///     process has derived them.
    ///   - output: receives the bytes of the file in order.
    /// - Throws: `SegmentWriterError` where one file is too small for the content,
    ///   `ICUError`, and what `output` throws.
    package nonisolated(nonsending) func finish(
        metadata: [UInt8], storesFoldings: Bool = true, to output: inout some SegmentOutput
    ) async throws {
        var frame = try FileFrame(&output)
        let count = recordCount
        // For large segments, few sections are in memory at once, so that memory does not grow with the
        // number of locales.
        let width = locales.reduce(0) { $0 + $1.size } > Self.largeSize ? 2 : 8
        try await Self.write(
            try writeHead(metadata, storesFoldings: storesFoldings, &frame, to: &output), width: width,
            &frame,
            to: &output)
        try frame.finish(recordCount: count, to: &output)
    }

    /// The same without suspension. Large segments are written on all cores, which must not wait for a task.
    package func finishAtOnce(
        metadata: [UInt8], storesFoldings: Bool = true, to output: inout some SegmentOutput
    ) throws {
        var frame = try FileFrame(&output)
        let count = recordCount
        let isSmall = memoryEstimate < Self.smallSize
        let jobs = try writeHead(metadata, storesFoldings: storesFoldings, &frame, to: &output)
        let results = isSmall ? jobs.map { job in Result { try job() } } : Self.resultsOnAllCores(of: jobs)
        for result in results {
            for section in try result.get() { try frame.write(section, to: &output) }
        }
        try frame.finish(recordCount: count, to: &output)
    }

    /// The size in memory, in bytes, below which more cores do not save time.
    static let smallSize = 256 << 10

    private static func resultsOnAllCores(of jobs: [SectionJob]) -> [Result<[FinishedSection], any Error>] {
        let results = Mutex<[Int: Result<[FinishedSection], any Error>]>([:])
        // The calling thread works, too, so this finishes even if no other thread is free.
        DispatchQueue.concurrentPerform(iterations: jobs.count) { number in
            let result = Result { try jobs[number]() }
            results.withLock { $0[number] = result }
        }
        return results.withLock { results in jobs.indices.map { results[$0]! } }
    }

    /// Writes the sections that do not belong to a locale.
    ///
    /// - Returns: the jobs that make the other sections, in the order in which to write them.
    private func writeHead(
        _ metadata: [UInt8], storesFoldings: Bool, _ frame: inout FileFrame,
        to output: inout some SegmentOutput
    ) throws -> [SectionJob] {
        let ids = columns.count > 0 ? try idTexts() : nil
        let locales = locales + [ids].compactMap(\.self)
        self.locales = []
        self.ids = nil
        for locale in locales { locale.close() }
        let order = columns.order()
        var tables = storesFoldings ? FoldingSections() : nil
        for section in try columns.sections(order: order) + leadingSections(metadata, locales, ids, &tables)
            + attributes.headSections() + vectors.sections(order: order)
        {
            try frame.write(section, to: &output)
        }
        vectors = VectorColumns()
        columns = RecordColumns()
        let attributes = attributes
        self.attributes = AttributeColumns()
        return jobs(of: locales, ids, order) + attributes.jobs(order: order)
    }

    /// Kinds 1 to 3, 20, 21 and 32.
    private func leadingSections(
        _ metadata: [UInt8], _ locales: [LocaleTexts], _ ids: LocaleTexts?, _ tables: inout FoldingSections?
    ) throws -> [FinishedSection] {
        var bytes = GrowingBuffer<UInt8>()
        bytes.append(metadata)
        var sections = [
            FinishedSection(.metadata, bytes),
            FinishedSection(
                .locales,
                try StringListBuffer.make(
                    .locales, locales.map { $0 === ids ? "" : $0.locale.icuIdentifier })),
            FinishedSection(.fields, try StringListBuffer.make(.fields, fields.map(\.rawValue))),
        ]
        for (number, texts) in locales.enumerated() {
            var head = GrowingBuffer<UInt8>()
            for table in [texts.folding.standard, texts.folding.search] {
                head.append(number: tables?.number(of: table) ?? IndexLayout.none)
            }
            // Checked only here, so that adding records stays cheap; texts added beyond the limit are wrong
            // but harmless.
            guard texts.count < IndexLayout.mostTexts else { throw SegmentWriterError.tooManyTexts }
            guard !texts.isOverlong else {
                throw SegmentWriterError.sectionTooLong(kind: IndexLayout.Section.texts.rawValue)
            }
            head.append(number: UInt32(texts.count))
            head.append(number: UInt32(texts.terms.count))
            let separators = texts.borders.scalars.map { String(Unicode.Scalar($0)!) }
            let list = try StringListBuffer.make(.locale, separators + [Collator(texts.locale).source])
            head.append(list.base, count: list.count)
            sections.append(FinishedSection(.locale, locale: number, head))
        }
        return sections + (tables?.sections() ?? [])
    }

    /// The jobs that make the sections of the locales.
    private func jobs(of locales: [LocaleTexts], _ ids: LocaleTexts?, _ order: [UInt32]) -> [SectionJob] {
        let title = fieldNumbers[titleField]
        var jobs: [SectionJob] = []
        for (number, texts) in locales.enumerated() {
            let titles = otherTitles[number] ?? [:]
            let numbering = LazyNumbering(locale: number, texts)
            let hasTitles = texts !== ids
            let isSearched = foldingLocale(of: texts.locale) == texts.locale
            jobs.append {
                try TextSections.make(
                    locale: number, texts, numbering, order: order, titleField: hasTitles ? title : nil,
                    otherTitles: titles, isSearched: isSearched
                ).filter { hasTitles || $0.kind != .titlePositions }
            }
            jobs.append { try TermSections.make(locale: number, texts, numbering) }
            guard isSearched else { continue }
            jobs.append { try LetterSections.make(locale: number, texts, numbering) }
            jobs.append { try JoinedTermSections.make(locale: number, texts, numbering) }
            if hasTitles { jobs.append { try StemSections.make(locale: number, texts, numbering) } }
        }
        otherTitles = [:]
        return jobs
    }

    /// Runs jobs on all cores, and writes their sections in order.
    ///
    /// - Parameter width: the most jobs that run or wait to be written at the same time.
    private nonisolated(nonsending) static func write(
        _ jobs: consuming [SectionJob], width: Int, _ frame: inout FileFrame,
        to output: inout some SegmentOutput
    ) async throws {
        // Finished jobs are released with their texts.
        jobs.reverse()
        try await withThrowingTaskGroup(of: (Int, [FinishedSection]).self) { group in
            let count = jobs.count
            var started = 0
            var written = 0
            var finished: [Int: [FinishedSection]] = [:]
            func start() {
                guard let job = jobs.popLast() else { return }
                let number = started
                started += 1
                group.addTask(executorPreference: globalConcurrentExecutor) { (number, try job()) }
            }
            for _ in 0..<width { start() }
            while let (number, sections) = try await group.next() {
                finished[number] = sections
                start()
                while written < count, let sections = finished.removeValue(forKey: written) {
                    for section in sections { try frame.write(section, to: &output) }
                    written += 1
                }
            }
        }
    }

    /// The size in memory, in bytes, from which a segment is large.
    private static let largeSize = 256 << 20

    private typealias SectionJob = @Sendable () throws -> [FinishedSection]
}

extension LocaleTexts {
    /// Adds a text and, if it has one, its head.
    fileprivate func append(_ text: String, field: Int, _ headField: Int? = nil, record: UInt32) {
        var text = text
        text.withUTF8 { append($0, field: field, record: record) }
        if let headField, let head = TextHead.head(of: text, in: locale, segmenter) {
            append(head, field: headField, record: record)
        }
    }

    /// Adds an id and, if it ends with a version, the name in it.
    fileprivate func append(id: String, field: Int, _ nameField: Int?, record: UInt32) {
        append(id, field: field, record: record)
        if let nameField, let name = TextHead.name(ofID: id) {
            append(name, field: nameField, record: record)
        }
    }
}
