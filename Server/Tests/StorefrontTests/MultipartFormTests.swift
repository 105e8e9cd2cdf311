// Forms with files are the same, however their bytes arrive.

import Testing

@testable import Storefront

@Suite struct MultipartFormTests {
    private static let body = [
        "--b\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\nx y\r\n",
        "--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a%22b;c.csv\"\r\n",
        "Content-Type: text/csv\r\n\r\nid,title\r\n1,\"--b\"\r\n--c\r\n\r\n--b--\r\n",
    ].joined()

    /// The fields, each with its value.
    private func fields(_ body: String, in pieces: Int) throws -> (list: [String], isComplete: Bool) {
        var form = try MultipartForm(contentType: "multipart/form-data; charset=utf-8; boundary=\"b\"")
        var list: [String] = []
        var rest = Array(body.utf8)[...]
        while !rest.isEmpty {
            try form.append(rest.prefix(pieces)) { event in
                switch event {
                case .field(let name, let file): list.append("\(name) \(file ?? "-"): ")
                case .bytes(let bytes):
                    list[list.count - 1] += String(decoding: bytes, as: UTF8.self)
                }
            }
            rest = rest.dropFirst(pieces)
        }
        return (list, form.isComplete)
    }

    @Test(arguments: [1, 2, 3, 7, 16, 1_000])
    func fieldsAndFilesAreSplit(pieces: Int) throws {
        let (list, isComplete) = try fields(Self.body, in: pieces)
        #expect(list == ["csrf -: x y", "file a\"b;c.csv: id,title\r\n1,\"--b\"\r\n--c\r\n"])
        #expect(isComplete)
    }

    @Test func aBodyThatEndsEarlyIsNotComplete() throws {
        #expect(try !fields(String(Self.body.dropLast(6)), in: 16).isComplete)
    }

    @Test func otherBodiesAreRefused() throws {
        let long = String(repeating: "b", count: 71)
        for type in [
            "application/json", "multipart/form-data", "multipart/mixed; boundary=b",
            "multipart/form-data; boundary=\(long)", nil,
        ] {
            #expect(throws: Problem.self, "\(type ?? "none")") { try MultipartForm(contentType: type) }
        }
        for body in [
            "--b\r\nContent-Type: text/csv\r\n\r\nx", "--bX\r\n\r\n",
            "--b\r\n" + String(repeating: "x", count: 9_000),
            "--b\r\nContent-Disposition: form-data; name=\""
                + String(repeating: "x", count: 9_000) + "\"\r\n\r\n",
        ] {
            for pieces in [100, 100_000] {
                #expect(throws: Problem.self, "\(body.prefix(20))") { _ = try fields(body, in: pieces) }
            }
        }
    }
}
