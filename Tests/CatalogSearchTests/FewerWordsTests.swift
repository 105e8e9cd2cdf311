// Records that lack words of the query: which of them match, and in which order.

import ICU
import TestSupport
import Testing

@testable import CatalogSearch

@Suite struct FewerWordsTests {
    private static func records(_ titles: [String], _ locale: String = "en") -> [CatalogRecord] {
        titles.enumerated().map { number, title in
            CatalogRecord(id: "r\(number)", texts: [.init(.title, LocaleIdentifier(locale)!, title)])
        }
    }

    private static func engine(_ titles: [String], _ locale: String = "en") throws -> SearchEngine {
        try SearchEngine([CatalogIndex(CatalogDescription(id: "c"), records: records(titles, locale))])
    }

    private static func request(_ query: String, _ locale: String = "en") -> SearchRequest {
        let locale = LocaleIdentifier(locale)!
        var request = SearchRequest(query, locale: locale, chain: [locale], limit: 50)
        request.relaxationTime = .seconds(60)
        return request
    }

    /// Many texts about many things, in which "the" and "and" are frequent and "heron" is rare.
    private static let titles =
        (0..<30).map { "the lamp number \($0) and the chair" } + [
            "the heron of the lake", "a heron book", "lake and mountain", "an orchid",
        ]

    @Test func theRecordWithTheRarestWordsComesFirst() throws {
        let found = try Self.engine(Self.titles).search(Self.request("the heron and orchid lake qqqq"))
        #expect(found.hits.first?.id == "r30")
        // Frequent words alone are less than half of what that record has.
        #expect(!found.hits.contains { $0.id == "r0" })
        #expect(Set(found.hits.map(\.id)) == ["r30", "r32", "r33"])
        #expect(found.total == found.hits.count)
    }

    /// A short word between others joins them. It is not meant inside another word.
    @Test(arguments: [
        ("es", "camisa de algodón", ["Camisa lino", "Camisa algodón", "Vestido verde"], ["r1"]),
        ("es", "camisa de algodón", ["Camisa algodón", "Camisa verde algodón"], ["r0", "r1"]),
        ("es", "camisa de algodón", ["Camisa algodón", "Camisa de algodón"], ["r1"]),
        ("de", "ring aus gold", ["Goldring", "Ring Gold", "Hausschuhe"], ["r0", "r1"]),
        ("ru", "ваза из стекла", ["Ваза стекло", "Низкий стол"], ["r0"]),
        // Other short words may begin longer ones, and the last one, too.
        ("en", "9th ave sw", ["9th Avenue SW", "9th Avenue"], ["r0"]),
        ("en", "lamp red ta", ["Red lamp table", "Red lamp"], ["r0"]),
    ]) func aShortWordBetweenOthersIsAWord(
        locale: String, query: String, titles: [String], expected: [String]
    ) throws {
        let found = try Self.engine(titles, locale).search(Self.request(query, locale))
        #expect(Set(found.hits.map(\.id)) == Set(expected))
    }

    @Test func whatTheBestRecordLacksIsSaid() throws {
        let relaxation = try Self.engine(Self.titles).search(Self.request("the heron orchid lake qqqq"))
            .relaxation
        #expect(relaxation?.kind == .fewer)
        #expect(relaxation?.omitted == ["orchid", "qqqq"])
        let weights = relaxation?.weights ?? []
        #expect(weights.map(\.word) == ["the", "heron", "orchid", "lake", "qqqq"])
        #expect(weights[0].weight < weights[3].weight && weights[3].weight < weights[2].weight)
        // A word that no text has weighs nothing.
        #expect(weights[4].weight == 0)
    }

