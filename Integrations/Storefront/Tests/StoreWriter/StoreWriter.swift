internal import ProductStore

@main struct StoreWriter {
    static func main() async throws {
        let store = try ProductStore(path: CommandLine.arguments[1])
        try await store.close()
    }
}
