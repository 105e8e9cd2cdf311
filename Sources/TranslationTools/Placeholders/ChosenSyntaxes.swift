// Which syntaxes the placeholders of a message have.

internal import Localization

/// The syntaxes of a message's placeholders, and who says so.
struct ChosenSyntaxes: Sendable, Hashable {
    enum Authority: Sendable, Hashable {
        /// Flags of the message, as GNU gettext writes and checks them.
        case flags
        /// The format of the file.
        case format
        /// The texts themselves.
        case texts
    }

    let syntaxes: [PlaceholderSyntax]
    let authority: Authority
    /// Whether a percent sign is text, unless nothing else looks like what follows it. Programs rarely hand
    /// texts for MessageFormat and `String.Format` to `printf`: `25% of %LocalAppData%` has no specifiers.
    private(set) var hasPercentSigns = false

    /// Chooses by the flags of a message, else by its format, else by what its texts have.
    ///
    /// - Parameters:
    ///   - flags: the flags, such as `python-format` or `no-c-format`.
    ///   - format: the syntax of the file's format; `nil` where files of the format have texts of any syntax.
    ///   - source: the source message; `nil` where there is none.
    init(flags: [String], format: PlaceholderSyntax?, source: Message?) {
        let named = flags.isEmpty ? [] : flags.compactMap(PlaceholderSyntax.named).uniqued
        let isDenied = flags.contains {
            ($0.hasPrefix("no-") || $0.hasPrefix("impossible-")) && $0.hasSuffix("-format")
        }
        if !named.isEmpty || isDenied {
            (syntaxes, authority) = (named, .flags)
            return
        }
        var format = format
        if let messageFormat = format, messageFormat.isMessageFormat {
            // Programs read all texts of such a file as MessageFormat, also those without a choice.
            if source?.isMessageFormat2 != true,
                source?.containsForm(where: { !$0.evidentSpecifiers.isEmpty }) != true
            {
                (syntaxes, authority) = ([messageFormat], .format)
                return
            }
            format = nil
        }
        let candidate = format.flatMap { $0.rules.contains(.mayBeText) ? $0 : nil }
        if let candidate = format, candidate.rules.contains(.isAlwaysFormatted) {
            // A text that was written for `printf` has its specifiers beside the format's own.
            (syntaxes, authority) = ([candidate, .objectiveC], .texts)
            return
        }
        if let candidate {
            // A text without any of its placeholders, or that is none of its texts, is
            // like one of an unknown syntax.
            if let source, candidate.isUsed(in: source), !source.selectsBranches, !source.isMessageFormat2 {
                (syntaxes, authority) = ([candidate], .texts)
                return
            }
            format = nil
        }
        hasPercentSigns = candidate != nil && source?.containsForm { !$0.evidentSpecifiers.isEmpty } != true
        authority = format == nil ? .texts : .format
        if format == nil, let source, source.hasNumberedMarkers,
            let numbered = PlaceholderSyntax.named("qt-format")
        {
            syntaxes = [numbered]
            return
        }
        guard let source, source.containsForm(where: { CommonPlaceholders.mayBe(in: $0) }),
            !source.isUsedByPrintfAlone
        else {
            syntaxes = [format ?? .objectiveC]
            return
        }
        // No other text looks like a choice of ICU's, and the rest of it is no specifier.
        if source.selectsBranches {
            syntaxes = [.icu]
        } else if source.isMessageFormat2 {
            syntaxes = [.messageFormat2]
        } else if source.hasNamesBetweenPercentSigns {
            syntaxes = [.common]
        } else {
            syntaxes = [format ?? .objectiveC, .common]
        }
    }
}

extension PlaceholderSyntax {
    /// Whether any form of a message has a placeholder, and none has a fault.
    fileprivate func isUsed(in message: Message) -> Bool {
        guard message.containsForm(where: { $0.source.utf8.contains { $0 == 0x7B || $0 == 0x25 } }) else {
            return false
        }
        let texts = message.wholeForms.map { read($0.format.source) }
        return texts.allSatisfy { $0.fault == nil } && texts.contains { !$0.placeholders.isEmpty }
    }
}

