// Finds words of the texts by their readings: in Latin letters, in pinyin and its initials, and by the first
// consonants of Korean syllables.

internal import ICU
internal import Support

extension WordFinder {
    /// Words of the texts that are read as the word, or whose characters have its letters as initials.
    func readings() throws(SegmentError) -> [FoundWord] {
        try romanized() + pronounced() + writtenInKanji()
    }

    // MARK: Latin letters

    /// The greatest number of readings of a word, and of beginnings that are looked for in texts.
    private static var mostReadings: Int { 12 }
    private static var mostBeginnings: Int { 1_000 }

    /// Words of texts in another script for a word in Latin letters, and in Latin letters for a word in
    /// another script: `самсунг` is Samsung.
    private func romanized() throws(SegmentError) -> [FoundWord] {
        var found: Set<String> = []
        let spelling = Normalizer.composed(word.spelling.lowercased())
        if spelling.count >= Romanizations.least, let latin = Romanization.latin(of: spelling) {
            for dictionary in dictionaries {
                guard let folding = foldings[dictionary.position] else { continue }
                found.formUnion(try readings(of: spelling[...], latin, folding, dictionary))
            }
        }
        guard let typed = Romanizations.plain(word.spelling) else {
            return found.map { FoundWord(spelling: $0, distance: 0) }
        }
        for dictionary in dictionaries {
            guard let folding = foldings[dictionary.position],
                let romanization = Romanization.of(languages[dictionary.position])
            else { continue }
            found.formUnion(try readings(of: typed[...], romanization, folding, dictionary))
        }
        return found.map { FoundWord(spelling: $0, distance: 0) }
    }

    /// Reads a word letter by letter, as long as texts contain the result.
    private func readings(
        of typed: Substring, _ romanization: Romanization, _ folding: Folding, _ dictionary: Dictionary
    ) throws(SegmentError) -> Set<String> {
        var found: Set<String> = []
        var open = [(read: "", rest: typed)]
        var seen: Set<String> = []
        var interruption = Interruption()
        while let next = open.popLast(), seen.count < Self.mostBeginnings, found.count < Self.mostReadings {
            let silent = next.read.isEmpty ? [] : romanization.silent.map { (letter: $0, length: 0) }
            // The usual readings are pushed last, so that they are tried first.
            for (letter, length) in (romanization.beginnings(of: next.rest) + silent).reversed() {
                let read = Normalizer.composed(next.read + letter)
                let rest = next.rest.dropFirst(length)
                guard seen.insert("\(read) \(rest.utf8.count)").inserted else { continue }
                try interruption.count(Interruption.form)
                let folded = folding.standard.folded(read)
                guard !folded.isEmpty, try dictionary.contains(BytePattern(folded)) else { continue }
                if rest.isEmpty { found.insert(read) } else { open.append((read, rest)) }
            }
        }
        return found
    }

    // MARK: Characters

    /// The greatest number of letters that are read as characters.
    private static var longestRead: Int { 60 }

    /// Words whose characters are read as the typed word, or whose characters' readings begin with its
    /// letters.
    private func pronounced() throws(SegmentError) -> [FoundWord] {
        // Users may type tone marks, and an apostrophe between syllables (`xi'an`); keyboards write `v` for
        // the u of `lü`.
        let typed = Romanizations.withoutMarks(word.spelling.lowercased()).unicodeScalars
            .filter { !["'", "’", "ʼ"].contains($0) }
            .map { $0 == "v" ? "u" : $0 }
        guard 2...Self.longestRead ~= typed.count, let alphabet = Readings.Alphabet(typed) else { return [] }
        var candidates: [Candidate] = []
        var chains: [ReadingChain] = []
        var interruption = Interruption()
        for (number, dictionary) in dictionaries.enumerated()
        where foldings[dictionary.position] != nil && alphabet.isUsed(in: languages[dictionary.position]) {
            var readings = Readings(alphabet)
            var chain = ReadingChain(typed)
            try dictionary.forEachTerm { term throws(SegmentError) in
                try interruption.count(term.steps)
                // Characters of both scripts have at least three bytes.
                guard term.standard.first.map({ $0 >= 0xE1 }) ?? false else { return }
                var pieces: [String] = []
                try dictionary.withSource(ofTerm: term.number) { source in
                    pieces = readings.pieces(of: source, readAs: typed)
                    if pieces.isEmpty { chain.add(source, &readings) }
                }
                if pieces.isEmpty { return }
                candidates.append(Candidate(dictionary: number, term: term.number, spellings: pieces))
            }
            chains.append(chain)
        }
        let words = try found(candidates, distance: 0)
        if !words.isEmpty { return words }
        var neighbours: Set<String> = []
        for chain in chains { neighbours.formUnion(try chain.spellings(areNeighbours)) }
        return neighbours.map { FoundWord(spelling: $0, distance: 1) }
    }
}

