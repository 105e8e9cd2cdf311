import CatalogSearch
import HTTPTypes
import Hummingbird
import NIOCore
import SearchService
import Storage

@main
struct SmallStorefront {
    static func main() async throws {
        let catalogs = CatalogLocator().locate(["Catalogs"]).files.map { file in
            var records: [Record] = []
            let reading = CatalogReader(file).read { (record: Record) throws(Never) in records.append(record)
            }
            return CatalogIndex(reading.description, records: records)
        }
        let service = SearchService(SearchEngine(catalogs), localizations: ["Localizations"])

        let router = Router()
        router.get("/search") { request, _ in
            let parameters = request.uri.queryParameters.map {
                (name: String($0.key), value: String($0.value))
            }
            do throws(SearchService.Failure) {
                let reply = try service.answer(service.request(parameters: parameters))
                let headers: HTTPFields = [
                    .contentType: "application/json", .contentLanguage: "\(reply.locale)",
                ]
                return Response(
                    status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: reply.json)))
            } catch {
                throw HTTPError(.badRequest, message: error.message)
            }
        }
        try await Application(router: router).runService()
    }
}
