// Former names of public types, kept until version 1.0. As bare names they collided with those of other libraries.

/// The former name of ``TranslationProblem``.
@available(*, deprecated, renamed: "TranslationProblem")
public typealias Problem = TranslationProblem

/// The former name of ``TranslationCheck``.
@available(*, deprecated, renamed: "TranslationCheck")
public typealias Check = TranslationCheck