    /// Where many records have all words that texts have, the query finds what these words find.
    @Test(arguments: [
        ("qqqq lamp", ["lamp"]), ("chair wwww qqqq", ["chair"]), ("qqqq the", ["the"]),
        ("lamp qqqq chair", ["lamp", "chair"]), ("chair number lamp wwww", ["chair", "number", "lamp"]),
    ])
    func wordsThatNoTextHasDoNotChangeTheOrder(query: String, found words: [String]) throws {
        let more = (30..<60).map { "Chair and lamp number \($0)" }
        let engine = try Self.engine(Self.titles + ["Red lamp", "Lamp", "A chair for a lamp"] + more)
        let found = try engine.search(Self.request(query))
        let expected = try engine.search(Self.request(words.joined(separator: " ")))
        #expect(found.hits.map(\.id) == expected.hits.map(\.id))
        #expect(found.total == expected.total && found.hits.allSatisfy { $0.rank.claim == nil })
        let omitted = query.split(separator: " ").map(String.init).filter { !words.contains($0) }
        #expect(found.relaxation?.kind == .fewer && found.relaxation?.omitted == omitted)
    }

    @Test func syllablesOfVietnameseAreWholeWords() throws {
        let titles = ["trang đông nghiêng hoang sang", "tra đôn nghi hoa", "Lamp", "Chair"]
        let found = try Self.engine(titles, "vi").search(Self.request("tra đôn nghi hoa sa", "vi"))
        #expect(found.hits.first?.id == "r1")
        #expect(found.relaxation?.kind == .fewer)
        // Few words are what is typed for a thing, and may be parts of words.
        #expect(try Self.engine(titles, "vi").search(Self.request("đông sa", "vi")).hits.map(\.id) == ["r0"])
    }

    @Test func tonesOfVietnameseAreOtherSyllables() throws {
        let titles = [
            "đây là hai bàn trang trí năm ngoái của cô ấy", "Đậy lá hải bán trăng trì nắm ngoài cửa có áy",
            "ghế",
        ]
        let engine = try Self.engine(titles, "vi")
        let found = try engine.search(Self.request("ĐẬY lá hải bán trăng xyzzy", "vi"))
        #expect(found.hits.first?.id == "r1")
        // A query without tones matches any tones; a syllable that no text has with its tone may be without
        // it.
        let plain = try engine.search(Self.request("day la hai ban trang xyzzy", "vi"))
        #expect(plain.hits.map(\.id).sorted() == ["r0", "r1"])
        let other = try engine.search(Self.request("đây là hai ghệ xyzzy qqqq", "vi"))
        #expect(Set(other.hits.map(\.id)).isSuperset(of: ["r0"]))
        #expect(other.relaxation?.weights.first { $0.word == "ghệ" }?.weight ?? 0 > 0)
    }

    @Test func syllablesJoinedByHyphensWeighAsOthersDo() throws {
        // Both have one rare word of the query; the first says the joined one again and again.
        let titles = ["rô to quay, rô to đứng, rô to mới", "thuật ngữ của thuật toán", "đèn", "ghế"]
        let engine = try Self.engine(titles, "vi")
        let found = try engine.search(Self.request("thuật xyzzy qqqq rô-to wwww", "vi"))
        #expect(found.hits.first?.id == "r0")
        #expect(found.relaxation?.weights.map(\.word) == ["thuật", "xyzzy", "qqqq", "rô", "to", "wwww"])
        // Elsewhere hyphens join one word.
        let english = try Self.engine(titles).search(Self.request("lamp xyzzy qqqq rô-to wwww"))
        #expect(english.relaxation?.weights.map(\.word).contains("rô-to") == true)
    }

    @Test(arguments: [3, 1_999]) func aCharacterTypedAgainAndAgainIsThatCharacter(count: Int) throws {
        let found = try Self.engine(["红玫瑰花束", "台灯"], "zh_Hans").search(
            Self.request(String(repeating: "红", count: count), "zh_Hans"))
        #expect(found.hits.map(\.id) == ["r0"])
    }

