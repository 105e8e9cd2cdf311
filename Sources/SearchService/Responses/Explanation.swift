// Explanations of matches and ranks, for people.

package import CatalogSearch
internal import Localization
internal import ProgramTexts

/// Writes explanations and ranks in the user's language.
package struct Explanation {
    private let messages: ResultMessages

    package init(messages: ResultMessages) { self.messages = messages }

    private var texts: Texts { messages.texts }

    /// One line for each position of a matched word, best first, then the rank.
    package func lines(_ hit: Hit) -> [String] {
        hit.explanation.flatMap(words) + [
            "\(texts("RankTitle")): " + rank(hit).joined(separator: texts("ListSeparator"))
        ]
    }

    /// Where a word matched, and how.
    func words(_ explanation: WordExplanation) -> [String] {
        let word = texts.quoted(explanation.word)
        let numbers = explanation.numbers.map { texts("ExplainNumber: %1$@ %2$@", word, messages.field($0)) }
        let places = explanation.locations.map { place in
            let how = ([match(place.match), rule(place.rule)] + (place.isKind ? [texts("MatchKind")] : []))
                .joined(separator: texts("ListSeparator"))
            // Ids belong to no language.
            if place.locale == .root {
                return texts(
                    "ExplainPlace: %1$@ %2$@ %3$@ %4$@", word, messages.field(place.field), how,
                    texts.quoted(place.matchedText))
            }
            return texts(
                "ExplainWord: %1$@ %2$@ %3$@ %4$@ %5$@", word, messages.field(place.field),
                place.locale.identifier, how,
                texts.quoted(place.matchedText))
        }
        return numbers + places
    }

    /// The score with its factors, then the criteria that order records of equal score.
    func rank(_ hit: Hit) -> [String] { placement(hit) + meaning(hit) + score(hit) }

    /// The similarity between the vectors of the query and of a hit that was found by meaning.
    private func meaning(_ hit: Hit) -> [String] {
        hit.similarity.map {
            [texts("RankMeaning: %1$ld %2$@", $0.position, messages.decimal($0.cosine))]
        } ?? []
    }

    /// The rule that moved the hit.
    private func placement(_ hit: Hit) -> [String] {
        guard let placement = hit.placement else { return [] }
        let rule = texts.quoted(placement.rule)
        guard let place = placement.position else {
            return [texts(placement.isBuried ? "RankBuried: %@" : "RankRaised: %@", rule)]
        }
        return [texts("RankPinned: %1$ld %2$@", place, rule)]
    }

    private func score(_ hit: Hit) -> [String] {
        let rank = hit.rank
        guard !hit.explanation.isEmpty else {
            return [texts("RankPopularity: %@", messages.decimal(rank.popularity))] + preferences(hit)
        }
        let points = zip(hit.explanation, rank.wordScores).map { word, points in
            texts("RankPoints: %1$@ %2$@", messages.decimal(Double(points)), texts.quoted(word.word))
        }
        // In the unit of the weights; see `relaxed`.
        let claim = rank.claim.map { [texts("RankClaim: %@", messages.decimal(Double($0) / 100))] } ?? []
        return claim + [texts("RankScore: %@", messages.decimal(rank.preferredScore))] + points
            + nearness(rank, wordCount: points.count) + [
                texts("RankPopular: %@", messages.decimal(rank.popularityFactor))
            ] + preferences(hit) + [
                texts("RankMentions: %@", messages.decimal(Double(rank.mentions) / 100)),
                texts("RankTitleLength: %ld", rank.titleLength),
                rank.isRespelled ? texts("RankFolded") : texts("RankExact"),
            ]
    }

    /// The factors of the score by each preference, by the kind of thing that is meant, and by the learned
    /// popularity.
    private func preferences(_ hit: Hit) -> [String] {
        hit.preferences.map { applied in
            let factor = messages.decimal(applied.factor)
            if let kind = applied.kind { return texts("RankKind: %1$@ %2$@", factor, texts.quoted(kind)) }
            return texts(
                "RankPreference: %1$@ %2$@", factor, texts.quoted(applied.preference.condition.description))
        } + (hit.learnedFactor.map { [texts("RankLearned: %@", messages.decimal($0))] } ?? [])
    }

    private func nearness(_ rank: Rank, wordCount: Int) -> [String] {
        guard wordCount > 1 else { return [] }
        let factor = messages.decimal(rank.nearnessFactor)
        switch rank.nearness {
        case .adjacent, .reordered: return [texts("RankAdjacent: %@", factor)]
        case .close: return [texts("RankClose: %@", factor)]
        case .loose: return [texts("RankLoose: %@", factor)]
        case .none: return [texts("RankScattered")]
        }
    }

    private func match(_ match: MatchClass) -> String {
        switch match {
        case .wholeField: texts("MatchWholeField")
        case .wholeWord: texts("MatchWholeWord")
        case .wordPrefix: texts("MatchWordPrefix")
        case .insideWord: texts("MatchInsideWord")
        }
    }

    private func rule(_ rule: WordExplanation.Rule) -> String {
        switch rule {
        case .exact: texts("RuleExact")
        case .standardCollation: texts("RuleStandardCollation")
        case .searchCollation: texts("RuleSearchCollation")
        case .bothCollations: texts("RuleBothCollations")
        case .letters: texts("RuleLetters")
        case .forms: texts("RuleForms")
        case .typos: texts("RuleTypos")
        case .edges: texts("RuleEdges")
        case .separators: texts("RuleSeparators")
        case .units: texts("RuleUnits")
        case .script: texts("RuleScript")
        case .elision: texts("RuleElision")
        case .segments: texts("RuleSegments")
        case .compound: texts("RuleCompound")
        }
    }
}
