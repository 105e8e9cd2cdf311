// What Swift sees of libxml2: one function that reads a document and says what is in it, and no type of
// libxml2's.
//
// The parser behind it reads memory only: it opens no file and no connection, loads no document type
// definition, adds no attributes that one would default, and expands no entity but the five that XML itself
// defines. Depth and the lengths of names are limited as libxml2 limits them by default (256 levels).
#ifndef LSEARCH_CXML_H
#define LSEARCH_CXML_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An attribute: five pointers, as libxml2 passes them. The value ends before `end`, without a NUL.
typedef struct cxml_attribute {
    const char *name;
    /// NULL where there is none.
    const char *prefix;
    const char *uri;
    const uint8_t *value;
    const uint8_t *end;
} cxml_attribute;

/// What is called while a document is read. Offsets count bytes from the document's beginning.
typedef struct cxml_handler {
    void *context;
    /// A start tag, whose end is about to be read at `offset`. Equal names have equal pointers within a
    /// document. `prefix` may be NULL.
    void (*start)(
        void *context, const char *name, const char *prefix, const cxml_attribute *attributes,
        size_t attribute_count, size_t offset);
    /// The end of the innermost element.
    void (*end)(void *context);
    /// Some characters of text or of a CDATA section.
    void (*text)(void *context, const uint8_t *bytes, size_t length);
    /// The first fault, in libxml2's words; nothing is called after that.
    void (*fault)(void *context, const char *message, size_t offset);
    /// A reference to an entity that is not one of XML's five; nothing is called after that.
    void (*entity)(void *context, const char *name, size_t offset);
} cxml_handler;

/// Reads a document in UTF-8 without a byte order mark, whatever encoding it claims to have.
///
/// Returns 0 where the document is well-formed.
int32_t cxml_parse(const uint8_t *bytes, size_t length, const cxml_handler *handler);

#ifdef __cplusplus
}
#endif

#endif
