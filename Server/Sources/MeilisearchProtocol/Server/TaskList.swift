// The tasks of the protocol. A write is done before its response is sent; its task says how it ended.

internal import FoundationEssentials
internal import JSON
internal import Synchronization

/// A write, and how it ended.
struct TaskRecord: Sendable {
    let uid: Int
    let indexUID: String?
    let type: String
    var details: [JSON.Member]
    var error: ProtocolError?
    let enqueuedAt: Date
    let finishedAt: Date
    let customMetadata: String?
    /// The uids of other indexes that it concerns.
    var otherIndexes: [String] = []
    /// The size of the details in bytes. They repeat values of the request.
    let size: Int

    var status: String { error == nil ? "succeeded" : "failed" }

    /// The task in the response to `GET /tasks/{uid}`.
    var json: JSON {
        let seconds = finishedAt.timeIntervalSince(enqueuedAt)
        var members: [JSON.Member] = [
            .init("uid", .number(uid)), .init("batchUid", .number(uid)),
            .init("indexUid", .optional(indexUID)),
            .init("status", .string(status)), .init("type", .string(type)), .init("canceledBy", .null),
            .init("details", .object(details)), .init("error", error?.json ?? .null),
            .init("duration", .string("PT\(Double(Int(max(0, seconds) * 1e6)) / 1e6)S")),
            .init("enqueuedAt", .string(Timestamp.text(enqueuedAt))),
            .init("startedAt", .string(Timestamp.text(enqueuedAt))),
            .init("finishedAt", .string(Timestamp.text(finishedAt))),
        ]
        if let customMetadata { members.append(.init("customMetadata", .string(customMetadata))) }
        return .object(members)
    }

    var batch: JSON {
        let seconds = finishedAt.timeIntervalSince(enqueuedAt)
        return [
            "uid": .number(uid), "progress": .null, "details": .object(details),
            "stats": [
                "totalNbTasks": 1, "status": .object([.init(status, 1)]), "types": .object([.init(type, 1)]),
                "indexUids": .object(indexUID.map { [.init($0, 1)] } ?? []),
            ],
            "duration": .string("PT\(Double(Int(max(0, seconds) * 1e6)) / 1e6)S"),
            "startedAt": .string(Timestamp.text(enqueuedAt)),
            "finishedAt": .string(Timestamp.text(finishedAt)),
            "batchStrategy": "each write is a batch",
        ]
    }

    /// The response to the request that made the task.
    var summary: JSON {
        var members: [JSON.Member] = [
            .init("taskUid", .number(uid)), .init("indexUid", .optional(indexUID)),
            .init("status", "enqueued"),
            .init("type", .string(type)), .init("enqueuedAt", .string(Timestamp.text(enqueuedAt))),
        ]
        if let customMetadata { members.append(.init("customMetadata", .string(customMetadata))) }
        return .object(members)
    }
}

/// The newest tasks of this process.
final class TaskList: Sendable {
    private struct State {
        var tasks: [TaskRecord] = []
        var next = 0
        /// The number of bytes of all details.
        var size = 0
    }

    private let state = Mutex(State())
    /// The most tasks in memory.
    static let limit = 10_000
    /// The most bytes of details in memory, besides those of the newest task.
    private static let sizeLimit = 8 << 20

    /// Selects the tasks that a request is about.
    struct Filter {
        /// The parameters as `originalFilter` repeats them.
        let query: String
        let isEmpty: Bool
        private let lists: [String: Set<String>]
        private let times: [(name: String, date: Date)]

        static let names = ["uids", "batchUids", "statuses", "types", "indexUids", "canceledBy"]
        static let timeNames = [
            "beforeEnqueuedAt", "afterEnqueuedAt", "beforeStartedAt", "afterStartedAt", "beforeFinishedAt",
            "afterFinishedAt",
        ]
        static let statuses = ["enqueued", "processing", "succeeded", "failed", "canceled"]