    @Test func theKindInAChineseWordMayBeMissing() throws {
        // Flowers, of which the wanted one does not say so.
        let titles = ["红色的玫瑰", "玫瑰花束", "百合花束", "向日葵花束", "花篮", "台灯"]
        let found = try Self.engine(titles, "zh_Hans").search(Self.request("红色玫瑰花", "zh_Hans"))
        #expect(found.hits.first?.id == "r0")
        #expect(found.hits.contains { $0.id == "r1" })
        // What is no word without its last character stays whole.
        let steel = try Self.engine(["不锈钢碗", "不锈之恋", "木碗"], "zh_Hans").search(
            Self.request("红色不锈钢", "zh_Hans"))
        #expect(steel.hits.map(\.id) == ["r0"])
    }

    @Test func frequentWordsAreKeptAndRareOnesLeftOut() throws {
        // A query with a rare word that no record has together with the others still finds the others.
        let titles = ["How many awards has the singer", "awards of the year", "many singers", "Grammys"]
        let found = try Self.engine(titles).search(Self.request("How many Grammys has the singer"))
        #expect(found.hits.first?.id == "r0")
        #expect(found.relaxation?.omitted == ["Grammys"])
    }

    @Test func neighborsOfTheQueryThatAreNeighborsInTheTextCountMore() throws {
        let titles = ["stone with moon and a red rabbit", "moon stone and red rabbit", "other"]
        let found = try Self.engine(titles).search(Self.request("moon stone rabbit xyzzy"))
        #expect(found.hits.map(\.id) == ["r1", "r0"])
    }

    @Test func aWholeWordCountsMoreThanAPartOfAWord() throws {
        let found = try Self.engine(["cartwheel lamp", "art lamp", "other"]).search(
            Self.request("art lamp xyzzy"))
        #expect(found.hits.map(\.id) == ["r1", "r0"])
    }

    @Test func phrasesAreNeverLeftOut() throws {
        let engine = try Self.engine(["red rose garden", "rose red garden lamp", "garden lamp"])
        let found = try engine.search(Self.request("\"red rose\" lamp garden"))
        #expect(found.hits.map(\.id) == ["r0"])
        #expect(try engine.search(Self.request("\"rose lamp\" garden")).total == 0)
    }

    @Test func excludedWordsAndFiltersHold() throws {
        let engine = try Self.engine(["moon stone", "moon stone rabbit", "sun"])
        #expect(try engine.search(Self.request("moon stone xyzzy -rabbit")).hits.map(\.id) == ["r0"])
        var request = Self.request("moon stone xyzzy")
        request.filter = .attribute(.id, .equals(.text("r2")))
        // Nothing that the filter admits has a word.
        #expect(try engine.search(request).total == 0)
        request.filter = .attribute(.id, .isOneOf([.text("r0"), .text("r2")]))
        #expect(try engine.search(request).hits.map(\.id) == ["r0"])
    }

    @Test(arguments: [
        ("zh_Hans", "这款无线蓝牙降噪耳机拥有出色的音质", ["无线蓝牙耳机 降噪", "手机壳"]),
        ("ja", "この赤いバラの花束は結婚祝いにぴったりの贈り物です", ["赤いバラ", "財布"]),
        ("th", "เสื้อยืดผู้หญิงสีแดงผ้าฝ้ายใส่สบาย", ["เสื้อยืดผู้หญิง สีแดง", "กระเป๋า"]),
    ]) func aParagraphWithoutSpacesIsCutIntoWords(
        locale: String, sentence: String, titles: [String]
    ) throws {
        let count = sentence.unicodeScalars.count
        let paragraph = String(repeating: sentence, count: SearchRequest.maximumQueryLength / count)
        let found = try Self.engine(titles, locale).search(Self.request(paragraph, locale))
        #expect(found.hits.map(\.id) == ["r0"])
        let omitted = try #require(found.relaxation?.omitted)
        #expect(!omitted.isEmpty && Set(omitted).count == omitted.count)
    }

