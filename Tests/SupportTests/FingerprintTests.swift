// The hash gives the published values, and distinguishes texts.

import Support
import Testing

@Suite struct FingerprintTests {
    @Test func fingerprintsDifferWhereSomethingDoes() {
        func fingerprint(_ texts: [String]) -> String {
            var fingerprint = Fingerprint()
            for text in texts { fingerprint.add(text) }
            return fingerprint.text
        }
        let all = [["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], [], ["c", "ab"]]
        #expect(Set(all.map(fingerprint)).count == all.count)
        #expect(fingerprint(["ab", "c"]) == fingerprint(["ab", "c"]))
        // The values that the authors of FNV give for their 64 bits.
        var known = Fingerprint()
        #expect(known.text == "cbf29ce484222325")
        known.add("foobar".utf8)
        #expect(known.text == "85944171f73967e8")
    }
}
