// The page for operators: who may see it, what its forms change, and that no value becomes markup.

import CatalogSearch
import CatalogStorage
import Foundation
import HTTPTypes
import Hummingbird
import ProductStore
import StorefrontTestSupport
import Testing

@testable import Storefront

@Suite struct AdministrationPagesTests {
    private let shop: Shop
    private let session: (cookie: String, formToken: String)

    init() async throws {
        shop = try await Shop(queryLog: true)
        let store = try #require(shop.catalogs.store)
        try await store.putCatalog("cakes")
        try await store.put(bytes(#"{"id": "c-1", "title": "tea cake <b>&amp;"}"#), in: "cakes")
        try await store.put(bytes(#"{"id": "c-2", "title": "tea tart"}"#), in: "cakes")
        session = try await shop.signedIn()
    }

    private func show(_ path: String, _ headers: HTTPFields = [:]) async throws -> Received {
        var headers = headers
        headers[.cookie] = session.cookie
        headers[.authorization] = "none"
        return try await shop.write(.get, "/admin/" + path, headers)
    }

    private func send(
        _ view: String, _ fields: String, csrf: String? = nil, _ headers: HTTPFields = [:]
    ) async throws -> Received {
        var headers = headers
        headers[.cookie] = headers[.cookie] ?? session.cookie
        headers[.authorization] = "none"
        headers[.contentType] = "application/x-www-form-urlencoded"
        return try await shop.write(
            .post, "/admin/" + view, headers,
            body: RequestBody(fields + "&csrf=" + (csrf ?? session.formToken)))
    }

    @Test func preferencesAreTriedBesideTheOrderWithoutThem() async throws {
        let plain = try await show("search?q=tea+catalog%3Acakes&in=en")
        #expect(plain.status == 200 && !plain.text.contains(#"id="preview""#))
        let tried = try await show("search?q=tea+catalog%3Acakes&in=en&prefer=id+%3D+c-1+*+100")
        let rows = tried.text.components(separatedBy: "<tr><th scope=\"row\">").dropFirst()
        let first = try #require(rows.first)
        let cells = first.components(separatedBy: "<td>")
        #expect(tried.status == 200 && cells.count == 3)
        #expect(cells[1].contains("cakes/c-2") && cells[2].contains("cakes/c-1"))
        #expect(cells[2].contains("<strong") && cells[2].contains("&lt;b&gt;"))
        let wrong = try await show("search?q=tea&in=en&prefer=nonsense")
        #expect(wrong.status == 400 && wrong.text.contains("nonsense"))
    }

    @Test func whatWasLearntIsShownAndForgotten() async throws {
        let store = try #require(shop.catalogs.store)
        try await store.changeLearned(of: "cakes") { learned in
            learned.sources["a"] = .init(through: .now.startOfDay, records: ["c-2<b>": 1_000])
        }
        let list = try await show("learned?catalog=cakes")
        #expect(list.status == 200 && list.text.contains("c-2&lt;b&gt;") && list.text.contains("1.248"))
        #expect(try await show("").text.contains("/admin/learned?catalog=cakes"))
        #expect(try await show("learned?catalog=none").status == 404)
        #expect(try await send("forget-learned", "catalog=cakes", csrf: "wrong").status == 403)
        #expect(try await send("forget-learned", "catalog=cakes").status == 303)
        #expect(try await !show("learned?catalog=cakes").text.contains("c-2"))
    }

    @Test func nobodySeesAnythingWithoutASession() async throws {
        let none: HTTPFields = [.authorization: "none"]
        let form = try await shop.write(.get, "/admin/", none)
        #expect(form.status == 200 && form.text.contains(#"type="password""#) && !form.text.contains("cakes"))
        for view in [
            "search", "queries", "rules", "rule?catalog=cakes", "learned?catalog=cakes", "keys", "none",
        ] {
            let response = try await shop.write(.get, "/admin/" + view, none)
            #expect(response.status == 303 && response.headers[.location] == "/admin/")
        }
        // However a path is spelled, only the pages accept sessions.
        for path in [
            "/admin//v1/catalogs", "/admin/v1/catalogs", "/admin/%761/catalogs", "/admin/./v1/keys",
            "/metrics",
        ] {
            var headers = none
            headers[.cookie] = session.cookie
            #expect(try await shop.write(.get, path, headers).status == 401, "\(path)")
        }
        let other: HTTPFields = [.authorization: "none", .cookie: "lsearch-admin=0123"]
        #expect(try await shop.write(.get, "/admin/rules", other).status == 303)
    }

    @Test func theTokenIsInNoAddressAndNoPage() async throws {
        let wrong = try await shop.write(
            .post, "/admin/login",
            [.contentType: "application/x-www-form-urlencoded", .authorization: "none"],
            body: RequestBody("token=guess-of-somebody"))
        #expect(wrong.status == 401 && wrong.headers[.setCookie] == nil && !wrong.text.contains("guess"))
        let right = try await shop.write(
            .post, "/admin/login", [.contentType: "application/x-www-form-urlencoded"],
            body: RequestBody("token=" + Shop.token))
        let cookie = try #require(right.headers[.setCookie])
        #expect(right.status == 303 && right.headers[.location] == "/admin/")
        #expect(
            cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict")
                && cookie.contains("Path=/admin"))
        #expect(!cookie.contains(Shop.token))
        for view in ["", "search?q=tea", "queries", "rules", "keys"] {
            let page = try await show(view)
            #expect(page.status == 200 && !page.text.contains(Shop.token))
            #expect(page.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
            #expect(page.headers[.contentSecurityPolicy]?.contains("script-src") == false)
            #expect(page.headers[.cacheControl] == "no-store" && !page.text.contains("<script"))
        }
        #expect(shop.log.count(Shop.token) == 0)
    }

    @Test func formsOfOthersAreRefused() async throws {
        let rule = "catalog=cakes&id=a&match=any&hide=c-1"
        #expect(try await send("rule", rule, csrf: "").status == 403)
        #expect(try await send("rule", rule, csrf: "x").status == 403)
        let other = try await shop.signedIn()
        #expect(try await send("rule", rule, csrf: other.formToken).status == 403)
        let origin = HTTPField.Name.origin
        #expect(try await send("rule", rule, [origin: "https://evil.example"]).status == 403)
        #expect(try await send("rule", rule, [origin: "null"]).status == 403)
        #expect(try await send("rule", rule, [HTTPField.Name("Sec-Fetch-Site")!: "cross-site"]).status == 403)
        #expect(try await send("rule", rule, [.cookie: "lsearch-admin=x"]).status == 401)
        #expect(try await shop.write(.get, "/catalogs/cakes/rules").json["rules"] == [])
        #expect(try await send("rule", rule, [origin: "http://shop"]).status == 303)
        #expect(try await send("logout", "").status == 303)
        #expect(try await show("rules").status == 303)
    }

    @Test func rulesAreMadeChangedAndDeleted() async throws {
        let made = try await send(
            "rule",
            "catalog=cakes&id=a&match=contains&query=tea&pin=1+c-2%0D%0A2+c-1&locales=en,+de&until=2100-01-01"
        )
        #expect(made.status == 303 && made.headers[.location] == "/admin/rules?catalog=cakes")
        #expect(
            try await shop.write(.get, "/catalogs/cakes/rules/a").json
                == [
                    "query": "tea", "match": "contains", "locales": ["en", "de"], "until": "2100-01-01",
                    "pin": [["id": "c-2", "place": 1], ["id": "c-1", "place": 2]],
                ])
        #expect(try await send("rule", "catalog=cakes&id=b&match=any&hide=c-1").status == 303)
        let list = try await show("rules?catalog=cakes&locale=en").text
        #expect(list.contains("Where the rule “a” holds too, it decides about: c-1"))
        let form = try await show("rule?catalog=cakes&id=a").text
        #expect(form.contains("1 c-2\n2 c-1") && form.contains(#"value="tea""#) && form.contains("readonly"))
        let found = try await show("search?q=tea&in=en&locale=en").text
        #expect(found.contains("cakes/a") && found.contains("put at place 1 by the rule"))
        #expect(try await send("delete-rule", "catalog=cakes&id=a").status == 303)
        #expect(try await send("delete-rule", "catalog=cakes&id=a").status == 404)
        #expect(try await !show("rules?catalog=cakes").text.contains("“a”"))
    }

    @Test func aFormShowsAllMembersOfARule() async throws {
        let path = "/catalogs/cakes/rules/a"
        let stored = """
            {"query": "tea", "context": ["mobile"], "filter": "scope = x", "bury": ["c-3", {"filter": "id = c-2"}],
             "replace": {"kettle": "tea pot"}, "remove": ["cheap"], "addFilter": "year > 2000", "data": [1.50, {"x": null}],
             "prefer": [{"filter": "id = c-1", "factor": 1.5}, {"attribute": "year", "from": 1990, "to": 2020, "factor": 0.5}],
             "pin": [{"filter": "id = c-1", "place": 2}]}
            """
        #expect(try await shop.write(.put, path, .json, body: RequestBody(stored)).status == 201)
        let form = try await show("rule?catalog=cakes&id=a&locale=en").text
        #expect(form.contains("c-3\nfilter: id = c-2") && form.contains("2 filter: id = c-1"))
        #expect(form.contains("mobile") && form.contains("kettle = tea pot") && form.contains(">\ncheap</"))
        #expect(form.contains("id = c-1 * 1.5\nyear:1990..2020 * 0.5") && form.contains("[1.50,"))
        #expect(form.contains(#"value="year &gt; 2000""#))
        let list = try await show("rules?catalog=cakes&locale=en").text
        // Each with its own direction in a sentence from right to left.
        #expect(list.contains("puts \u{2068}c-3\u{2069}, \u{2068}filter: id = c-2\u{2069} last"))
        #expect(list.contains("replaces \u{2068}kettle = tea pot\u{2069}"))
        let saved = try await send(
            "rule",
            "catalog=cakes&id=a&known=1&match=prefix&query=teapot&contexts=app&filter=scope+%3D+y&bury=filter:+id+%3D+c-1"
                + "&replace=kettle+%3D+teapot%0D%0Acup+%3D+tea+cup&remove=cheap%0D%0Agood&addFilter=year+>+1990"
                + "&prefer=id+%3D+c-2+*+1.5%0D%0Ayear:1990..2020+*+0.5&data=%7B%22banner%22:+%22Tea!%22%7D"
        )
        #expect(saved.status == 303)
        #expect(
            try await shop.write(.get, path).json
                == [
                    "query": "teapot", "match": "prefix", "context": ["app"], "filter": "scope = y",
                    "bury": [["filter": "id = c-1"]], "replace": ["kettle": "teapot", "cup": "tea cup"],
                    "remove": ["cheap", "good"], "addFilter": "year > 1990",
                    "prefer": [
                        ["filter": "id = c-2", "factor": .number(1.5)],
                        [
                            "attribute": "year", "from": .number(1990), "to": .number(2020),
                            "factor": .number(0.5),
                        ],
                    ],
                    "data": ["banner": "Tea!"],
                ])
    }

    @Test(arguments: [
        ("data=%7B%22a%22:1", "{&quot;a&quot;:1"), ("data=1,%22hide%22:[1]", "1,&quot;hide&quot;:[1]"),
        ("prefer=id+%3D+x", "id = x"), ("replace=kettle", "kettle"), ("replace=%3D+x", "= x"),
    ])
    func aWrongMemberOfARuleStaysInItsField(member: String, field: String) async throws {
        let response = try await send("rule", "catalog=cakes&id=a&match=any&hide=c-1&" + member)
        #expect([400, 422].contains(response.status) && response.text.contains(field), "\(response.text)")
        #expect(try await shop.write(.get, "/catalogs/cakes/rules").json["rules"] == [])
    }

    @Test func whatARuleCannotDoIsReported() async throws {
        let rule = "catalog=cakes&match=any&id="
        #expect(try await send("rule", rule + "a&pin=1+c-1%0D%0A2+gone&addFilter=scope+%3D+x").status == 303)
        #expect(try await send("rule", rule + "b&addFilter=year+>+1+AND+scope+IN+[y,+z]").status == 303)
        #expect(try await send("rule", rule + "c&addFilter=scope+IN+[z,+X]").status == 303)
        let list = try await show("rules?catalog=cakes&locale=en").text
        #expect(list.contains("The catalog has no record c-1, gone<"))
        #expect(list.matches(of: /the rule “a” .*exclude each other/).count == 1)
        #expect(!list.contains("the rule “b” holds"))
    }

    @Test func aWrongRuleKeepsItsFields() async throws {
        let response = try await send(
            "rule", "catalog=cakes&id=a&match=exact&query=my+words&pin=c-1&locale=en")
        #expect(
            response.status == 422 && response.text.contains("my words")
                && response.text.contains("rules.a.pin[0].place"))
    }

