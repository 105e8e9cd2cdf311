// An excerpt surrounds the matches, begins and ends with whole words, and adjusts the ranges of the matches.

import CatalogSearch
import Testing

@testable import SearchService

@Suite struct TextCropperTests {
    private let english = LocaleIdentifier("en")!
    private let text =
        "The quick brown fox jumps over the lazy dog, and the lazy dog does not mind at all; the fox runs on."

    private func range(of part: String, in text: String) throws -> Range<Int> {
        let found = try #require(text.firstRange(of: part))
        let scalars = text.unicodeScalars
        return scalars.distance(
            from: scalars.startIndex, to: found.lowerBound)..<scalars.distance(
                from: scalars.startIndex, to: found.upperBound)
    }

    private func marked(_ excerpt: TextCropper.Excerpt, _ range: Range<Int>) -> String? {
        excerpt.moved(range).map { String(String.UnicodeScalarView(Array(excerpt.text.unicodeScalars)[$0])) }
    }

    @Test func shortTextsStayWhole() {
        let excerpt = TextCropper().excerpt(of: text, around: [4..<9], length: text.count, in: english)
        #expect(excerpt.text == text)
        #expect(excerpt.moved(4..<9) == 4..<9)
    }

    @Test func longTextsAreCutAroundTheMatchAtWords() throws {
        let match = try range(of: "mind", in: text)
        let excerpt = TextCropper().excerpt(of: text, around: [match], length: 40, in: english)
        #expect(excerpt.text == "…does not mind at all; the fox runs on.")
        #expect(marked(excerpt, match) == "mind")
        #expect(excerpt.moved(0..<3) == nil)
    }

    @Test func withoutAMatchTheBeginningIsShown() {
        #expect(
            TextCropper().excerpt(of: text, around: [], length: 21, in: english).text
                == "The quick brown fox…")
    }

    @Test func thePlaceWithMostMatchesIsShown() throws {
        let matches = try [
            range(of: "quick", in: text), range(of: "dog does", in: text), range(of: "mind", in: text),
        ]
        let excerpt = TextCropper().excerpt(of: text, around: matches, length: 32, in: english)
        #expect(matches.map { marked(excerpt, $0) } == [nil, "dog does", "mind"])
    }

    @Test func wordsOfLanguagesWithoutSpacesStayWhole() throws {
        let text = String(repeating: "今日は天気が良いので公園に行きました。", count: 4)
        let excerpt = TextCropper().excerpt(
            of: text, around: [26..<28], length: 20, in: LocaleIdentifier("ja")!)
        #expect(
            marked(excerpt, 26..<28)
                == String(String.UnicodeScalarView(text.unicodeScalars.dropFirst(26).prefix(2))))
        #expect(excerpt.text.unicodeScalars.count <= 22)
    }

    @Test func aWordLongerThanTheExcerptIsCut() {
        let text = String(repeating: "a", count: 100)
        let excerpt = TextCropper().excerpt(of: text, around: [50..<60], length: 8, in: english)
        #expect(excerpt.text == "…aaaaaaaa…")
        #expect(excerpt.moved(50..<60) == 3..<9)
    }

    @Test func lettersKeepTheirMarks() {
        let text = String(repeating: "e\u{301}", count: 60)
        let excerpt = TextCropper().excerpt(of: text, around: [61..<62], length: 9, in: english)
        #expect(excerpt.text.unicodeScalars.dropFirst().first == "e")
        #expect(excerpt.text.unicodeScalars.dropLast().last == "\u{301}")
    }

    /// Invariant: whatever the matches and the length are, the excerpt is not longer, and its ranges mark the
    /// same text as before.
    @Test func rangesPointToTheSameText() {
        let text = "Größe 𝔘𝔫𝔦 🇩🇪 — naïve café; นิทานกริมม์ 今日は天気が良い rose e\u{301}te\u{301}. " + self.text
        let scalars = Array(text.unicodeScalars)
        let cropper = TextCropper()
        for length in stride(from: 1, through: scalars.count + 1, by: 3) {
            for start in stride(from: 0, to: scalars.count - 4, by: 5) {
                let match = start..<start + 4
                let excerpt = cropper.excerpt(of: text, around: [match], length: length, in: english)
                let shown = Array(excerpt.text.unicodeScalars)
                #expect(shown.count <= length + 2 + 10)
                guard let moved = excerpt.moved(match) else { continue }
                let part = String(String.UnicodeScalarView(shown[moved]))
                #expect(
                    String(String.UnicodeScalarView(scalars[match])).unicodeScalars.contains(
                        part.unicodeScalars))
            }
        }
    }
}

@Suite struct MarkedHTMLTests {
    @Test func matchesAreMarkedAndAllElseEscaped() {
        #expect(MarkedHTML.text("a<b>&\"'c", marking: [2..<3]) == "a&lt;<mark>b</mark>&gt;&amp;&quot;&#39;c")
        #expect(MarkedHTML.text("\"\u{301}<\u{338}x", marking: []) == "&quot;\u{301}&lt;\u{338}x")
        #expect(MarkedHTML.text("𝔘𝔫𝔦", marking: [1..<2]) == "𝔘<mark>𝔫</mark>𝔦")
    }

    @Test func rangesBeyondTheTextMarkNothing() {
        #expect(MarkedHTML.text("ab", marking: [1..<9]) == "a<mark>b</mark>")
        #expect(MarkedHTML.text("ab", marking: [5..<9]) == "ab")
        #expect(MarkedHTML.text("", marking: [0..<1]) == "")
    }
}