/// How characters are read. For one thread.
struct Readings {
    /// The letters in which readings are typed.
    enum Alphabet {
        case pinyin
        case hangul

        init?(_ typed: [Unicode.Scalar]) {
            if typed.allSatisfy({ (0x61...0x7A).contains($0.value) }) {
                self = .pinyin
            } else if typed.allSatisfy(HangulTyping.initials.contains) {
                self = .hangul
            } else {
                return nil
            }
        }

        func isUsed(in language: String) -> Bool {
            switch self {
            case .pinyin: ["zh", "yue", "wuu", "lzh"].contains(language)
            case .hangul: language == "ko"
            }
        }
    }

    private let alphabet: Alphabet
    private var known: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    private static let pinyin = Cache<UInt32, [Unicode.Scalar]>(limit: 1 << 15)

    init(_ alphabet: Alphabet) { self.alphabet = alphabet }

    /// The fragments of a text that are read as typed, or whose characters' readings begin with the typed
    /// letters.
    mutating func pieces(of source: UnsafeRawBufferPointer, readAs typed: [Unicode.Scalar]) -> [String] {
        let text = Array(String(decoding: source, as: UTF8.self).unicodeScalars)
        var pieces: [String] = []
        for start in text.indices {
            for isInitial in [false, true] {
                guard let end = end(of: text, from: start, typed, isInitial) else { continue }
                pieces.append(String(text[start..<end]))
                break
            }
        }
        return pieces.withoutDuplicates
    }

    /// The readings of a text: by its letters, or by the first letter of each character; `nil` if a character
    /// has no reading.
    ///
    /// - Parameter longest: a text with more letters is not read.
    mutating func readings(
        of source: UnsafeRawBufferPointer, longest: Int
    ) -> (text: [Unicode.Scalar], letters: [[Unicode.Scalar]])? {
        // No character has more than four bytes.
        guard source.count <= 4 * longest else { return nil }
        let text = Array(String(decoding: source, as: UTF8.self).unicodeScalars)
        var letters: [[Unicode.Scalar]] = []
        for scalar in text {
            let next = reading(of: scalar)
            if next.isEmpty { return nil }
            letters.append(next)
        }
        return (text, letters)
    }

    private mutating func end(
        of text: [Unicode.Scalar], from start: Int, _ typed: [Unicode.Scalar], _ isInitial: Bool
    ) -> Int? {
        guard !typed.isEmpty else { return start }
        guard start < text.count else { return nil }
        for reading in [reading(of: text[start])] + otherReadings(of: text[start]) {
            let letters = isInitial ? reading.prefix(1) : reading[...]
            guard !letters.isEmpty, typed.starts(with: letters) else { continue }
            if let end = end(of: text, from: start + 1, Array(typed.dropFirst(letters.count)), isInitial) {
                return end
            }
        }
        return nil
    }

    /// The readings of a character besides its usual one, in words such as 重庆, 银行, 长裙 and 音乐.
    private func otherReadings(of scalar: Unicode.Scalar) -> [[Unicode.Scalar]] {
        guard case .pinyin = alphabet else { return [] }
        return Self.polyphones[scalar, default: []]
    }

