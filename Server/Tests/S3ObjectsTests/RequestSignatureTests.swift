// Signatures are those of Amazon's own examples.

import Testing

@testable import S3Objects

/// The examples of "Signature Calculations for the Authorization Header", Amazon S3 API Reference, and of the
/// aws-sig-v4-test-suite.
@Suite struct RequestSignatureTests {
    private static let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

    private func signature(
        _ method: String, _ path: String, query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [], body: String = ""
    ) -> Substring? {
        let checksum = SignedRequest.checksum(body.utf8)
        let request = SignedRequest(
            method: method, path: path, query: query,
            headers: headers + [
                ("host", "examplebucket.s3.amazonaws.com"), ("x-amz-content-sha256", checksum),
                ("x-amz-date", "20130524T000000Z"),
            ], bodyChecksum: checksum)
        let header = request.authorization(
            key: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
            region: "us-east-1", time: "20130524T000000Z")
        return header.split(separator: "Signature=").last
    }

    @Test func anEmptyBodyHasItsChecksum() {
        #expect(SignedRequest.checksum("".utf8) == Self.empty)
    }

    @Test func partOfAnObjectIsRead() {
        #expect(
            signature("GET", "/test.txt", headers: [("range", "bytes=0-9")])
                == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
    }

    @Test func anObjectIsWritten() {
        #expect(
            signature(
                "PUT", SignedRequest.encoded("/test$file.text").replacing("%2F", with: "/"),
                headers: [
                    ("date", "Fri, 24 May 2013 00:00:00 GMT"),
                    ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
                ], body: "Welcome to Amazon S3.")
                == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
    }

    @Test func aParameterWithoutValueIsSigned() {
        #expect(
            signature("GET", "/", query: [("lifecycle", "")])
                == "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543")
    }

    @Test(arguments: [[("max-keys", "2"), ("prefix", "J")], [("prefix", "J"), ("max-keys", "2")]])
    func parametersAreSignedInTheirOrder(query: [(String, String)]) {
        #expect(
            signature("GET", "/", query: query.map { (name: $0.0, value: $0.1) })
                == "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7")
    }

    @Test func aRequestOfTheTestSuiteIsSigned() {
        let request = SignedRequest(
            method: "GET", path: "/",
            headers: [("x-amz-date", "20150830T123600Z"), ("host", "example.amazonaws.com")],
            bodyChecksum: Self.empty)
        #expect(
            request.authorization(
                key: "AKIDEXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
                region: "us-east-1", service: "service", time: "20150830T123600Z")
                == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request,"
                + "SignedHeaders=host;x-amz-date,"
                + "Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31")
    }

    @Test func everythingButUnreservedCharactersIsEncoded() {
        #expect(SignedRequest.encoded("aZ09-._~ /+=é") == "aZ09-._~%20%2F%2B%3D%C3%A9")
    }
}
