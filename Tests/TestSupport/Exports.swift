// Tests get the random numbers of `SearchTesting` together with the rest of the test support.

@_exported public import struct SearchTesting.SeededGenerator
