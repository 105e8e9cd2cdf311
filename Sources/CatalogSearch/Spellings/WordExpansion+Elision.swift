// Words without an article before an apostrophe, or without an ending after one.

extension WordExpansion {
    /// Whether one of the languages writes the possessive s after an apostrophe.
    static func hasPossessives(_ languages: [String]) -> Bool {
        !Set(languages).isDisjoint(with: ["en", "nl", "af"])
    }

    /// The possessive that a word in -s without an apostrophe may stand for; `nil` for other words.
    static func owner(_ word: String) -> String? {
        let letters = word.unicodeScalars
        guard letters.count > 2, letters.last == "s" || letters.last == "S" else { return nil }
        return String(letters.dropLast())
    }

    /// Words with one of them as the possessive that it may stand for.
    func withPossessives(_ words: [String]) -> [[String]] {
        guard Self.hasPossessives(languages) else { return [] }
        return words.indices.compactMap { position in
            Self.owner(words[position]).map { name in
                var words = words
                words[position] = name + "'s"
                return words
            }
        }
    }

    /// A possessive that texts write as one word where two words are typed: `mc donalds` is McDonald's.
    func possessives(ofJoined words: [String]) -> [PreparedQuery.Alternative] {
        withPossessives([words.joined()]).map { spelling($0[0], .elision, isWhole: true) }
    }

    /// What languages write before an apostrophe for a whole word, from the grammars of each.
    private static let articles: [String: Set<String>] = [
        "fr": ["l", "d", "m", "t", "s", "n", "c", "j", "qu", "jusqu", "lorsqu", "puisqu", "quoiqu"],
        "it": [
            "l", "d", "c", "m", "t", "s", "v", "un", "gl", "dell", "all", "dall", "nell", "sull", "coll",
            "pell",
            "quell", "quest", "sant", "agl", "dagl", "degl", "negl", "sugl",
        ],
        "ca": ["l", "d", "m", "n", "s", "t"], "oc": ["l", "d", "m", "n", "s", "t"],
        "ga": ["d", "m", "b"], "fur": ["l", "d"], "lij": ["l", "d"],
    ]

    /// The word without an article before an apostrophe, without an ending after one, or without the article
    /// of Arabic.
    func elided(_ word: String) -> [PreparedQuery.Alternative] {
        let marks: Set<Unicode.Scalar> = ["'", "’", "ʼ", "‘", "＇"]
        let scalars = Array(word.unicodeScalars)
        guard let mark = scalars.firstIndex(where: marks.contains) else {
            guard languages.contains("ar"), let noun = Self.withoutArabicArticle(scalars) else { return [] }
            return [spelling(noun, .elision, isWhole: false)]
        }
        let (before, behind) = (scalars[..<mark], scalars[(mark + 1)...])
        guard !before.isEmpty, !behind.isEmpty else { return [] }
        let article = String(before).lowercased()
        if languages.contains(where: { Self.articles[$0]?.contains(article) ?? false }) {
            return [spelling(String(behind), .elision, isWhole: behind.count < 3)]
        }
        let isEnding = languages.contains { language in
            // Turkish writes every ending of a name after an apostrophe; English and Dutch write the s of
            // possessives and plurals so.
            ["tr", "az"].contains(language)
                || Self.hasPossessives([language]) && (behind == ["s"] || behind == ["S"])
        }
        return isEnding ? [spelling(String(before), .elision, isWhole: true)] : []
    }

    /// A word after each article that languages write before a vowel, as a whole word: texts have `l'eau` for
    /// `eau`.
    func withArticles(_ word: String) -> [PreparedQuery.Alternative] {
        Self.withArticles(word, languages).map { spelling($0, .elision, isWhole: true) }
    }

    /// A word after each article that some languages write before a vowel.
    static func withArticles(_ word: String, _ languages: [String]) -> [String] {
        guard let first = Romanizations.withoutMarks(word.lowercased()).unicodeScalars.first,
            "aeiouyhœæ".unicodeScalars.contains(first)
        else { return [] }
        let known = languages.flatMap { articles[$0]?.sorted() ?? [] }
        return known.withoutDuplicates.flatMap { article in ["'", "’"].map { article + $0 + word } }
    }

    /// What Arabic writes together with the article, before it or instead of it: and, so, by, like, for.
    private static let arabicArticles = ["وال", "فال", "بال", "كال", "ولل", "لل", "ال"]

    /// A noun without its article; `nil` if it has none, or the rest is too short for a word.
    private static func withoutArabicArticle(_ scalars: [Unicode.Scalar]) -> String? {
        for article in arabicArticles where scalars.starts(with: article.unicodeScalars) {
            let noun = scalars.dropFirst(article.unicodeScalars.count)
            return noun.count > 2 ? String(noun) : nil
        }
        return nil
    }
}
