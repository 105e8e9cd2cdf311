// Faces made of signs, whose brackets are mouths and whose colons are eyes.

/// Faces such as `:)` and `;-)`. Texts from right to left also have `؛)` and `(:`.
enum Faces {
    private static let eyes: Set<Character> = [":", ";", "؛", "="]

    /// How many faces with a mouth a text has.
    static func count(in text: String, mouth: Character) -> Int {
        let signs = Array(text)
        return signs.indices.count { index in
            signs[index] == mouth && (isMouth(index, after: signs) || isMouth(index, before: signs))
        }
    }

    /// A text without the face that it ends with. The bracket of a face closes nothing.
    static func withoutFaceAtEnd(_ text: String) -> String {
        let brackets = text.utf8.reduce(0) { $0 + ($1 == 0x28 ? 1 : $1 == 0x29 ? -1 : 0) }
        guard brackets != 0 else { return text }
        var signs = Array(text)
        while signs.last?.isWhitespace == true { signs.removeLast() }
        guard let end = signs.indices.last else { return text }
        if signs[end] == "(" || signs[end] == ")", isMouth(end, after: signs) {
            signs.removeLast(eyes.contains(signs[end - 1]) ? 2 : 3)
        } else if eyes.contains(signs[end]), end > 0, signs[end - 1] == "(" {
            signs.removeLast(2)
        } else {
            return text
        }
        return String(signs)
    }

    /// Whether eyes stand before a bracket, maybe with a nose between them.
    private static func isMouth(_ index: Int, after signs: [Character]) -> Bool {
        let hasNose = index > 1 && (signs[index - 1] == "-" || signs[index - 1] == "_")
        let place = hasNose ? index - 2 : index - 1
        return place >= 0 && eyes.contains(signs[place])
    }

    /// Whether eyes follow a bracket, and nothing else does: `(:`.
    private static func isMouth(_ index: Int, before signs: [Character]) -> Bool {
        guard index + 1 < signs.count, eyes.contains(signs[index + 1]) else { return false }
        return index + 2 == signs.count || signs[index + 2].isWhitespace
    }
}
