// Prepared queries in messages: what a segment needs of them. Foldings are known by their locales.

internal import ICU

extension QuerySyntax: TransmittedCase {}
extension MatchedLocales: TransmittedCase {}
extension Relaxation.Kind: TransmittedCase {}
extension Equivalence: TransmittedCase {}
extension SearchRequest.SortOrder: TransmittedCase {}
extension CatalogDescription.Attribute.ValueOrder: TransmittedCase {}

extension SortKey: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(attribute)
        message.write(isDescending)
        message.write(origin)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let attribute = try message.read(AttributeName.self)
        self.init(attribute, isDescending: try message.read())
        origin = try message.read()
    }
}

extension FacetRequest: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(attribute)
        message.write(limit)
        message.write(order)
        message.write(prefix)
        message.write(bounds)
        message.write(sums)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        self.init(try message.read(AttributeName.self))
        limit = max(0, try message.read(Int.self))
        order = try message.read()
        prefix = try message.read()
        bounds = try message.read()
        sums = try message.read()
    }
}

extension SpreadChoice: Transmittable {
    func write(to message: inout MessageWriter) {
        switch self {
        case .ofCatalogs: message.write(byte: 0)
        case .off: message.write(byte: 1)
        case .by(let name):
            message.write(byte: 2)
            message.write(name)
        }
    }

    init(from message: inout MessageReader) throws(MessageError) {
        switch try message.byte() {
        case 0: self = .ofCatalogs
        case 1: self = .off
        case 2: self = .by(try message.read())
        default: throw MessageError()
        }
    }
}

/// A request without its query and filter, which are prepared, and without what only the merge needs.
extension SearchRequest: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(locale)
        message.write(chain)
        message.write(chain.map { textLanguages[$0] })
        message.write(match)
        message.write(scope)
        message.write(fields)
        message.write(labelTexts)
        message.write(currency)
        message.write(market)
        message.write(isGrouped)
        message.write(facets)
        message.write(order)
        message.write(ties)
        message.write(sort)
        message.write(isReversed)
        message.write(spread)
        message.write(spreadLimit)
        message.write(pageLength)
        message.write(limit)
        message.write(offset)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        self.init("", locale: try message.read(), relax: .never)
        chain = try message.read()
        let languages = try message.read([LocaleIdentifier?].self)
        guard languages.count == chain.count else { throw MessageError() }
        for (locale, language) in zip(chain, languages) { textLanguages[locale] = language }
        match = try message.read()
        scope = try message.read()
        fields = try message.read()
        labelTexts = try message.read()
        currency = try message.read()
        market = try message.read()
        isGrouped = try message.read()
        facets = try message.read()
        order = try message.read()
        ties = try message.read()
        sort = try message.read()
        isReversed = try message.read()
        spread = try message.read()
        spreadLimit = try message.read()
        pageLength = try message.read()
        limit = max(0, try message.read(Int.self))
        offset = max(0, try message.read(Int.self))
    }
}

extension BytePattern: Transmittable {
    func write(to message: inout MessageWriter) { message.write(counted: bytes) }

    init(from message: inout MessageReader) throws(MessageError) {
        let bytes = Array(try message.counted())
        // Patterns are valid UTF-8: foldings of texts.
        guard !bytes.isEmpty, String(validating: bytes, as: UTF8.self) != nil else { throw MessageError() }
        self.init(bytes)
    }
}

extension PreparedQuery.Form: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(standard)
        message.write(isSame)
        if !isSame { message.write(search) }
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let standard = try message.read(BytePattern?.self)
        let isSame = try message.read(Bool.self)
        self.init(
            standard: standard, search: isSame ? standard : try message.read(BytePattern?.self),
            isSame: isSame)
    }
}

extension PreparedQuery.Alternative: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(spelling)
        message.write(forms)
        message.write(phrase)
        message.write(parts)
        message.write(isWhole)
        message.write(countsMarks)
        message.write(compoundLevels.sorted())
        message.write(equivalence)
        message.write(number)
        message.write(field)
        message.write(relaxation)
        message.write(percent)
        message.write(isInTexts)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let spelling = try message.read(String.self)
        let forms = try message.read([PreparedQuery.Form].self)
        let phrase = try message.read([PreparedQuery.Alternative].self)
        let parts = try message.read([[PreparedQuery.Alternative]].self)
        let isWhole = try message.read(Bool.self)
        let countsMarks = try message.read(Bool.self)
        let compoundLevels = try message.read([Int].self)
        let equivalence = try message.read(Equivalence?.self)
        let number = try message.read(DecimalNumber?.self)
        let field = try message.read(FieldName?.self)
        let relaxation = try message.read(Relaxation.Kind?.self)
        let percent = try message.read(Int.self)
        // A phrase of many words earns what all of them would.
        guard (0...100_000).contains(percent) else { throw MessageError() }
        // Caches take it for granted that a spelling which may end a compound is otherwise a whole word.
        guard isWhole || compoundLevels.isEmpty else { throw MessageError() }
        self.init(spelling, forms, relaxation, percent: percent)
        self.phrase = phrase
        self.parts = parts
        self.isWhole = isWhole
        self.countsMarks = countsMarks
        self.compoundLevels = Set(compoundLevels)
        self.equivalence = equivalence
        self.number = number
        self.field = field
        isInTexts = try message.read()
    }
}

