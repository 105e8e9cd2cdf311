// Finds translations that may differ in meaning from their source texts, by the vectors of a command.

internal import CatalogSearch
internal import CatalogStorage
internal import Embedding
internal import Files
internal import ProgramSupport
internal import TranslationTools

/// Compares the meanings of translations and source texts.
struct MeaningLoader {
    private let context: ToolContext
    private let embedder: EmbedderCommand
    /// The folder of the files with vectors.
    private let cache: String

    /// - Throws: `UsageError` if there is no folder for a cache.
    init(_ command: String, in context: ToolContext) throws(UsageError) {
        guard let cache = IndexCache.defaultFolder(context.environment.variables) else {
            throw UsageError("MeaningWithoutCache")
        }
        self.context = context
        self.cache = cache
        embedder = EmbedderCommand(command)
    }

    /// The translations of a project that are far from the meaning of their source texts.
    ///
    /// - Returns: `nil` if the command makes no vectors, which is reported.
    func distantTexts(of project: LocalizationProject) -> DistantTexts? {
        let comparison = MeaningComparison(project)
        let texts = comparison.texts.map { EmbeddedText($0) }
        let file = TextVectors(embedder, of: project.files.map(\.path).min() ?? project.folder, cache: cache)
        let progress = ProgressBar(context.texts, isShown: ProgramEnvironment.isTerminal(2))
        // Long texts may share their beginning, and then they share one vector.
        var known: Set<String> = []
        let (vectors, outcome) = file.vectors(
            of: texts.compactMap(\.self).filter { known.insert($0.key).inserted }
        ) { done, total in
            progress.update(project.folder, .embedding, done, of: total)
        }
        progress.finish()
        if let error = outcome.fileError {
            context.reporter.report(file: error.path, "FileNotWritten: %@", [.text(error.message)])
        }
        if let fault = outcome.embedderFault {
            context.reporter.report(notCompared: fault)
            return nil
        }
        let ofTexts = texts.map { text in text.flatMap { vectors[$0.key] } }
        let found = comparison.distantTexts { first, second in
            guard let first = ofTexts[first], let second = ofTexts[second] else { return nil }
            return first.similarity(to: second)
        }
        if !found.unjudged.isEmpty {
            context.reporter.report(
                file: project.folder, "MeaningsUnjudged: %@",
                [context.texts.list(found.unjudged.map(\.identifier))])
        }
        return found
    }
}

extension Reporter {
    /// Reports why meanings are not compared.
    fileprivate func report(notCompared fault: EmbedderFault) {
        switch fault {
        case .ended(let status): report(file: nil, "MeaningEmbedderEnded: %ld", [.init(Int(status))])
        case .slow(let seconds): report(file: nil, "MeaningEmbedderSlow: %ld", [.init(seconds)])
        case .unreadable, .changed: report(file: nil, "MeaningEmbedderUnreadable")
        case .refused(let message):
            report(file: nil, "MeaningEmbedderRefused: %@", [.text(message.singleLine)])
        }
    }
}
