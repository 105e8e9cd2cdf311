// How is simdjson's DOM parser called from Swift? Through these few C functions: one call per document,
// after which the caller walks the tape itself.
//
// The tape and the string buffer are simdjson's documented structures
// (https://github.com/simdjson/simdjson/blob/master/doc/tape.md):
//
//   - A tape word has its type in the upper 8 bits (an ASCII letter) and a payload in the lower 56.
//   - Word 0 is the root 'r'; the document's value begins at word 1.
//   - '{' and '[': the lower 32 bits are the index just behind the closing word; the next 24 the
//     number of members or elements, saturated at 0xFFFFFF. '}' and ']' close.
//   - '"': the payload is an offset into the string buffer, where a 32-bit length in native byte order
//     precedes the bytes; members are a string word followed by the value.
//   - 'l' (int64_t), 'u' (uint64_t) and 'd' (double): the next word is the number's bits.
//   - 't', 'f', 'n': true, false, null.

#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A parser with the buffers of its last document; for one thread at a time.
typedef struct csimdjson_parser csimdjson_parser;

/// What one call of csimdjson_parse leaves behind; the pointers are good until the next call.
typedef struct csimdjson_document {
    const uint64_t *tape;
    const uint8_t *strings;
} csimdjson_document;

/// Makes a parser without buffers. NULL where memory is short.
csimdjson_parser *csimdjson_parser_create(void);

/// Frees a parser and its buffers.
void csimdjson_parser_destroy(csimdjson_parser *parser);

/// Parses one document of `length` bytes, behind which csimdjson_padding() more bytes must be readable,
/// whatever they are.
///
/// Returns 0 and fills in `document`, or one of simdjson's error codes (never negative), which
/// csimdjson_error_message() puts into words.
int32_t csimdjson_parse(
    csimdjson_parser *parser, const uint8_t *bytes, size_t length, csimdjson_document *document);

/// simdjson's words, in English, for an error code that csimdjson_parse() returned.
const char *csimdjson_error_message(int32_t error);

/// The code of a document whose value has another type than was asked for.
int32_t csimdjson_incorrect_type(void);

/// The code of a list or object that ends without its closing bracket.
int32_t csimdjson_incomplete(void);

/// The code of a document with misplaced commas, brackets or names.
int32_t csimdjson_improper_structure(void);

/// How many bytes behind a document must be readable.
size_t csimdjson_padding(void);

/// Whether all bytes are well-formed UTF-8.
int csimdjson_is_valid_utf8(const uint8_t *bytes, size_t length);

#ifdef __cplusplus
}
#endif

#endif
