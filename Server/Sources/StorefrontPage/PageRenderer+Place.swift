// The position of a record in the response that a page shows.

internal import FoundationEssentials

extension PageRenderer {
    /// A hit without its texts.
    private struct Hit: Decodable {
        let id: String
        let catalog: String
    }

    private struct Hits: Decodable {
        let hits: [Hit]
    }

    private struct Found: Decodable {
        let response: Hits

        private enum CodingKeys: String, CodingKey { case response = "answer" }
    }

    /// The position of a record among the hits of a page, from 1; `nil` if it is not one of them.
    ///
    /// - Parameter response: the outcome of a search, see ``PageContent/Outcome/response(_:)``.
    /// - Throws: ``PageError/unreadableResponse(reason:)`` if the response has another form.
    public static func place(of id: String, in catalog: String, response: [UInt8]) throws(PageError) -> Int? {
        do {
            let hits = try JSONDecoder().decode(Found.self, from: Data(response)).response.hits
            return hits.firstIndex { $0.id == id && $0.catalog == catalog }.map { $0 + 1 }
        } catch {
            throw .unreadableResponse(reason: "\(error)")
        }
    }
}
