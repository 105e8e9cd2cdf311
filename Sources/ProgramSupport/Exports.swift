// What speaks to users has its texts along: whoever imports `ProgramSupport` gets `ProgramTexts`.
@_exported public import ProgramTexts
