// The interface of simdjson's DOM parser for Swift: one call per document, then the caller reads the tape itself.
//
// The tape and the string buffer are simdjson's documented structures
// (https://github.com/simdjson/simdjson/blob/master/doc/tape.md):
//
//   - A tape word has its type in the upper 8 bits (an ASCII letter) and a payload in the lower 56.
//   - Word 0 is the root 'r'; the document's value begins at word 1.
//   - '{' and '[': the lower 32 bits are the index directly after the closing word; the next 24 are the number of
//     members or elements, saturated at 0xFFFFFF. '}' and ']' close.
//   - '"': the payload is an offset into the string buffer, where a 32-bit length in native byte order
//     precedes the bytes; members are a string word followed by the value.
//   - 'l' (int64_t), 'u' (uint64_t) and 'd' (double): the next word is the number's bits.
//   - 't', 'f', 'n': true, false, null.
//
// The tape has no places. Those of its words are in the list of structural characters, in the same order: it
// has each bracket, colon and comma, and the first byte of each string, number and word.

#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A parser with the buffers of its last document. Only one thread at a time may use it.
typedef struct csimdjson_parser csimdjson_parser;

/// The result of csimdjson_parse(). The pointers are valid until the next call.
typedef struct csimdjson_document {
    const uint64_t *tape;
    const uint8_t *strings;
    /// The offsets of structural characters. They are there even if only a number could not be read.
    const uint32_t *structurals;
    size_t structural_count;
} csimdjson_document;

/// Creates a parser without buffers. Returns NULL if memory is exhausted.
csimdjson_parser *csimdjson_parser_create(void);

/// Frees a parser and its buffers.
void csimdjson_parser_destroy(csimdjson_parser *parser);

/// Parses one document of `length` bytes. After it, csimdjson_padding() more bytes of any value must be readable.
///
/// Returns 0 and fills in `document`, or returns one of simdjson's error codes (never negative) for
/// csimdjson_error_message().
int32_t csimdjson_parse(
    csimdjson_parser *parser, const uint8_t *bytes, size_t length, csimdjson_document *document);

/// simdjson's English message for an error code that csimdjson_parse() returned.
const char *csimdjson_error_message(int32_t error);

/// The error code for a value with another type than requested.
int32_t csimdjson_incorrect_type(void);

/// The error code for a list or object without its closing bracket.
int32_t csimdjson_incomplete(void);

/// The error code for misplaced commas, brackets or names.
int32_t csimdjson_improper_structure(void);

/// The number of bytes that must be readable after a document.
size_t csimdjson_padding(void);

/// Whether all bytes are well-formed UTF-8.
int csimdjson_is_valid_utf8(const uint8_t *bytes, size_t length);

#ifdef __cplusplus
}
#endif

#endif
