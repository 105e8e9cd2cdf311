// For each status that the descriptions of the interfaces name, a request that causes it.

import HTTPTypes
import StorefrontTestSupport

@testable import Storefront

/// A request, and the status of its response.
struct Ask {
    /// The state of the service.
    enum State {
        case usual
        /// It accepts no search.
        case busy
        /// It accepts no search of this client.
        case crowded
        case closed
        case ready
        /// It waits for a body that never arrives.
        case impatient
        /// It accepts only bodies of a few bytes.
        case narrow
        /// It counts no queries.
        case unlogged
        /// It does not know the address of the site.
        case unnamed
        /// An operator is signed in.
        case signedIn, signedInWithoutForm, signedInClosed
        /// The client has sent as many wrong tokens as an address may.
        case guessed
    }

    var path: String
    var headers: HTTPFields = [:]
    var body = ""
    var state = State.usual
    /// Whether the client has the response already.
    var isKnown = false

    /// The same request of a client who has guessed tokens, with another wrong one.
    var afterGuesses: Ask {
        var ask = self
        ask.state = .guessed
        if ask.headers[.authorization] != nil { ask.headers[.authorization] = "Bearer wrong" }
        return ask
    }
}

extension Ask {
    /// The media type of a form with a file.
    static let formWithFile = "multipart/form-data; boundary=x"