    /// Characters of everyday words with several readings (Unihan, `kHanyuPinyin`), with all of them: which
    /// one is usual is ICU's choice.
    private static let polyphones: [Unicode.Scalar: [[Unicode.Scalar]]] = {
        let table =
            """
            重 zhong chong 行 xing hang 长 chang zhang 長 chang zhang 乐 le yue 樂 le yue 都 dou du 朝 chao zhao 传 chuan zhuan 傳 chuan zhuan 弹 dan tan \
            彈 dan tan 调 tiao diao 調 tiao diao 降 jiang xiang 角 jiao jue 卡 ka qia 壳 ke qiao 殼 ke qiao 率 shuai lu 便 bian pian 薄 bo bao 参 can shen \
            參 can shen 藏 cang zang 曾 ceng zeng 差 cha chai 车 che ju 車 che ju 盛 sheng cheng 臭 chou xiu 单 dan shan 單 dan shan 石 shi dan 地 di de \
            给 gei ji 給 gei ji 还 hai huan 還 hai huan 和 he huo 会 hui kuai 會 hui kuai 系 xi ji 奇 qi ji 觉 jue jiao 覺 jue jiao 嚼 jiao jue 落 luo la \
            露 lu lou 没 mei mo 沒 mei mo 模 mo mu 屏 ping bing 色 se shai 什 shi shen 说 shuo shui 說 shuo shui 宿 su xiu 尾 wei yi 血 xue xie 熟 shu shou \
            校 xiao jiao 得 de dei 大 da dai 阿 a e 番 fan pan 茄 qie jia 厦 sha xia 廈 sha xia 折 zhe she 仔 zi zai 柏 bai bo 炮 pao bao 晕 yun 晃 huang \
            扇 shan 称 cheng chen 稱 cheng chen 刨 pao bao 剥 bo bao 剝 bo bao 泊 bo po 伯 bo bai 匙 chi shi 畜 chu xu 绰 chuo chao 钉 ding 度 du duo \
            恶 e wu 惡 e wu 佛 fo fu 葛 ge 核 he hu 贾 jia gu 见 jian xian 缴 jiao 劲 jin jing 勁 jin jing 咖 ka ga 勒 le lei 粘 zhan nian 娜 na nuo 迫 po pai \
            莎 sha suo 识 shi zhi 省 sheng xing 遂 sui 挑 tiao 吐 tu 委 wei 吓 xia he 纤 xian qian 削 xiao xue 叶 ye xie 艾 ai yi 拽 zhuai 爪 zhua zhao
            """
        var readings: [Unicode.Scalar: [[Unicode.Scalar]]] = [:]
        var character: Unicode.Scalar?
        for word in table.split(separator: " ") {
            if let first = word.unicodeScalars.first, first.value > 0x80 {
                character = first
            } else if let character {
                readings[character, default: []].append(Array(word.unicodeScalars))
            }
        }
        return readings
    }()

    private mutating func reading(of scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if let known = known[scalar] { return known }
        let reading: [Unicode.Scalar]
        switch alphabet {
        case .hangul: reading = HangulTyping.initial(of: scalar).map { [$0] } ?? []
        case .pinyin:
            reading = Self.pinyin.value(of: scalar.value) {
                guard (0x3400...0x3FFFF).contains(scalar.value),
                    let latin = try? SharedTransliterators.transliterated(String(scalar), by: "Han-Latin")
                else { return [] }
                return Normalizer.decomposed(latin.lowercased().unicodeScalars).filter {
                    (0x61...0x7A).contains($0.value)
                }
            }
        }
        known[scalar] = reading
        return reading
    }
}

/// Adjacent words that are read as one typed word: `ㅁㅅㅇㅇㅍ` is `무선 이어폰`. For one query and one dictionary.
struct ReadingChain {
    private let typed: [Unicode.Scalar]
    /// For each start in the typed word, the words whose reading begins there, and where it ends.
    private var links: [[(end: Int, spelling: String)]]

    /// The limits of words from one position, of beginnings looked up in texts, and of spellings found.
    private static let mostLinks = 64
    private static let mostBeginnings = 256
    private static let mostSpellings = 8

    init(_ typed: [Unicode.Scalar]) {
        self.typed = typed
        links = typed.map { _ in [] }
    }

    /// Adds a term that is read as a section of the typed word; the last word may be incomplete.
    mutating func add(_ source: UnsafeRawBufferPointer, _ readings: inout Readings) {
        guard let (text, letters) = readings.readings(of: source, longest: 2 * typed.count) else { return }
        for start in typed.indices where links[start].count < Self.mostLinks {
            for isInitial in [false, true] {
                var end = start
                var length = 0
                while length < text.count, end < typed.count {
                    let next = isInitial ? Array(letters[length].prefix(1)) : letters[length]
                    guard typed[end...].starts(with: next) else { break }
                    end += next.count
                    length += 1
                }
                guard length > 0, length == text.count || end == typed.count && start > 0 else { continue }
                links[start].append((end, String(text[...])))
                break
            }
        }
    }

    /// The spellings of the typed word as words that are adjacent in texts, joined by spaces.
    func spellings(
        _ areNeighbours: ([String]) throws(SegmentError) -> Bool
    ) throws(SegmentError) -> [String] {
        var found: [String] = []
        var open: [(words: [String], end: Int)] = [([], 0)]
        var beginnings = 0
        while let next = open.popLast(), found.count < Self.mostSpellings {
            guard next.end < typed.count else {
                found.append(next.words.joined(separator: " "))
                continue
            }
            guard next.words.count < LetterRuns.mostJoined else { continue }
            for link in links[next.end].reversed() {
                let words = next.words + [link.spelling]
                if words.count > 1 {
                    beginnings += 1
                    guard beginnings <= Self.mostBeginnings, try areNeighbours(words) else { continue }
                }
                open.append((words, link.end))
            }
        }
        return found
    }
}
