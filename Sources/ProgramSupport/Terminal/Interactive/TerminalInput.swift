// Which keys, texts and clicks do the bytes of a terminal stand for?
//
// The sequences are those of ECMA-48 and of xterm's "Control Sequences", with the spellings of the Linux console, rxvt,
// tmux, screen and VT220. Bytes may be parted anywhere: what is not complete waits for the next ones.

/// Turns the bytes of a terminal into events.
package struct TerminalInput {
    /// What the last bytes began.
    private enum State {
        case ground
        /// ESC, or ESC ESC.
        case escape(isDouble: Bool)
        /// CSI (`ESC [`) or SS3 (`ESC O`) and what came of it.
        case sequence(KeySequence)
        /// `CSI M`, whose three bytes follow: a mouse that does not know mode 1006.
        case oldMouse([UInt8])
        /// An answer of the terminal (OSC, DCS, APC, PM, SOS), up to ST or BEL: how many bytes were passed over.
        case string(introducer: UInt8, count: Int, isDouble: Bool)
        case paste(PasteBuffer)
    }

    /// An unknown answer of the terminal is not waited out beyond so many bytes.
    private static let stringLimit = 1 << 16

    private var state = State.ground
    private var assembler = ScalarAssembler()
    /// Whether the character that the assembler has begun was prefixed by ESC.
    private var isAlternate = false

    package init() {}

    /// Whether bytes wait that may be a key of their own: a lone ESC, or the begin of a sequence.
    package var isIncomplete: Bool {
        switch state {
        case .ground, .paste: false
        case .escape, .sequence, .oldMouse, .string: true
        }
    }

    /// The events that the bytes complete.
    package mutating func feed(_ bytes: some Sequence<UInt8>) -> [TerminalEvent] {
        var events = EventList()
        for byte in bytes { feed(byte, &events) }
        return events.finished()
    }

    /// The wait was too long: ESC was the Escape key, ESC and a character were alt and the character, and anything else
    /// that was begun is dropped.
    package mutating func flush() -> [TerminalEvent] {
        var events = EventList()
        switch state {
        case .ground, .paste: return []
        case .escape(let isDouble):
            if isDouble { events.append(.key(.escape)) }
            events.append(.key(.escape))
        case .sequence(let sequence):
            if sequence.isEmpty { endAlternate(sequence.introducer, sequence.isDouble, &events) }
        case .string(let introducer, 0, let isDouble): endAlternate(introducer, isDouble, &events)
        case .oldMouse, .string: break
        }
        state = .ground
        return events.finished()
    }

    private func endAlternate(_ introducer: UInt8, _ isDouble: Bool, _ events: inout EventList) {
        if isDouble { events.append(.key(.escape)) }
        events.append(.key(.character(Character(Unicode.Scalar(introducer))), .alt))
    }

    private mutating func feed(_ byte: UInt8, _ events: inout EventList) {
        switch state {
        case .ground: feedGround(byte, &events)
        case .escape(let isDouble): feedEscape(byte, isDouble, &events)
        case .sequence(var sequence):
            // What is taken out is put back, so that the bytes are not copied for each of them.
            state = .ground
            feedSequence(byte, &sequence, &events)
        case .oldMouse(let bytes):
            state = bytes.count < 2 ? .oldMouse(bytes + [byte]) : .ground
            if bytes.count == 2, let mouse = MouseEvent(oldBytes: bytes + [byte]) {
                events.append(.mouse(mouse))
            }
        case .string(let introducer, let count, let isDouble):
            switch byte {
            // BEL, CAN and SUB end it; ST is ESC \, and any other sequence ends it as well.
            case 0x07, 0x18, 0x1A: state = .ground
            case 0x1B: state = .string(introducer: byte, count: count + 1, isDouble: isDouble)
            default:
                if introducer == 0x1B {
                    state = .ground
                    if byte != UInt8(ascii: "\\") { feedEscape(byte, false, &events) }
                } else {
                    state =
                        count < Self.stringLimit
                        ? .string(introducer: introducer, count: count + 1, isDouble: isDouble) : .ground
                }
            }
        case .paste(var buffer):
            state = .ground
            if let text = buffer.feed(byte) {
                events.append(.paste(text))
            } else {
                state = .paste(buffer)
            }
        }
    }

    private mutating func feedGround(_ byte: UInt8, _ events: inout EventList) {
        let (isBroken, scalar) = assembler.feed(byte)
        let modifiers: KeyModifiers = isAlternate ? .alt : []
        if isBroken {
            events.append("\u{FFFD}", modifiers)
            isAlternate = false
        }
        guard let scalar else { return }
        if scalar == "\u{1B}" {
            state = .escape(isDouble: false)
        } else {
            events.append(scalar, isBroken ? [] : modifiers)
        }
        isAlternate = false
    }

    private mutating func feedEscape(_ byte: UInt8, _ isDouble: Bool, _ events: inout EventList) {
        state = .ground
        switch byte {
        case 0x1B:
            // Of three, the first can only have been the key.
            if isDouble { events.append(.key(.escape)) }
            state = .escape(isDouble: true)
        case UInt8(ascii: "["), UInt8(ascii: "O"):
            state = .sequence(KeySequence(introducer: byte, isDouble: isDouble))
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "X"):
            state = .string(introducer: byte, count: 0, isDouble: isDouble)
        default:
            if isDouble { events.append(.key(.escape)) }
            isAlternate = true
            feedGround(byte, &events)
            isAlternate = assembler.isWaiting
        }
    }

    private mutating func feedSequence(
        _ byte: UInt8, _ sequence: inout KeySequence, _ events: inout EventList
    ) {
        switch sequence.feed(byte) {
        case .continues: state = .sequence(sequence)
        case .isBroken: feedGround(byte, &events)
        case .isTooLong: break
        case .isPaste: state = .paste(PasteBuffer())
        case .isOldMouse: state = .oldMouse([])
        case .isComplete(let event?): events.append(event)
        case .isComplete(nil): break
        }
    }
}

/// Events, in which characters in a row become one text.
private struct EventList {
    private var events: [TerminalEvent] = []
    private var text = String.UnicodeScalarView()

    mutating func append(_ event: TerminalEvent) {
        // The sequences of keys can stand for text as well.
        if case .text(let characters) = event {
            text.append(contentsOf: characters.unicodeScalars)
            return
        }
        endText()
        events.append(event)
    }

    /// A character as it was typed, with alt or without.
    mutating func append(_ scalar: Unicode.Scalar, _ modifiers: KeyModifiers) {
        if let event = TerminalEvent(typed: scalar, modifiers) { append(event) }
    }

    private mutating func endText() {
        if !text.isEmpty { events.append(.text(String(text))) }
        text = String.UnicodeScalarView()
    }

    mutating func finished() -> [TerminalEvent] {
        endText()
        return events
    }
}
