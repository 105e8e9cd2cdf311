// Other writings of Japanese words: marks, old forms of characters, kana of verbs, and sounds of loanwords.

internal import ICU

extension ScriptVariants {
    /// A word with the iteration mark or the character that it repeats, and without the long vowel at the end
    /// of loanwords, which technical texts leave out (JIS Z 8301).
    static func japaneseVariants(of word: String) -> [String] {
        // Half-width kana may be typed.
        let scalars = Normalizer.composed(
            String(Normalizer.compatibilityDecomposed(word.unicodeScalars)[...])
        ).unicodeScalars.map { $0 }
        var variants: [String] = []
        var spelled = scalars
        var marked = scalars
        for index in scalars.indices.dropFirst() {
            if scalars[index] == "々" { spelled[index] = spelled[index - 1] }
            if scalars[index] == scalars[index - 1], (0x3400...0x9FFF).contains(scalars[index].value) {
                marked[index] = "々"
            }
        }
        variants += [String(spelled[...]), String(marked[...])]
        if scalars.count >= 4, scalars.last == "ー" { variants.append(String(scalars.dropLast())) }
        variants += otherForms(of: scalars) + Okurigana.others(of: scalars)
        return variants + loanwords(String(scalars[...]))
    }

    /// Characters in their new forms, each with its old ones (the tables of 常用漢字表, 2010), and with other
    /// forms used in names.
    private static let characterForms: [[Unicode.Scalar]] =
        """
        亜亞 悪惡 圧壓 囲圍 為爲 医醫 壱壹 稲稻 飲飮 隠隱 営營 栄榮 衛衞 駅驛 円圓 塩鹽 縁緣 艶艷 応應 欧歐 殴毆 桜櫻 奥奧 横橫 温溫 穏穩 \
        仮假 価價 画畫 会會 回囘 懐懷 壊壞 絵繪 拡擴 殻殼 覚覺 学學 岳嶽 楽樂 勧勸 巻卷 寛寬 歓歡 缶罐 観觀 関關 陥陷 巌巖 顔顏 帰歸 気氣 \
        亀龜 偽僞 戯戲 犠犧 却卻 旧舊 拠據 挙擧 峡峽 挟挾 教敎 狭狹 暁曉 区區 駆驅 勲勳 薫薰 群羣 径徑 恵惠 掲揭 携攜 渓溪 経經 継繼 茎莖 \
        蛍螢 軽輕 鶏鷄 芸藝 欠缺 倹儉 剣劍 圏圈 検檢 権權 献獻 研硏 県縣 険險 顕顯 験驗 厳嚴 効效 広廣 恒恆 鉱鑛 号號 国國 黒黑 済濟 砕碎 \
        斎齋 剤劑 雑雜 産產 参參 惨慘 桟棧 蚕蠶 賛贊 残殘 糸絲 歯齒 児兒 辞辭 湿濕 実實 舎舍 写寫 釈釋 寿壽 収收 従從 渋澁 獣獸 縦縱 粛肅 \
        処處 叙敍 将將 焼燒 称稱 証證 乗乘 剰剩 壌壤 嬢孃 条條 浄淨 状狀 畳疊 穣穰 譲讓 醸釀 嘱囑 触觸 寝寢 慎愼 真眞 尽盡 図圖 粋粹 酔醉 \
        随隨 髄髓 数數 枢樞 声聲 静靜 斉齊 摂攝 窃竊 専專 戦戰 浅淺 潜潛 繊纖 践踐 銭錢 禅禪 双雙 壮壯 捜搜 挿插 争爭 総總 聡聰 荘莊 装裝 \
        騒騷 臓臟 蔵藏 属屬 続續 堕墮 体體 対對 帯帶 滞滯 台臺 滝瀧 択擇 沢澤 単單 担擔 胆膽 団團 弾彈 断斷 痴癡 遅遲 昼晝 虫蟲 鋳鑄 庁廳 \
        聴聽 鎮鎭 逓遞 鉄鐵 転轉 点點 伝傳 党黨 盗盜 灯燈 当當 闘鬪 徳德 独獨 読讀 届屆 縄繩 弐貳 悩惱 脳腦 覇霸 廃廢 拝拜 売賣 麦麥 発發 \
        髪髮 抜拔 蛮蠻 秘祕 浜濱濵 瓶甁 払拂 仏佛 変變 辺邊邉 弁辨辯瓣 舗舖 歩步 宝寶 豊豐 没沒 翻飜 毎每 万萬 満滿 麺麵 黙默 弥彌 薬藥 \
        訳譯 予豫 余餘 与與 誉譽 揺搖 様樣 謡謠 遥遙 瑶瑤 来來 頼賴 乱亂 覧覽 竜龍 両兩 猟獵 緑綠 塁壘 励勵 礼禮 隷隸 霊靈 齢齡 恋戀 炉爐 \
        労勞 楼樓 禄祿 高髙 崎﨑 島嶋 富冨 桑桒 槙槇 淵渕
        """.split(separator: " ").map { Array($0.unicodeScalars) }

    private static let formsOfCharacter = Dictionary(
        characterForms.flatMap { forms in forms.map { ($0, forms) } }, uniquingKeysWith: { first, _ in first }
    )

    /// A word with all characters in their new forms, and in each of their old ones.
    private static func otherForms(of word: [Unicode.Scalar]) -> [String] {
        let forms = word.map { formsOfCharacter[$0] ?? [$0] }
        let most = forms.map(\.count).max() ?? 1
        return (0..<most).map { form in
            String(String.UnicodeScalarView(forms.map { $0[min(form, $0.count - 1)] }))
        }
    }

    /// The two spellings of loanword sounds (Cabinet Notice 2 of 1991, 外来語の表記, table 2): near the foreign
    /// sound, and the other usual one.
    private static let loanSounds = [
        ("ヴァ", "バ"), ("ヴィ", "ビ"), ("ヴェ", "ベ"), ("ヴォ", "ボ"), ("ヴ", "ブ"), ("ティ", "チ"), ("ディ", "ジ"),
        ("ウィ", "ウイ"), ("ウェ", "ウエ"), ("ウォ", "ウオ"), ("クァ", "クア"), ("クォ", "クオ"), ("フォ", "ホ"), ("イア", "イヤ"),
        ("フェイ", "フェー"), ("ディジ", "デジ"),
    ]

    /// A word in katakana with one of its sounds, and with all of them, in the other spelling.
    private static func loanwords(_ word: String) -> [String] {
        guard word.unicodeScalars.count > 2,
            word.unicodeScalars.allSatisfy({ (0x30A1...0x30FC).contains($0.value) })
        else { return [] }
        var variants: [String] = []
        var (near, usual) = (word, word)
        for (foreign, common) in loanSounds {
            usual = usual.replacingScalars(foreign, with: common)
            let nearer = near.replacingScalars(common, with: foreign)
            if nearer != near { variants.append(word.replacingScalars(common, with: foreign)) }
            // A sound that is already spelled near the foreign one stays.
            if word.replacingScalars(foreign, with: "") == word { near = nearer }
        }
        return [usual] + variants + [near]
    }
}
