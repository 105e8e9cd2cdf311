// Paths of settings and tasks.

internal import FoundationEssentials
internal import JSON
internal import ProductStore

extension MeilisearchServer {
    /// The setting with a path.
    private static func setting(_ path: String) throws(ProtocolError) -> IndexSettings.Setting {
        guard let setting = IndexSettings.all.first(where: { $0.path == path }) else { throw notFound }
        return setting
    }

    /// - Parameter path: that of one setting; `nil` for all of them.
    func settings(_ uid: String, _ path: String?, _ grant: Grant) throws(ProtocolError) -> CallResponse {
        try grant.check("settings.get", on: uid)
        let setting = try path.map(Self.setting)
        let settings = try indexes.index(uid, in: indexes.store.snapshot()).settings
        return CallResponse(setting.map { settings[$0.name] } ?? settings.json)
    }

    /// - Parameter path: that of one setting; `nil` for all of them.
    func resetSettings(
        _ uid: String, _ path: String?, _ grant: Grant
    ) async throws(ProtocolError) -> CallResponse {
        try grant.check("settings.update", on: uid)
        let setting = try path.map(Self.setting)
        try IndexNames.check(uid: uid)
        return await task("settingsUpdate", uid) { [indexes, setting] in
            try await indexes.change(uid, makes: false) { index throws(ProtocolError) in
                if let setting {
                    try index.settings.apply(.object([.init(setting.name, .null)]))
                } else {
                    index.settings.reset()
                }
            }
            return []
        }
    }

    /// - Parameter path: that of one setting; `nil` for all of them.
    func changeSettings(
        _ uid: String, _ path: String?, _ call: Call, _ grant: Grant
    ) async throws -> CallResponse {
        try grant.check("settings.update", on: uid)
        let setting = try path.map(Self.setting)
        try IndexNames.check(uid: uid)
        var changes = try call.json()
        if let setting { changes = .object([.init(setting.name, changes)]) }
        changes = IndexSettings.withoutSecrets(changes)
        // Values of a wrong form are refused at once.
        var trial = IndexSettings()
        try trial.apply(changes)
        let unused = IndexSettings.withoutEffect(changes.members, embeds: queryVector != nil)
        let details =
            changes.members + (unused.isEmpty ? [] : [.init("withoutEffect", .strings(unused))])
        return await task("settingsUpdate", uid, details: details) { [indexes, changes] in
            try await indexes.change(uid, makes: true) { index throws(ProtocolError) in
                try index.settings.apply(changes)
            }
            return []
        }
    }

    // MARK: Tasks

    func task(_ call: Call, _ grant: Grant, isBatch: Bool) throws -> CallResponse {
        try grant.check("tasks.get")
        guard let uid = Int(call.path[1]), uid >= 0 else {
            throw ProtocolError(
                .invalidTaskUIDs,
                "Task uid is invalid: could not parse `\(call.path[1])` as a positive integer.")
        }
        guard let task = tasks.task(uid), grant.sees(task) else {
            throw ProtocolError(.taskNotFound, "\(isBatch ? "Batch" : "Task") `\(uid)` not found.")
        }
        return CallResponse(isBatch ? task.batch : task.json)
    }

    func cancelTasks(_ call: Call, _ grant: Grant) throws -> CallResponse {
        let filter = try TaskList.Filter(call.parameters)
        let start = Date()
        try grant.check("tasks.cancel")
        guard !filter.isEmpty else {
            throw ProtocolError(
                .missingTaskFilters, "Query parameters to filter the tasks to cancel are missing.")
        }
        // A task is done before its request gets a response, so there is never one to cancel.
        let details: [JSON.Member] = [
            .init("matchedTasks", .number(tasks.tasks(filter).filter(grant.sees).count)),
            .init("canceledTasks", 0), .init("originalFilter", .string(filter.query)),
        ]
        return CallResponse(tasks.add("taskCancelation", nil, details: details, since: start).summary)
    }

    func deleteTasks(_ call: Call, _ grant: Grant) throws -> CallResponse {
        let filter = try TaskList.Filter(call.parameters)
        let start = Date()
        try grant.check("tasks.delete")
        guard !filter.isEmpty else {
            throw ProtocolError(
                .missingTaskFilters, "Query parameters to filter the tasks to delete are missing.")
        }
        let count = tasks.remove(filter, grant.sees)
        let details: [JSON.Member] = [
            .init("matchedTasks", .number(count)), .init("deletedTasks", .number(count)),
            .init("originalFilter", .string(filter.query)),
        ]
        return CallResponse(tasks.add("taskDeletion", nil, details: details, since: start).summary)
    }

    func tasks(_ call: Call, _ grant: Grant, isBatch: Bool) throws -> CallResponse {
        let filter = try TaskList.Filter(call.parameters)
        try grant.check("tasks.get")
        let limit = try call.parameters.count("limit", 20, code: "invalid_task_limit", limit: TaskList.limit)
        let from = try call.parameters.count("from", .max, code: "invalid_task_from")
        var found = tasks.tasks(filter).filter(grant.sees)
        let total = found.count
        let isReversed = call.parameters.flag("reverse")
        if isReversed { found.reverse() }
        if call.parameters["from"] != nil {
            found = found.filter { isReversed ? $0.uid >= from : $0.uid <= from }
        }
        let page = found.prefix(limit)
        let next = found.dropFirst(limit).first?.uid
        return CallResponse([
            "results": .array(page.map { isBatch ? $0.batch : $0.json }), "total": .number(total),
            "limit": .number(limit), "from": page.first.map { .number($0.uid) } ?? .null,
            "next": next.map { .number($0) } ?? .null,
        ])
    }
}

extension TaskList {
    /// When a task of this process last changed an index; `nil` if none did.
    func lastChange(of uid: String) -> Date? {
        let parameters = Parameters(list: [("indexUids", uid), ("statuses", "succeeded")])
        return (try? Filter(parameters)).flatMap { tasks($0).first?.finishedAt }
    }
}

extension Grant {
    /// Whether the sender may see all indexes of a task.
    fileprivate func sees(_ task: TaskRecord) -> Bool {
        ((task.indexUID.map { [$0] } ?? []) + task.otherIndexes).allSatisfy { sees($0) }
    }
}
