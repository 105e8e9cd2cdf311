// Explanations of matches and ranks, in words.

package import CatalogSearch
internal import Localization
internal import ProgramTexts

/// Words for explanations and ranks.
package struct Explanation {
    private let wording: Wording

    package init(wording: Wording) { self.wording = wording }

    private var texts: Texts { wording.texts }

    /// One line for each place where a word matched, then the rank.
    package func lines(_ hit: Hit) -> [String] {
        hit.explanation.flatMap(words) + [
            "\(texts("RankTitle")): " + rank(hit).joined(separator: texts("ListSeparator"))
        ]
    }

    /// Where and how a word matched.
    func words(_ explanation: WordExplanation) -> [String] {
        let word = texts.quoted(explanation.word)
        let numbers = explanation.numbers.map { texts("ExplainNumber: %1$@ %2$@", word, wording.field($0)) }
        let places = explanation.places.map { place in
            let how = [match(place.match), rule(place.rule)].joined(separator: texts("ListSeparator"))
            // Ids are in no language.
            if place.locale == .root {
                return texts(
                    "ExplainPlace: %1$@ %2$@ %3$@ %4$@", word, wording.field(place.field), how,
                    texts.quoted(place.matchedText))
            }
            return texts(
                "ExplainWord: %1$@ %2$@ %3$@ %4$@ %5$@", word, wording.field(place.field),
                place.locale.identifier, how,
                texts.quoted(place.matchedText))
        }
        return numbers + places
    }

    /// The parts of the rank in the order in which they are compared.
    func rank(_ hit: Hit) -> [String] {
        let rank = hit.rank
        guard !hit.explanation.isEmpty else { return [popularity(rank)] }
        let field =
            hit.rankedFields.indices.contains(rank.fieldPosition)
            ? hit.rankedFields[rank.fieldPosition] : .title
        let distance: String =
            if hit.explanation.count == 1 {
                texts("RankSingleWord")
            } else if let distance = rank.distance {
                distance < hit.explanation.count ? texts("RankAdjacent") : texts("RankApart: %ld", distance)
            } else {
                texts("RankScattered")
            }
        return [
            rank.relaxation.map { rule(of: $0) } ?? texts("RankRelaxation"),
            texts("RankMatch: %@", match(rank.match)),
            rank.isRespelled ? texts("RankFolded") : texts("RankExact"),
            texts("RankLocale: %1$ld %2$@", rank.localePosition + 1, hit.locale.identifier),
            texts("RankField: %1$ld %2$@", rank.fieldPosition + 1, wording.field(field)), distance,
            rank.position == 0 ? texts("RankStart") : texts("RankPosition: %ld", rank.position),
            popularity(rank),
        ]
    }

    private func popularity(_ rank: Rank) -> String {
        texts("RankPopularity: %@", wording.decimal(rank.popularity))
    }

    private func match(_ match: MatchClass) -> String {
        switch match {
        case .wholeField: texts("MatchWholeField")
        case .wholeWord: texts("MatchWholeWord")
        case .wordPrefix: texts("MatchWordPrefix")
        case .insideWord: texts("MatchInsideWord")
        }
    }

    private func rule(of relaxation: Relaxation.Kind) -> String {
        switch relaxation {
        case .letters: texts("RuleLetters")
        case .forms: texts("RuleForms")
        case .typos: texts("RuleTypos")
        }
    }

    private func rule(_ rule: WordExplanation.Rule) -> String {
        switch rule {
        case .exact: texts("RuleExact")
        case .standardCollation: texts("RuleStandardCollation")
        case .searchCollation: texts("RuleSearchCollation")
        case .bothCollations: texts("RuleBothCollations")
        case .letters: self.rule(of: .letters)
        case .forms: self.rule(of: .forms)
        case .typos: self.rule(of: .typos)
        }
    }
}