    /// A field of a form with a file.
    static func field(_ name: String, _ value: String) -> String {
        "--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }

    private static func searches(_ path: String, _ query: String) -> [Int: Ask] {
        let address = path + "?" + query
        return [
            200: Ask(path: address), 304: Ask(path: address, isKnown: true), 400: Ask(path: path + "?q=%"),
            // An end that excludes words cannot be left out.
            414: Ask(path: path + "?q=" + String(repeating: "x+", count: 1_000) + "-y"),
            422: Ask(path: path + "?limit=101"), 429: Ask(path: address, state: .crowded),
            503: Ask(path: address, state: .busy),
        ]
    }

    private static func reads(_ path: String, _ missing: String? = nil) -> [Int: Ask] {
        var asks = [
            200: Ask(path: path), 304: Ask(path: path, isKnown: true), 400: Ask(path: path + "?q=%"),
            429: Ask(path: path, state: .crowded), 503: Ask(path: path, state: .busy),
        ]
        asks[404] = missing.map { Ask(path: $0) }
        return asks
    }

    /// Writes to a path; `made` has the body.
    private static func writes(_ path: String, _ missing: String?, type: String, _ body: String) -> [Int: Ask]
    {
        let headers: HTTPFields = [.contentType: type]
        var late = headers
        late[.ifMatch] = "\"999\""
        var foolish = headers
        foolish[.ifNoneMatch] = "\"1\""
        var anonymous = headers
        anonymous[.authorization] = "none"
        var asks = [
            200: Ask(path: path, headers: headers, body: body),
            400: Ask(path: path, headers: foolish, body: body),
            401: Ask(path: path, headers: anonymous, body: body),
            408: Ask(path: path, headers: headers, state: .impatient),
            412: Ask(path: path, headers: late, body: body),
            413: Ask(
                path: path, headers: headers, body: body + String(repeating: " ", count: 100), state: .narrow),
            415: Ask(path: path, headers: [.contentType: "text/plain"], body: body),
            422: Ask(path: path, headers: headers, body: "{"),
            503: Ask(path: path, headers: headers, body: body, state: .closed),
        ]
        asks[404] = missing.map { Ask(path: $0, headers: headers, body: body) }
        return asks
    }

    private static let anonymous: HTTPFields = [.authorization: "none"]

    /// For each operation and status a request that causes it.
    static let all: [String: [Int: Ask]] = {
        let record = #"{"id": "1", "title": "Tart"}"#
        var asks = [
            "GET /v1/search": searches(
                "/v1/search", "q=tea&explain=true&facets=scope,year,price&filter=year%3E2000&sort=year:desc"),
            "GET /v1/suggest": searches("/v1/suggest", "q=gun"),
            "GET /v1/facets/{attribute}": searches("/v1/facets/scope", "q=tea"),
            "GET /v1/scopes": reads("/v1/scopes"), "GET /v1/catalogs": reads("/v1/catalogs"),
            "GET /v1/records/{catalog}/{id}": reads("/v1/records/teas/t-1", "/v1/records/teas/none"),
            "GET /v1/records/{catalog}/{id}/similar": reads(
                "/v1/records/teas/t-1/similar", "/v1/records/teas/none/similar"),
            "GET /v1/strings/{table}": reads("/v1/strings/Page", "/v1/strings/None"),
            "GET /v1/openapi.json": [
                200: Ask(path: "/v1/openapi.json"), 304: Ask(path: "/v1/openapi.json", isKnown: true),
            ],
            "GET /healthz": [200: Ask(path: "/healthz")],
            "GET /readyz": [200: Ask(path: "/readyz", state: .ready), 503: Ask(path: "/readyz")],
            "GET /metrics": [200: Ask(path: "/metrics"), 401: Ask(path: "/metrics", headers: anonymous)],
            "GET /": searches("/", "q=tea"),
            "GET /assets/{file}": reads("/assets/page.js", "/assets/none.js"),
            "GET /c/{catalog}/{id}": reads("/c/teas/t-1", "/c/teas/none"),
            "GET /images/{image}": reads("/images/tea.svg", "/images/none.svg"),
            "GET /robots.txt": [200: Ask(path: "/robots.txt")],
            "GET /sitemap.xml": reads("/sitemap.xml", "/sitemap.xml"),
            "GET /sitemap-{part}": reads("/sitemap-1.xml", "/sitemap-2.xml"),
            "PUT /admin/v1/catalogs/{catalog}": writes(
                "/catalogs/cakes", nil, type: "application/json", "{}"),
            "PUT /admin/v1/catalogs/{catalog}/records/{id}": writes(
                "/catalogs/cakes/records/1", "/catalogs/none/records/1", type: "application/json", record),
            "PATCH /admin/v1/catalogs/{catalog}/records/{id}": writes(
                "/catalogs/cakes/records/1", "/catalogs/cakes/records/2",
                type: "application/merge-patch+json", record),
            "POST /admin/v1/catalogs/{catalog}/records": writes(
                "/catalogs/cakes/records", "/catalogs/none/records", type: "application/x-ndjson",
                record + "\n{"),
            "POST /admin/v1/catalogs/{catalog}:replace": writes(
                "/catalogs/cakes:replace", "/catalogs/none:replace", type: "application/x-ndjson",
                record + "\n{"),
            "GET /admin/v1/backup": [
                200: Ask(path: "/backup"), 400: Ask(path: "/backup?mode=half"),
                401: Ask(path: "/backup", headers: anonymous), 503: Ask(path: "/backup", state: .closed),
            ],
            "GET /admin/v1/openapi.json": [
                200: Ask(path: "/openapi.json"), 401: Ask(path: "/openapi.json", headers: anonymous),
            ],
        ]
        let key = "/keys/82acc342-d2df-4291-84bd-8400d3f05f06"
        let newKey = #"{"uid": "UID", "actions": ["search"], "indexes": ["cakes"], "expiresAt": null}"#
        let plain: HTTPFields = [.contentType: "text/plain"]
        asks["GET /admin/v1/keys"] = [
            200: Ask(path: "/keys"), 401: Ask(path: "/keys", headers: anonymous),
            503: Ask(path: "/keys", state: .closed),
        ]
        asks["POST /admin/v1/keys"] = [
            201: Ask(path: "/keys", headers: .json, body: newKey.replacing(#""UID""#, with: "null")),
            400: Ask(path: "/keys", headers: .json, body: newKey),
            401: Ask(path: "/keys", headers: anonymous, body: newKey),
            408: Ask(path: "/keys", headers: .json, state: .impatient),
            413: Ask(path: "/keys", headers: .json, body: newKey, state: .narrow),
            409: Ask(
                path: "/keys", headers: .json, body: newKey.replacing("UID", with: String(key.dropFirst(6)))),
            415: Ask(path: "/keys", headers: plain, body: newKey),
            503: Ask(
                path: "/keys", headers: .json, body: newKey.replacing(#""UID""#, with: "null"), state: .closed
            ),
        ]
        asks["GET /admin/v1/keys/{uid}"] = [
            200: Ask(path: key), 401: Ask(path: key, headers: anonymous), 404: Ask(path: "/keys/none"),
            503: Ask(path: key, state: .closed),
        ]
        asks["PATCH /admin/v1/keys/{uid}"] = [
            200: Ask(path: key, headers: .json, body: #"{"name": "a"}"#),
            400: Ask(path: key, headers: .json, body: #"{"actions": []}"#),
            401: Ask(path: key, headers: anonymous), 404: Ask(path: "/keys/none", headers: .json, body: "{}"),
            408: Ask(path: key, headers: .json, state: .impatient),
            413: Ask(path: key, headers: .json, body: newKey, state: .narrow),
            415: Ask(path: key, headers: plain, body: "{}"),
            503: Ask(path: key, headers: .json, body: "{}", state: .closed),
        ]
        asks["DELETE /admin/v1/keys/{uid}"] = [
            204: Ask(path: key), 401: Ask(path: key, headers: anonymous), 404: Ask(path: "/keys/none"),
            503: Ask(path: key, state: .closed),
        ]
        asks["GET /admin/v1/queries"] = [
            200: Ask(path: "/queries"), 400: Ask(path: "/queries?result=some"),
            401: Ask(path: "/queries", headers: anonymous), 404: Ask(path: "/queries", state: .unlogged),
            503: Ask(path: "/queries", state: .closed),
        ]
        asks["GET /admin"] = [
            200: Ask(path: "/admin/", state: .signedIn), 400: Ask(path: "/admin/?a=%"),
            503: Ask(path: "/admin/", state: .signedInClosed),
        ]
        asks["GET /admin/{view}"] = [
            200: Ask(path: "/admin/rules", state: .signedIn), 303: Ask(path: "/admin/rules"),
            400: Ask(path: "/admin/rules?a=%", state: .signedIn),
            404: Ask(path: "/admin/none", state: .signedIn),
            503: Ask(path: "/admin/rules", state: .signedInClosed),
        ]
        asks["POST /admin/{view}"] = [
            200: Ask(path: "/admin/key", body: "actions=search&indexes=*", state: .signedIn),
            303: Ask(
                path: "/admin/rule", body: "catalog=cakes&id=new&match=any&hide=1", state: .signedIn),
            400: Ask(path: "/admin/login", headers: .form, body: "token=%"),
            401: Ask(path: "/admin/login", headers: .form, body: "token=guess"),
            403: Ask(path: "/admin/rule", headers: .form, state: .signedInWithoutForm),
            404: Ask(path: "/admin/rule", body: "catalog=none&id=new&match=any&hide=1", state: .signedIn),
            408: Ask(path: "/admin/login", headers: .form, state: .impatient),
            409: Ask(
                path: "/admin/import", headers: [.contentType: formWithFile],
                body: field("catalog", "teas") + field("file\"; filename=\"a.csv", "id,title") + "--x--\r\n",
                state: .signedIn),
            413: Ask(
                path: "/admin/login", headers: .form, body: String(repeating: "x", count: 100), state: .narrow
            ),
            415: Ask(path: "/admin/login", headers: plain, body: "token=guess"),
            422: Ask(path: "/admin/rule", body: "catalog=cakes&id=new&match=any", state: .signedIn),
            503: Ask(
                path: "/admin/rule", body: "catalog=cakes&id=new&match=any&hide=1", state: .signedInClosed),
        ]
        let style = "/admin/assets/administration.css"
        asks["GET /admin/assets/{file}"] = [
            200: Ask(path: style), 304: Ask(path: style, isKnown: true), 400: Ask(path: "/admin/assets/%FF"),
            404: Ask(path: "/admin/assets/none.css"),
        ]
        let rule = "/catalogs/cakes/rules/spring"
        let rules = "/admin/v1/catalogs/{catalog}/rules"
        let ruleBody = #"{"query": "tart", "pin": [{"id": "1", "place": 1}]}"#
        asks["GET \(rules)"] = [
            200: Ask(path: "/catalogs/cakes/rules"), 400: Ask(path: "/catalogs/%FF/rules"),
            401: Ask(path: "/catalogs/cakes/rules", headers: anonymous),
            404: Ask(path: "/catalogs/none/rules"), 503: Ask(path: "/catalogs/cakes/rules", state: .closed),
        ]
        asks["GET \(rules)/{id}"] = [
            200: Ask(path: rule), 400: Ask(path: rule + "?limit=1"), 401: Ask(path: rule, headers: anonymous),
            404: Ask(path: rule + "s"), 503: Ask(path: rule, state: .closed),
        ]
        var ruleWrites = writes(rule, "/catalogs/none/rules/spring", type: "application/json", ruleBody)
        ruleWrites[201] = Ask(path: rule + "s", headers: .json, body: ruleBody)
        ruleWrites[400] = Ask(path: rule + "?limit=1", headers: .json, body: ruleBody)
        asks["PUT \(rules)/{id}"] = ruleWrites
        asks["DELETE \(rules)/{id}"] = [
            204: Ask(path: rule), 400: Ask(path: rule + "?limit=1"), 401: Ask(path: rule, headers: anonymous),
            404: Ask(path: rule + "s"), 412: Ask(path: rule, headers: [.ifMatch: "\"999\""]),
            503: Ask(path: rule, state: .closed),
        ]
        let learned = "/catalogs/cakes/learned"
        asks["GET /admin/v1/catalogs/{catalog}/learned"] = [
            200: Ask(path: learned), 400: Ask(path: learned + "?limit=1"),
            401: Ask(path: learned, headers: anonymous), 404: Ask(path: "/catalogs/none/learned"),
            503: Ask(path: learned, state: .closed),
        ]
        asks["DELETE /admin/v1/catalogs/{catalog}/learned"] = [
            204: Ask(path: learned), 400: Ask(path: learned + "?limit=1"),
            401: Ask(path: learned, headers: anonymous), 404: Ask(path: "/catalogs/none/learned"),
            503: Ask(path: learned, state: .closed),
        ]
        let click = #"{"query": "tea", "catalog": "teas", "id": "t-1", "place": 1}"#
        for clicks in ["/v1/clicks", "/v1/conversions"] {
            asks["POST \(clicks)"] = [
                204: Ask(path: clicks, headers: .json, body: click),
                400: Ask(path: clicks, headers: .json, body: "{"),
                404: Ask(path: clicks, headers: .json, body: click.replacing("t-1", with: "none")),
                408: Ask(path: clicks, headers: .json, state: .impatient),
                413: Ask(path: clicks, headers: .json, body: String(repeating: " ", count: 5_000)),
                415: Ask(path: clicks, headers: plain, body: click),
                429: Ask(path: clicks, headers: .json, body: click, state: .crowded),
                503: Ask(path: clicks, headers: .json, body: click, state: .busy),
            ]
        }
        let batch =
            #"{"requests": [{"q": "tea"}, {"q": "tea", "returns": "ids"}, {"q": "gu", "returns": "suggestions"}, {}]}"#
        let many = [String](repeating: #"{"q": ""}"#, count: 101).joined(separator: ",")
        var batches = writes("/v1/search:batch", nil, type: "application/json", batch)
        batches[400]?.body = "{"
        batches[422]?.body = "{\"requests\": [\(many)]}"
        batches[429] = Ask(path: "/v1/search:batch", headers: .json, body: batch, state: .crowded)
        batches[503]?.state = .busy
        asks["POST /v1/search:batch"] = batches
        asks["GET /v1/facets/{attribute}"]?[422]?.path = "/v1/facets/scope?facetLimit=1001"
        asks["GET /"]?[303] = Ask(path: "/?to.price=5")
        asks["GET /"]?[422]?.path = "/?offset=10000"
        asks["GET /assets/{file}"]?[400]?.path = "/assets/%FF"
        asks["GET /images/{image}"]?[400]?.path = "/images/%FF"
        asks["GET /sitemap.xml"]?[404]?.state = .unnamed
        asks["GET /sitemap-{part}"]?[400]?.path = "/sitemap-%FF"
        asks["GET /v1/records/{catalog}/{id}/similar"]?[422] = Ask(
            path: "/v1/records/teas/t-1/similar?limit=101")
        asks["PUT /admin/v1/catalogs/{catalog}"]?[201] = Ask(
            path: "/catalogs/pies", headers: .json, body: "{}")
        asks["PUT /admin/v1/catalogs/{catalog}"]?[409] = Ask(
            path: "/catalogs/teas", headers: .json, body: "{}")
        asks["PUT /admin/v1/catalogs/{catalog}/records/{id}"]?[201] = Ask(
            path: "/catalogs/cakes/records/2", headers: .json, body: #"{"id": "2"}"#)
        for path in ["/records", ":replace"] {
            let name = "POST /admin/v1/catalogs/{catalog}" + path
            asks[name]?[409] = Ask(
                path: "/catalogs/teas" + path, headers: [.contentType: "text/csv"], body: "id,title\n1,Tart\n"
            )
            asks[name]?[422] = Ask(
                path: "/catalogs/cakes" + path, headers: [.contentType: "text/csv"], body: "Nr,Name\n")
        }
        asks["POST /admin/v1/catalogs/{catalog}/records"]?[400]?.path += "?mode=half"
        asks["POST /admin/v1/catalogs/{catalog}:replace"]?[400]?.path += "?mode=half"
        for (operation, path, missing) in [
            ("/{catalog}", "/catalogs/cakes", "/catalogs/none"),
            ("/{catalog}/records/{id}", "/catalogs/cakes/records/1", "/catalogs/cakes/records/2"),
            ("", "/catalogs", nil),
            ("/{catalog}/records", "/catalogs/cakes/records", "/catalogs/none/records"),
        ] {
            var reads = [
                200: Ask(path: path), 304: Ask(path: path, isKnown: true),
                401: Ask(path: path, headers: anonymous),
                503: Ask(path: path, state: .closed),
            ]
            if let missing {
                reads[404] = Ask(path: missing)
                reads[400] = Ask(path: path.replacing("cakes", with: "%FF"))
            }
            if operation.hasSuffix("records") { reads[422] = Ask(path: path + "?limit=0") }
            asks["GET /admin/v1/catalogs" + operation] = reads
            reads[204] = reads[200]
            reads[412] = Ask(path: path, headers: [.ifMatch: "\"999\""])
            asks["DELETE /admin/v1/catalogs" + operation] = reads
        }
        return asks
    }()
}
