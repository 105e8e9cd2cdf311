// Every program needs its texts, so `ProgramSupport` exports `ProgramTexts`.
@_exported public import ProgramTexts
