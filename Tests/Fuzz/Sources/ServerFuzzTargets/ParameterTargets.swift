// The parameters and headers of requests.

import FuzzRunner

@testable import Storefront

enum ParameterTargets {
    /// The parameters equal those that a decoder written from the standard reads.
    static let parameters = FuzzTarget(
        "parameters", limit: 512,
        seeds: "q=a+b%20%C3%A4&locale=de_DE&limit=3", "chain=de,en&relax=always&=x&y&&z==", "q=%00", "q=%E4",
        "q=%"
    ) { bytes in
        let query = String(decoding: bytes, as: UTF8.self)
        let read = try? RequestParameters(query)
        let expected = reference(query)
        invariant((read == nil) == (expected == nil), "malformed parameters are refused, others are not")
        guard let read, let expected else { return }
        invariant(
            read.list.map { [$0.name, $0.value] } == expected, "parameters are what the standard says")
        for (name, _) in read.list { _ = read[name] }
    }

    /// application/x-www-form-urlencoded parsing (URL Standard, 5.1), but malformed escapes,
    /// invalid UTF-8 and NUL are errors.
    private static func reference(_ query: String) -> [[String]]? {
        var list: [[String]] = []
        for pair in Array(query.utf8).split(separator: UInt8(ascii: "&")) {
            let end = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
            guard let name = decoded(pair[..<end]), let value = decoded(pair[end...].dropFirst()) else {
                return nil
            }
            list.append([name, value])
        }
        return list
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> String? {
        var result: [UInt8] = []
        var index = bytes.startIndex
        while index < bytes.endIndex {
            if bytes[index] == UInt8(ascii: "%") {
                let digits = bytes[(index + 1)...].prefix(2)
                guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit })
                else { return nil }
                result.append(UInt8(String(decoding: digits, as: UTF8.self), radix: 16)!)
                index += 3
            } else {
                result.append(bytes[index] == UInt8(ascii: "+") ? 0x20 : bytes[index])
                index += 1
            }
        }
        guard !result.contains(0) else { return nil }
        return String(validating: result, as: UTF8.self)
    }

    /// Headers that name languages and versions.
    static let headers = FuzzTarget(
        "headers", limit: 512,
        seeds: "de-DE,de;q=0.9,en;q=0.8,*;q=0.1", "\"a\", W/\"b\", *", "gzip;q=1.0, identity; q=0.5, *;q=0"
    ) { bytes in
        let header = String(decoding: bytes, as: UTF8.self)
        let locales = LanguagePreferences(header).locales
        invariant(Set(locales).count == locales.count, "a language is named once")
        for case .version(let tag) in EntityTag.named(by: [header]) {
            invariant(EntityTag.named(by: [tag.text]) == [.version(tag)], "a tag is read as it is written")
        }
        _ = EntityTag(value: "a", isWeak: false).isNamed(by: [header])
        let value = QualityValue(header.split(separator: ";")).value
        invariant((0...1).contains(value), "a weight is from 0 to 1")
    }
}
