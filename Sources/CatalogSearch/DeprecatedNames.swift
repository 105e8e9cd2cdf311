// Former names of public types, kept until version 1.0. As bare names they collided with those of other libraries.

/// The former name of ``CatalogRecord``.
@available(*, deprecated, renamed: "CatalogRecord")
public typealias Record = CatalogRecord

/// The former name of ``Hit/Match``.
@available(*, deprecated, renamed: "Hit.Match")
public typealias Match = Hit.Match

/// The former name of ``LocalizedLabel``.
@available(*, deprecated, renamed: "LocalizedLabel")
public typealias Label = LocalizedLabel

/// The former name of ``Analyzer/Token``.
@available(*, deprecated, renamed: "Analyzer.Token")
public typealias Token = Analyzer.Token

/// The former name of ``SearchRequest/SortOrder``.
@available(*, deprecated, renamed: "SearchRequest.SortOrder")
public typealias SortOrder = SearchRequest.SortOrder

/// The former name of ``Relaxation/Policy``.
@available(*, deprecated, renamed: "Relaxation.Policy")
public typealias Relaxing = Relaxation.Policy

/// The former name of ``Relaxation``.
@available(*, deprecated, renamed: "Relaxation")
public typealias AppliedRelaxation = Relaxation