    @Test(arguments: [
        ("zh_Hans", "红色玫瑰花束便宜", ["蓝色玫瑰花束", "红色衬衫", "台灯"], "r0"),
        ("ja", "赤い薔薇の時計台", ["赤い薔薇", "時計", "本"], "r0"),
        ("th", "เสื้อสีแดงราคาถูก", ["เสื้อสีแดง", "กางเกงสีดำ"], "r0"),
    ]) func scriptsWithoutSpacesAreCutIntoWords(
        locale: String, query: String, titles: [String], first: String
    ) throws {
        let found = try Self.engine(titles, locale).search(Self.request(query, locale))
        #expect(
            found.hits.first?.id == first, "\(found.hits.map(\.id)) \(String(describing: found.relaxation))")
    }

    /// A compound has a number of parts that has nothing to do with that of the words of the query.
    @Test(arguments: [
        ("de", "kinderwinterjacke xyzzy", ["winterjacke für kinder", "lampe"]),
        ("de", "kinderwinterjacke blau xyzzy qqqq", ["winterjacke für kinder in blau", "lampe", "blau"]),
        ("th", "เสื้อสีแดง qqqq xyzzy", ["สีแดง เสื้อ", "กางเกง"]),
        ("zh_Hans", "红色衬衫 qqqq", ["衬衫 红色", "台灯"]),
        ("en", "usb-c \"red hat\" qqqq", ["usb c red hat", "lamp"]),
    ]) func wordsOfSeveralPartsMayBeAmongThem(locale: String, query: String, titles: [String]) throws {
        let found = try Self.engine(titles, locale).search(Self.request(query, locale))
        #expect(found.hits.first?.id == "r0", "\(String(describing: found.relaxation))")
    }

    @Test func aRequestMayAskForAllWords() throws {
        var request = Self.request("moon stone xyzzy")
        request.omitsWords = false
        for relax in [Relaxation.Policy.auto, .always] {
            request.relax = relax
            #expect(try Self.engine(["moon stone", "sun"]).search(request).total == 0)
        }
    }

    @Test func manyWordsAreOnePass() throws {
        let words = (0..<31).map { "word\($0)" }
        let engine = try Self.engine([
            words.joined(separator: " "), words.dropLast(3).joined(separator: " "), "other",
        ])
        let found = try engine.search(Self.request((words + ["xyzzy"]).joined(separator: " ")))
        #expect(found.hits.map(\.id) == ["r0", "r1"])
        #expect(found.relaxation?.omitted == ["xyzzy"])
    }

    @Test func theRankSaysHowMuchOfTheQueryARecordHas() throws {
        let found = try Self.engine(["moon stone", "stone", "moon", "sun"]).search(
            Self.request("moon stone xyzzy"))
        let claims = found.hits.compactMap(\.rank.claim)
        #expect(claims.count == 3 && claims[0] > claims[1])
        #expect(try Self.engine(["moon"]).search(Self.request("moon")).hits[0].rank.claim == nil)
    }

    /// Invariant: the division into segments, catalogs and shards does not matter.
    @Test(arguments: [2, 5]) func anyDivisionGivesTheSameResponse(shards: Int) throws {
        let pair = try ShardPair(40, shards: shards, seed: 70, segments: 3)
        let whole = try ShardPair(40, shards: 1, seed: 70)
        var random = SeededGenerator(seed: 71)
        for _ in 0..<6 {
            let words = (0..<Int.random(in: 2...6, using: &random)).map { _ in
                ShardSamples.query(using: &random)
            }
            var request = ShardSamples.request((words + ["xyzzy"]).joined(separator: " "), using: &random)
            request.query = request.query.replacing("\"", with: "")
            try pair.expectSame(request)
            // Deleted and merged records aside, a catalog of several segments is one of one segment.
            let (expected, found) = (
                Result { try whole.one.search(request) }, Result { try pair.one.search(request) }
            )
            if case .success(let expected) = expected, case .success(let found) = found {
                #expect(found.hits.map(\.id) == expected.hits.map(\.id), "\(request)")
                #expect(
                    found.total == expected.total && found.relaxation == expected.relaxation, "\(request)")
            }
        }
    }
}
