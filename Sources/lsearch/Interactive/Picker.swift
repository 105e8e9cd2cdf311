// The results that a user chooses for a script, and their output.

internal import CatalogSearch
internal import JSON
internal import ProgramSupport
internal import SearchInterface
internal import SearchService

/// The choice of an interactive search.
struct Picker {
    /// How the search ended.
    enum Ending: Equatable {
        /// By a key that accepts; `nil` for the usual key.
        case accepted(key: KeyName?)
        case aborted
    }

    let options: PickOptions
    /// The marked results, in the order of marking.
    private(set) var marked: [Hit] = []
    /// A choice that waits for the response to the newest input.
    var pending: Ending?
    /// Whether the preview is shown.
    var showsPreview: Bool
    /// The first visible line of the preview.
    var previewScroll = 0

    init(_ options: PickOptions) {
        self.options = options
        showsPreview = options.preview != nil
    }

    func isMarked(_ hit: Hit) -> Bool { marked.contains { RecordReference($0) == RecordReference(hit) } }

    mutating func toggle(_ hit: Hit) {
        guard options.allowsMany else { return }
        if isMarked(hit) {
            marked.removeAll { RecordReference($0) == RecordReference(hit) }
        } else {
            marked.append(hit)
        }
    }

    mutating func mark(_ hits: [Hit]) {
        guard options.allowsMany else { return }
        marked += hits.filter { !isMarked($0) }
    }

    mutating func unmark(_ hits: [Hit]) {
        let references = Set(hits.map { RecordReference($0) })
        marked.removeAll { references.contains(RecordReference($0)) }
    }

    mutating func unmarkAll() { marked = [] }

    /// The chosen results: the marked ones, or the current one if none are marked.
    func choice(_ current: Hit?) -> [Hit] { marked.isEmpty ? current.map { [$0] } ?? [] : marked }
}

/// The output for a choice.
struct PickOutput {
    let options: PickOptions
    let messages: ResultMessages
    /// The lines, if lines are searched.
    let lines: LineRecords?

    /// The bytes for a result, without the terminator.
    func bytes(_ hit: Hit) -> [UInt8] {
        switch form {
        case .id: Array(hit.id.utf8)
        case .title: lines?.printed(hit.id) ?? Array(hit.title.utf8)
        case .json: Array(JSONResponse(messages: messages, explains: false).hit(hit).text.utf8)
        }
    }

    /// The whole text that a result stands for, as an argument of commands.
    func text(_ hit: Hit) -> String {
        String(decoding: form == .title ? lines?.bytes(hit.id) ?? bytes(hit) : bytes(hit), as: UTF8.self)
    }

    private var form: PickOptions.Form { options.form }

    /// The whole output.
    ///
    /// - Parameter key: the name of the key that chose, if `--expect` lists it.
    func bytes(_ hits: [Hit], query: String, key: KeyName?) -> [UInt8] {
        var output: [UInt8] = []
        func add(_ bytes: [UInt8]) { output += bytes + Array(options.terminator.utf8) }
        if options.printsQuery { add(Array(query.utf8)) }
        if options.expected != nil { add(Array((key?.name ?? "").utf8)) }
        for hit in hits { add(bytes(hit)) }
        return output
    }

    /// Writes the whole output. Lines are printed as they are.
    func write(_ hits: [Hit], query: String, key: KeyName?) {
        let output = bytes(hits, query: query, key: key)
        if lines == nil {
            Output.standardOutput.writeContents(String(decoding: output, as: UTF8.self))
        } else {
            Output.standardOutput.write(output)
        }
    }

    /// A command whose placeholders are replaced by texts of results.
    func command(_ template: String) -> PreviewCommand {
        PreviewCommand(template: template, text: text, delimiter: lines?.form.delimiter ?? .whitespace)
    }
}
