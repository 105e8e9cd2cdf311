import CatalogStorage
import HTTPTypes
import Hummingbird
import NIOCore
import SearchService

@main
struct SmallStorefront {
    static func main() async throws {
        let cache = IndexCache(folder: "/var/cache/storefront")
        let catalogs = await CatalogStore(cache: cache).open(["Catalogs"])
        let service = SearchService(catalogs.engine, localizations: ["Localizations"])

        let router = Router()
        router.get("/search") { request, _ in
            let parameters = request.uri.queryParameters.map {
                (name: String($0.key), value: String($0.value))
            }
            do throws(SearchService.Failure) {
                let response = try service.response(to: service.request(parameters: parameters))
                let headers: HTTPFields = [
                    .contentType: "application/json", .contentLanguage: "\(response.locale)",
                ]
                return Response(
                    status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: response.json)))
            } catch {
                throw HTTPError(.badRequest, message: error.message)
            }
        }
        try await Application(router: router).runService()
    }
}
