// Code whose texts readers never see: previews of SwiftUI's views, which only Xcode's canvas runs, and tests.

/// Finds previews and tests.
enum UnshownCode {
    /// The bytes of the bodies of `#Preview` and of types that are a `PreviewProvider`; of a file with tests
    /// all.
    static func ranges(in tokens: SourceTokens) -> [Range<Int>] {
        let isTest = tokens.indices.contains { index in
            tokens[index].name == "import" && index + 1 < tokens.count
                && ["XCTest", "Testing"].contains(tokens[index + 1].name)
        }
        if isTest { return [0..<Int.max] }
        return tokens.indices.compactMap { index in
            guard let name = tokens[index].name, name == "#Preview" || name == "PreviewProvider" else {
                return nil
            }
            var next = index + 1
            while next < min(index + lengthOfHead, tokens.count), !tokens.isSign(next, "{") {
                // The arguments of the macro, and other protocols of a type.
                next = max(tokens.partners[next] ?? next, next) + 1
            }
            guard tokens.isSign(next, "{"), let end = tokens.partners[next] else { return nil }
            return tokens[next].offset..<tokens[end].end
        }
    }

    /// The most tokens between the name and the body.
    private static let lengthOfHead = 60
}
