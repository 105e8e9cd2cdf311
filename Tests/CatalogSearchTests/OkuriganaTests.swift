// Japanese compounds with and without the kana of their verbs.

import Testing

@testable import CatalogSearch

@Suite struct OkuriganaTests {
    /// All but the last title are the same word.
    @Test(arguments: [
        ("受付", ["受付カウンター", "受け付け用ベル", "受付け", "付け爪"]),
        ("受け付け", ["受付カウンター", "受け付け用ベル", "受付け", "受け皿"]),
        ("申込書", ["申込書", "申し込み書", "申込み書", "申請書"]),
        ("引っ越し", ["引越用ダンボール", "引越し祝い", "引っ越し", "引き出し"]),
        ("引越", ["引越し祝い", "引っ越し用テープ", "引き戸"]),
        ("取扱説明書", ["取り扱い説明書", "取扱い説明書", "説明書"]),
        ("打合せ", ["打ち合わせテーブル", "打合わせ", "打ち上げ花火"]),
        ("詰め合わせ", ["お菓子詰合せ", "詰め合せ", "詰合わせ", "合わせ鏡"]),
        ("掛時計", ["掛け時計", "掛時計", "腕時計"]), ("滑り止め", ["滑止めマット", "滑り台"]),
        ("目覚まし時計", ["目覚し時計", "目覚時計", "置き時計"]),
        ("組立家具", ["組み立て家具", "組立て家具", "家具の組合"]),
    ]) func kanaOfVerbsMayBeLeftOut(query: String, titles: [String]) throws {
        #expect(try EquivalenceTests.found(query, titles, "ja").sorted() == Array(0..<titles.count - 1))
    }

    /// Kana that do not belong to a verb of a compound stay.
    @Test(arguments: ["花の木", "赤い靴", "取り", "ベルト", "東京", "取りあえず"])
    func otherKanaStay(word: String) {
        #expect(Okurigana.others(of: Array(word.unicodeScalars)) == [])
    }

    @Test func theUsualSpellingsComeFirst() {
        #expect(Okurigana.others(of: Array("受付".unicodeScalars)).first == "受け付け")
        #expect(Okurigana.others(of: Array("打合せ".unicodeScalars)).prefix(2) == ["打合", "打ち合わせ"])
    }

    @Test func manyVerbsAreBounded() {
        let word = Array(String(repeating: "取引受付申込", count: 200).unicodeScalars)
        #expect(1...11 ~= Okurigana.others(of: word).count)
    }

    /// The whole word is marked, not only its ideographs.
    @Test func theWordIsMarkedWithItsKana() throws {
        let title = "受け付け用ベル"
        let engine = try SearchEngine([EquivalenceTests.catalog([title], "ja")])
        let hit = try #require(try engine.search(EquivalenceTests.request("受付", "ja")).hits.first)
        let scalars = Array(title.unicodeScalars)
        #expect(hit.matches.map { String(scalars[$0.range]) } == ["受け付け"])
    }
}
