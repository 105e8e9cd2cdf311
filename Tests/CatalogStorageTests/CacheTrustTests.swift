// Caches that others can change are not used.

import CatalogSearch
import Testing
import TestSupport

@testable import CatalogStorage

@Suite struct CacheTrustTests {
    /// Runs a test with a catalog, a store with its index, and the folder of the index.
    private func withStore(_ body: (CatalogFile, CatalogStore, String) async throws -> Void) async throws {
        try await withTemporaryFolder { (folder) async throws in
            let file = CatalogFile(path: folder + "/shop.jsonl")!
            try makeFile(file.path, #"{"id":"a","title":"Apfel"}"# + "\n")
            let store = CatalogStore(cache: IndexCache(folder: folder + "/cache"))
            #expect(await store.open(file).source == .builtIndex(.missing))
            #expect(await store.open(file).source == .index)
            try await body(file, store, folder + "/cache/" + (try names(inFolder: folder + "/cache")[0]))
        }
    }

    @Test(arguments: [0o770, 0o702, 0o777] as [UInt32], [false, true])
    func aFolderThatOthersCanWriteIntoIsNotUsed(permissions: UInt32, isInner: Bool) async throws {
        try await withStore { file, store, folder in
            let changed = isInner ? folder : store.cache!.folder
            try setPermissions(permissions, of: changed)
            let before = try allNames(inFolder: folder)
            for policy in [CatalogStore.Policy.standard, .rebuild, .repair, .readOnly] {
                let opened = await store.open(file, policy: policy)
                #expect(opened.source == .memory(.untrusted))
                #expect(opened.index?.recordCount == 1)
            }
            #expect(throws: IndexFault.missing) { try store.cache!.open(file) }
            #expect(try allNames(inFolder: folder) == before)
            try setPermissions(0o700, of: changed)
            #expect(await store.open(file).source == .index)
        }
    }

    @Test func aFolderInWhichOnlyOwnersRemoveFilesIsUsed() async throws {
        try await withStore { file, store, _ in
            try setPermissions(0o1777, of: store.cache!.folder)
            #expect(await store.open(file).source == .index)
        }
    }

    @Test func theFolderOfAnIndexIsNoSymbolicLink() async throws {
        try await withStore { file, store, folder in
            try rename(folder, to: folder + ".away")
            try link(folder, to: folder + ".away")
            #expect(await store.open(file).source == .memory(.untrusted))
        }
    }

    @Test func symbolicLinksToFilesOfAnIndexAreNotFollowed() async throws {
        try await withStore { file, store, folder in
            for name in try names(inFolder: folder) where name != "lock" {
                let path = folder + "/" + name
                try rename(path, to: folder + "/../" + name)
                try link(path, to: "../" + name)
                #expect(throws: IndexFault.damaged) { try store.cache!.open(file) }
                let content = try bytes(of: folder + "/../" + name)
                #expect(await store.open(file).source == .builtIndex(.damaged))
                // The link was replaced, not the file that it led to.
                let after = try bytes(of: folder + "/../" + name)
                #expect(after == content)
                #expect(await store.open(file).source == .index)
            }
            remove(folder + "/lock")
            try link(folder + "/lock", to: folder + "/../stolen")
            guard case .memory(.notWritten) = await store.open(file, policy: .rebuild).source else {
                Issue.record("the lock was taken through a link")
                return
            }
            #expect(!exists(folder + "/../stolen"))
        }
    }

    @Test func filesThatOthersCanWriteIntoAreDamaged() async throws {
        try await withStore { file, store, folder in
            for name in try names(inFolder: folder) where name != "lock" {
                try setPermissions(0o620, of: folder + "/" + name)
                #expect(throws: IndexFault.damaged) { try store.cache!.open(file) }
                try setPermissions(0o600, of: folder + "/" + name)
                _ = try store.cache!.open(file)
            }
        }
    }
}
