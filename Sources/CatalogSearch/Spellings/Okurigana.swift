// The kana of verbs in Japanese compounds, which may be left out: 受付, 受付け and 受け付け are one word.

/// Adds and drops the kana of verbs in compounds, as both are correct (Cabinet Notice 2 of 1973, 送り仮名の付け方,
/// rules 6 and 7: 申し込み, 申込み, 申込).
enum Okurigana {
    /// The most spellings of a word.
    private static let limit = 10

    /// The most letters of kana of a verb.
    private static let longest = 3

    /// Verbs of which compounds are made, with their kana as nouns: those of each meaning, the usual spelling
    /// first.
    private static let kana: [Unicode.Scalar: [[String]]] = {
        let verbs = """
            受け 付け・き 申し 込み・め 取り・れ 扱い 引き・っ 越し・え 売り・れ 上げ・がり/り 下げ・がり/り・ろし/し 打ち 合わせ/せ・い 組み 立て・ち \
            書き 出し 入れ・り 切り・れ 替え・わり/り 換え 返し・り 払い 掛け・かり/り 置き 折り・れ 畳み 巻き 編み 織り 縫い 塗り 貼り 張り 敷き \
            焼き・け 揚げ 蒸し 漬け 飲み 呑み 食べ・い 買い 贈り 送り 乗り 降り・ろし/し 持ち 運び 使い 捨て 止め・まり/り 留め 締め・まり/り 閉め \
            開け・き 積もり/り・み 詰め・まり/り 包み 結び 吊り・るし/し 釣り 押し 挿し 差し 刺し 指し 抜き・け 消し・え 分け・かれ/れ 割り・れ 彫り \
            掘り 刷り 削り 磨き 洗い 干し 乾き・かし/し 拭き 絞り 振り・る 回し・り 通し・り 繰り 渡し・り 預け・かり/り 貸し 借り 読み 聞き 履き \
            脱ぎ 覆い 抱き 飾り 作り 造り 育て 植え 咲き 散らし/し・り 歩き 走り 泳ぎ 滑り 登り 飛び 跳ね 遊び 踊り 祝い 祭り 願い 覚まし/し・め \
            冷まし/し・め・やし/し 温め・まり/り 暖め・まり/り 暮らし/し 住まい/い 休み 眠り 起き・こし/し 落ち・とし/し 拾い 探し 選び 集め・まり/り \
            並べ・び 比べ 重ね・なり/り 揃え・い 整え 繋ぎ 継ぎ 接ぎ 当て・たり/り 向け・き・かい/い 寄せ・り 追い 移し・り 写し・り 照らし/し・り \
            透かし/し・き 光り 鳴り・らし/し 響き 呼び 話し 語り 言い 伝え 教え 習い 学び 決め・まり/り 始め・まり/り 終わり/り・え 続き・け 残り・し \
            余り 足し・り 増し・え 減り・らし/し 変わり/り・え 直し・り 破り・れ 崩し・れ 外し・れ 問い 待ち 埋め 吸い 帰り 除け・き 掻き 掴み 提げ 染め \
            盛り 炊き 沸かし/し・き 挟み 繕い 縮み 伸び・ばし/し 曲げ・がり/り 招き 試し 納め 届け・き 配り 控え 備え 支え 助け 守り 戻し・り
            """
        var kana: [Unicode.Scalar: [[String]]] = [:]
        for verb in verbs.split(separator: " ") {
            kana[verb.unicodeScalars.first!] = verb.dropFirst().split(separator: "・").map { meaning in
                meaning.split(separator: "/").map { String($0) }
            }
        }
        return kana
    }()

    private struct Component {
        /// How it may be written: usual spellings first, a verb without kana last.
        let spellings: [String]
        let isVerb: Bool
    }

    /// A word with the kana of its verbs added and dropped, without the word itself.
    static func others(of word: [Unicode.Scalar]) -> [String] {
        let components = components(of: word)
        guard components.contains(where: \.isVerb) else { return [] }
        let dropped = components.map { $0.spellings.last! }.joined()
        var others: [[String]] = [[]]
        for component in components {
            others = others.flatMap { before in component.spellings.map { before + [$0] } }
            others = Array(others.prefix(limit))
        }
        return ([dropped] + others.map { $0.joined() }).withoutDuplicates.filter { $0 != String(word[...]) }
    }

    /// The components of a word: each verb beside another ideograph, and what is between them.
    private static func components(of word: [Unicode.Scalar]) -> [Component] {
        var components: [Component] = []
        var position = 0
        while position < word.count {
            let start = position
            position += 1
            let rest = word[position...]
            let stem = String(word[start...start])
            var component = Component(spellings: [stem], isVerb: false)
            if let meanings = kana[word[start]], let (typed, spellings) = written(rest, meanings) {
                position += typed.unicodeScalars.count
                let isBesideIdeograph =
                    position < word.count && word[position].properties.isIdeographic
                    || start > 0 && word[start - 1].properties.isIdeographic
                    || components.last?.isVerb ?? false
                component =
                    isBesideIdeograph
                    ? Component(spellings: (spellings + [""]).map { stem + $0 }, isVerb: true)
                    : Component(spellings: [stem + typed], isVerb: false)
            }
            components.append(component)
        }
        return components
    }

    /// The kana of a verb at the beginning of a text, and their other spellings; of a verb without kana those
    /// of all its meanings. `nil` if other kana follow.
    private static func written(
        _ rest: ArraySlice<Unicode.Scalar>, _ meanings: [[String]]
    ) -> (typed: String, spellings: [String])? {
        for length in (1...longest).reversed() where rest.count >= length {
            let typed = String(rest.prefix(length)[...])
            if let meaning = meanings.first(where: { $0.contains(typed) }) { return (typed, meaning) }
        }
        if rest.first?.isHiragana ?? false { return nil }
        return ("", meanings.flatMap(\.self))
    }
}