        init(_ parameters: Parameters) throws(ProtocolError) {
            var lists: [String: Set<String>] = [:]
            var times: [(String, Date)] = []
            for (name, value) in parameters.list {
                if Self.names.contains(name) {
                    let values = value.split(separator: ",").map { String($0.drop { $0 == " " }) }
                    if ["uids", "batchUids", "canceledBy"].contains(name),
                        values.contains(where: { $0 != "*" && Int($0) == nil })
                    {
                        throw ProtocolError(
                            .invalidTaskUIDs, "Invalid value in parameter `\(name)`: expected numbers.")
                    }
                    if name == "statuses",
                        let wrong = values.first(where: { !(Self.statuses + ["*"]).contains($0) })
                    {
                        throw .invalid(
                            "invalid_task_statuses",
                            "Invalid value in parameter `statuses`: `\(wrong)` is not a valid task status.")
                    }
                    if !values.contains("*") { lists[name] = Set(values) }
                } else if Self.timeNames.contains(name) {
                    guard let date = Timestamp.date(value) else {
                        throw .invalid(
                            "invalid_task_"
                                + name.replacing("At", with: "_at").replacing("Enqueued", with: "_enqueued")
                                .replacing("Started", with: "_started").replacing(
                                    "Finished", with: "_finished"),
                            "Invalid value in parameter `\(name)`: `\(value)` is an invalid date-time.")
                    }
                    times.append((name, date))
                }
            }
            self.lists = lists
            self.times = times
            let used = parameters.list.filter { (Self.names + Self.timeNames).contains($0.name) }
            isEmpty = used.isEmpty
            query = "?" + used.map { "\($0.name)=\(Parameters.encoded($0.value))" }.joined(separator: "&")
        }

        func holds(_ task: TaskRecord) -> Bool {
            func fits(_ name: String, _ values: [String]) -> Bool {
                lists[name].map { !$0.isDisjoint(with: values) } ?? true
            }
            return fits("uids", ["\(task.uid)"]) && fits("batchUids", ["\(task.uid)"])
                && fits("statuses", [task.status]) && fits("types", [task.type]) && fits("canceledBy", [])
                && fits("indexUids", (task.indexUID.map { [$0] } ?? []) + task.otherIndexes)
                && times.allSatisfy { name, date in
                    let time = name.hasSuffix("FinishedAt") ? task.finishedAt : task.enqueuedAt
                    return name.hasPrefix("before") ? time < date : time > date
                }
        }
    }

    /// Adds the task of a write.
    func add(
        _ type: String, _ indexUID: String?, details: [JSON.Member], error: ProtocolError? = nil,
        since start: Date,
        metadata: String? = nil, otherIndexes: [String] = []
    ) -> TaskRecord {
        state.withLock { state in
            var task = TaskRecord(
                uid: state.next, indexUID: indexUID, type: type, details: details, error: error,
                enqueuedAt: start,
                finishedAt: Date(), customMetadata: metadata, size: JSON.object(details).text.utf8.count)
            task.otherIndexes = otherIndexes
            state.next += 1
            state.size += task.size
            state.tasks.append(task)
            // Many at once, because the others move each time.
            var dropped = state.tasks.count > Self.limit ? state.tasks.count - Self.limit * 9 / 10 : 0
            state.size -= state.tasks.prefix(dropped).reduce(0) { $0 + $1.size }
            while state.size > Self.sizeLimit, dropped < state.tasks.count - 1 {
                state.size -= state.tasks[dropped].size
                dropped += 1
            }
            state.tasks.removeFirst(dropped)
            return task
        }
    }

    /// The task with a uid; `nil` if there is none, or no longer.
    func task(_ uid: Int) -> TaskRecord? { state.withLock { $0.tasks.last { $0.uid == uid } } }

    /// The tasks that match a filter, the newest first.
    func tasks(_ filter: Filter) -> [TaskRecord] {
        state.withLock { $0.tasks.reversed().filter(filter.holds) }
    }

    /// Removes tasks.
    ///
    /// - Returns: the number of tasks removed.
    func remove(_ filter: Filter, _ isAllowed: (TaskRecord) -> Bool) -> Int {
        state.withLock { state in
            let before = state.tasks.count
            state.tasks.removeAll { filter.holds($0) && isAllowed($0) }
            state.size = state.tasks.reduce(0) { $0 + $1.size }
            return before - state.tasks.count
        }
    }
}