extension PreparedQuery.Word: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(typed)
        message.write(alternatives)
        message.write(hasConditions)
        message.write(preparedConditions)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let typed = try message.read(String.self)
        self.init(typed: typed, try message.read())
        hasConditions = try message.read()
        preparedConditions = try message.read()
    }
}

extension PreparedQuery.Word {
    /// Whether all of its spellings have a form for each folding. Phrases and parts have forms of their own
    /// and of their words; a part may be a phrase.
    func hasForms(of foldingCount: Int) -> Bool {
        let words = alternatives.flatMap { $0.phrase + $0.parts.joined() }
        let spellings = alternatives + words + words.flatMap(\.phrase)
        return spellings.allSatisfy { $0.forms.count == foldingCount }
            && alternatives.allSatisfy { $0.phrase.allSatisfy { !$0.isComposite } }
            && words.allSatisfy { $0.parts.isEmpty && $0.phrase.allSatisfy { !$0.isComposite } }
    }
}

extension WordMask: Transmittable {
    func write(to message: inout MessageWriter) { message.write(Int(bitPattern: UInt(bits))) }

    init(from message: inout MessageReader) throws(MessageError) {
        self.init(bits: UInt64(UInt(bitPattern: try message.read(Int.self))))
    }
}

extension PartialQuery: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(weights)
        message.write(required)
        message.write(leastClaim)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        let weights = try message.read([Int].self)
        guard weights.allSatisfy({ 0...Score.greatestWeight ~= $0 }) else { throw MessageError() }
        let required = try message.read(WordMask.self)
        self.init(weights: weights, required: required, leastClaim: try message.read())
    }
}

extension FoldedWord: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(locale)
        message.write(counted: standard)
        message.write(counted: search)
    }

    init(from message: inout MessageReader) throws(MessageError) {
        locale = try message.read()
        standard = Array(try message.counted())
        search = Array(try message.counted())
        folding = try message.folding(locale)
    }
}

extension MessageReader {
    fileprivate func folding(_ locale: LocaleIdentifier) throws(MessageError) -> Folding {
        do throws(ICUError) {
            return try Folding(locale)
        } catch {
            throw MessageError()
        }
    }
}

extension PreparedQuery: Transmittable {
    func write(to message: inout MessageWriter) {
        message.write(request)
        message.write(foldings.map { $0 != nil })
        message.write(words)
        message.write(excluded)
        message.write(matchesNothing)
        message.write(filter)
        message.write(searchesHeads)
        message.write(searchesOnlyHeads)
        message.write(isSpread)
        message.write(partial)
        message.write(placements)
        message.write(preferencesOfCatalogs.mapValues(\.list))
        message.write(preferencesOfCatalogs.values.first?.moment)
    }

    /// A query as ``adapted(to:)`` takes it.
    init(from message: inout MessageReader) throws(MessageError) {
        let request = try message.read(SearchRequest.self)
        guard let checked = try? CheckedRequest(request), checked.unsearched == nil else {
            throw MessageError()
        }
        let isFolded = try message.read([Bool].self)
        guard isFolded.count == request.chain.count + 1 else { throw MessageError() }
        var foldings: [Folding?] = []
        for (isFolded, locale) in zip(isFolded, request.chain + [.root]) {
            foldings.append(isFolded ? try message.folding(locale) : nil)
        }
        let words = try message.read([Word].self)
        let excluded = try message.read([Word].self)
        for word in words + excluded {
            guard !word.alternatives.isEmpty || word.preparedConditions != nil,
                word.hasForms(of: foldings.count)
            else { throw MessageError() }
        }
        let matchesNothing = try message.read(Bool.self)
        self.init(
            request: request, foldings: foldings, words: words, excluded: excluded,
            matchesNothing: matchesNothing, filter: try message.read(), searchesHeads: try message.read())
        searchesOnlyHeads = try message.read()
        isSpread = try message.read()
        partial = try message.read()
        if let partial {
            guard words.count <= WordMask.capacity, partial.weights.count == words.count else {
                throw MessageError()
            }
        }
        placements = try message.read()
        let preferences = try message.read([String: [PreparedPreference]].self)
        for word in preferences.values.lazy.joined().compactMap(\.kindWord) {
            guard word.hasForms(of: foldings.count) else { throw MessageError() }
        }
        guard let moment = try message.read(Instant?.self) else { return }
        preferencesOfCatalogs = preferences.mapValues {
            CatalogPreferences($0, declared: [], moment: moment, request)
        }
    }
}