    @Test func aKeyIsReplacedByOneThatMayDoTheSame() async throws {
        func secret(_ page: String) throws -> Substring {
            try #require(page.firstMatch(of: /id="secret" dir="ltr">([^<]+)</)).1
        }
        func uid(_ page: String) throws -> Substring {
            try #require(page.firstMatch(of: /<h2>Till<\/h2>\s*<p class="faint" dir="ltr">([^<]+)</)).1
        }
        let made = try await send("key", "name=Till&actions=search&indexes=cakes&expires=2100-01-01")
        let old = try uid(made.text)
        let replaced = try await send("replace-key", "uid=\(old)")
        #expect(replaced.status == 200)
        #expect(try secret(replaced.text) != secret(made.text))
        #expect(try uid(replaced.text) != old)
        #expect(replaced.text.matches(of: /<h2>Till<\/h2>/).count == 1)
        #expect(replaced.text.contains("search · cakes · "))
        #expect(try await send("replace-key", "uid=\(old)").status == 404)
        #expect(try await send("delete-key", "uid=\(uid(replaced.text))").status == 303)
    }

    @Test func theFirstKeysAreShownOnce() async throws {
        let list = try await show("keys?locale=en").text
        let button = "Show the secret of the key “Default Search API Key” once"
        #expect(list.contains(button) && list.contains("“Default Admin API Key” once"))
        let uid = try #require(
            list.firstMatch(of: /<h2>Default Search API Key<\/h2>\s*<p class="faint" dir="ltr">([^<]+)</)
        ).1
        #expect(try await send("show-key", "uid=\(uid)", csrf: "wrong").status == 403)
        let shown = try await send("show-key", "uid=\(uid)&locale=en")
        let secret = try #require(shown.text.firstMatch(of: /id="secret" dir="ltr">([^<]+)</)).1
        let key = try await shop.write(.get, "/keys/\(uid)").json["key"]?.text
        #expect(shown.status == 200 && key == String(secret))
        #expect(!shown.text.contains(button) && shown.text.contains("“Default Admin API Key” once"))
        let again = try await send("show-key", "uid=\(uid)")
        #expect(again.status == 303 && !again.text.contains(secret))
        #expect(try await !show("keys").text.contains(secret))
        // Keys of others were shown when they were made.
        _ = try await send("key", "name=Till&actions=search&indexes=cakes&expires=")
        #expect(try await !show("keys?locale=en").text.contains("“Till” once"))
        #expect(try await send("show-key", "uid=none").status == 404)
    }

    @Test func keysAreMadeAndShownOnce() async throws {
        let made = try await send("key", "name=Till&actions=search&indexes=cakes&expires=2100-01-01")
        let secret = try #require(made.text.firstMatch(of: /id="secret" dir="ltr">([^<]+)</)).1
        #expect(made.status == 200 && secret.count > 20)
        let list = try await show("keys").text
        #expect(list.contains("Till") && !list.contains(secret))
        let uid = try #require(list.firstMatch(of: /<h2>Till<\/h2>\s*<p class="faint" dir="ltr">([^<]+)</)).1
        #expect(try await send("delete-key", "uid=\(uid)").status == 303)
        #expect(try await !show("keys").text.contains("Till"))
        #expect(try await send("key", "actions=fly&indexes=*").status == 400)
    }

    @Test func noValueBecomesMarkup() async throws {
        let hostile = "%3Cimg+src%3Dx%3E%22%27"
        for view in [
            "search?q=\(hostile)&in=en", "search?q=a&in=\(hostile)", "queries?of=\(hostile)",
            "rules?catalog=\(hostile)",
            "rule?catalog=cakes&query=\(hostile)&pin=\(hostile)",
            "queries?result=\(hostile)&since=\(hostile)",
            "keys?x=\(hostile)", "?\(hostile)=\(hostile)",
        ] {
            let page = try await show(view)
            #expect(page.status < 500 && !page.text.contains("<img"), "\(view)")
        }
        #expect(try await !show("search?q=tea&in=en").text.contains("<b>"))
    }

    @Test func whatIsAskedIsShown() async throws {
        for query in ["tea", "umbrella"] { _ = try await shop.ask("/v1/search?locale=en&q=" + query) }
        await shop.storefront.log?.flush(all: true)
        #expect(try await show("queries").text.contains("umbrella"))
        let none = try await show("queries?result=none&of=en").text
        #expect(none.contains("umbrella") && !none.contains(">tea<"))
    }

    @Test func sessionsEnd() {
        let clock = ContinuousClock.now
        let passed = Passed()
        let sessions = AdministrationSessions { clock + passed.time }
        func request(_ name: String) -> Request {
            Request(
                head: HTTPRequest(
                    method: .get, scheme: "http", authority: "shop", path: "/",
                    headerFields: [.cookie: "a=b; \(AdministrationSessions.cookie)=\(name)"]),
                body: RequestBody(""))
        }
        let name = sessions.begin()
        for _ in 0..<23 {
            passed.time += .seconds(1_799)
            #expect(sessions.session(of: request(name)) != nil)
        }
        passed.time += .seconds(1_801)
        #expect(sessions.session(of: request(name)) == nil)
        let names = (0..<AdministrationSessions.limit + 1).map { _ in
            passed.time += .milliseconds(1)
            return sessions.begin()
        }
        #expect(sessions.session(of: request(names[0])) == nil)
        #expect(sessions.session(of: request(names[1])) != nil)
        #expect(Set(names).count == names.count)
    }

    private final class Passed: @unchecked Sendable {
        var time = Duration.zero
    }
}
