// Addresses, rights and responses are checked before they are used.

import Testing

@testable import S3Objects

@Suite struct S3AddressTests {
    @Test(arguments: [
        ("s3://shop-eu", "shop-eu", ""), ("s3://shop-eu/", "shop-eu", ""),
        ("s3://shop.eu/lsearchd", "shop.eu", "lsearchd/"), ("s3://abc/a/B_1/", "abc", "a/B_1/"),
    ])
    func bucketAndFolderAreRead(text: String, bucket: String, prefix: String) throws {
        let address = try #require(S3Address(text))
        #expect(address.bucket == bucket)
        #expect(address.prefix == prefix)
        #expect(S3Address(address.description) == address)
    }

    @Test(arguments: [
        "s3://", "s3:///folder", "s3://ab", "s3://Shop", "s3://-shop", "s3://sh..op", "s3://shop//folder",
        "s3://shop/../other", "s3://shop/a b", "s3://shop/a?x", "s3://shop/ä", "/folder",
        "s3://shop/" + String(repeating: "a", count: 600),
    ])
    func otherTextsAreNoAddresses(text: String) { #expect(S3Address(text) == nil) }

    private let rights = ["AWS_ACCESS_KEY_ID": "k", "AWS_SECRET_ACCESS_KEY": "s"]

    @Test(arguments: [
        ([:], "shop", "https://shop.s3.us-east-1.amazonaws.com", "/"),
        (["AWS_REGION": "eu-central-1"], "shop.eu", "https://s3.eu-central-1.amazonaws.com", "/shop.eu/"),
        (["AWS_DEFAULT_REGION": "eu-west-1"], "shop", "https://shop.s3.eu-west-1.amazonaws.com", "/"),
        (["AWS_ENDPOINT_URL": "http://127.0.0.1:9000/"], "shop", "http://127.0.0.1:9000", "/shop/"),
        (["AWS_ENDPOINT_URL": "http://[::1]:9000"], "shop", "http://[::1]:9000", "/shop/"),
        (
            ["AWS_ENDPOINT_URL": "http://other", "AWS_ENDPOINT_URL_S3": "https://s3.example"], "shop",
            "https://s3.example", "/shop/"
        ),
    ])
    func bucketIsFound(variables: [String: String], bucket: String, server: String, path: String) throws {
        let access = try S3Access(variables: rights.merging(variables) { $1 })
        #expect(access.place(of: bucket) == (server, path))
    }

    @Test(arguments: [
        (["AWS_ACCESS_KEY_ID": ""], S3Access.Fault.missing("AWS_ACCESS_KEY_ID")),
        (["AWS_SECRET_ACCESS_KEY": ""], .missing("AWS_SECRET_ACCESS_KEY")),
        (["AWS_ACCESS_KEY_ID": "a\r\nb: c"], .invalid("AWS_ACCESS_KEY_ID")),
        (["AWS_SESSION_TOKEN": "a b"], .invalid("AWS_SESSION_TOKEN")),
        (["AWS_REGION": "eu/.."], .invalid("AWS_REGION")),
        (["AWS_ENDPOINT_URL": "ftp://a"], .invalid("AWS_ENDPOINT_URL")),
        (["AWS_ENDPOINT_URL": "http://a/b"], .invalid("AWS_ENDPOINT_URL")),
        (["AWS_ENDPOINT_URL": "http://a@b"], .invalid("AWS_ENDPOINT_URL")),
    ])
    func wrongVariablesAreNamed(variables: [String: String], fault: S3Access.Fault) {
        #expect(throws: fault) { try S3Access(variables: rights.merging(variables) { $1 }) }
    }

    @Test func elementsAndTextsOfResponsesAreRead() {
        let response = ResponseXML(
            """
            <?xml version="1.0"?><R xmlns="x"><T>true</T><C><K>a&amp;b&#x41;&#66;</K><N/></C><C><K>c</K></C></R>
            """.utf8)
        #expect(response.value("T") == "true")
        #expect(response.elements("C").map { $0.value("K") } == ["a&bAB", "c"])
        #expect(response.value("N") == nil)
        #expect(response.value("Missing") == nil)
    }

    @Test(arguments: [
        "<K>", "</K><K>", "<K>&unknown;</K>", "<K>&amp</K>", "<K>&#xFFFFFFFF;</K>", "<K><L></K>",
    ])
    func damagedResponsesHaveNoValues(text: String) { #expect(ResponseXML(text.utf8).value("K") == nil) }
}