extension Message {
    /// Whether a text is one of MessageFormat that chooses among others.
    fileprivate var selectsBranches: Bool { containsForm { ICUMessage.selects($0.source) } }

    /// Whether the texts have markers such as `%0` and `%1`, which many programs replace by themselves, and
    /// no specifiers: all that follow a percent sign are digits without a letter behind.
    fileprivate var hasNumberedMarkers: Bool {
        var hasMarkers = false
        let hasOthers = containsForm { format in
            let pieces = format.source.utf8.split(separator: 0x25, omittingEmptySubsequences: false)
            return zip(pieces, pieces.dropFirst()).contains { before, piece in
                let digits = piece.prefix { (0x30...0x39).contains($0) }
                let next = piece.dropFirst(digits.count).first
                let isNumber = before.last.map { (0x30...0x39).contains($0) } ?? false
                if digits.isEmpty || isNumber { return next.map(PlaceholderScanner.isLetter) ?? false }
                hasMarkers = true
                return next.map { PlaceholderScanner.isLetter($0) || "$.*|".utf8.contains($0) } ?? false
            }
        }
        return hasMarkers && !hasOthers
    }

    /// Whether the texts have names such as `%user%`, as Symfony's do, and no specifiers: what begins with
    /// the second sign, as in `%user% has`, is none.
    fileprivate var hasNamesBetweenPercentSigns: Bool {
        var hasNames = false
        let hasOthers = containsForm { format in
            guard !format.isPlain else { return false }
            let names = CommonPlaceholders.read(format.source).placeholders.filter {
                $0.source.first == "%" && $0.source.last == "%"
            }
            if !names.isEmpty { hasNames = true }
            let others = format.specifiers.map(\.range) + format.substitutions.map(\.range)
            return others.contains { range in !names.contains { $0.range.overlaps(range) } }
        }
        return hasNames && !hasOthers
    }

    /// Whether a text is one of MessageFormat 2.
    fileprivate var isMessageFormat2: Bool { containsForm { MessageFormat2.isMessage($0.source) } }

    /// Whether all references to sources lead to languages whose texts have no placeholders but those of
    /// `printf`, which xgettext flags: `{unset}` in a source of C is text.
    fileprivate var isUsedByPrintfAlone: Bool {
        guard let comment, comment.containsASCII("File: ") else { return false }
        let references = EntryAnnotations(comment).references
        return !references.isEmpty
            && references.allSatisfy { reference in
                let path = reference.prefix { $0 != ":" }
                return [".c", ".m", ".vala"].contains(where: path.hasSuffix)
            }
    }

    /// Whether the comment has flags that say what placeholders the texts have.
    var hasPlaceholderFlags: Bool {
        comment?.containsASCII("-format", "placeholders", "-interpolation") == true
    }

    /// The flags that say what placeholders the texts have, from the comment; empty for most messages.
    var placeholderFlags: [String] {
        guard let comment, hasPlaceholderFlags else { return [] }
        // Nothing else of the comment is needed, so it is not read as a whole.
        return comment.utf8.split(separator: 0x0A).flatMap { line -> [String] in
            let text = line.drop { $0 == 0x20 }
            guard text.starts(with: "Flag:".utf8) else { return [] }
            return text.dropFirst(5).split { $0 == 0x2C || $0 == 0x20 || $0 == 0x0D }.map {
                String(Substring($0))
            }
        }
    }
}

extension [PlaceholderSyntax] {
    /// The elements without repetitions: a translation repeats the flags of its source.
    fileprivate var uniqued: [PlaceholderSyntax] {
        var seen: Set<PlaceholderSyntax> = []
        return filter { seen.insert($0).inserted }
    }
}
