// The interface of libxml2 for Swift: one function that parses a document and reports its contents, without
// libxml2's types.
//
// The parser reads memory only. It opens no file and no connection, loads no document type definition, adds no
// default attributes, and expands no entities except XML's own five. The depth (256 levels) and the lengths of
// names have libxml2's default limits.
#ifndef LSEARCH_CXML_H
#define LSEARCH_CXML_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// An attribute: five pointers, as libxml2 passes them. The value ends before `end` and has no NUL.
typedef struct cxml_attribute {
    const char *name;
    /// NULL if there is no prefix.
    const char *prefix;
    const char *uri;
    const uint8_t *value;
    const uint8_t *end;
} cxml_attribute;

/// The functions that cxml_parse() calls. Offsets count bytes from the document's beginning.
typedef struct cxml_handler {
    void *context;
    /// Called for a start tag. `offset` is where the parser is about to read the tag's end. Equal names have equal
    /// pointers within a document. `prefix` may be NULL.
    void (*start)(
        void *context, const char *name, const char *prefix, const cxml_attribute *attributes,
        size_t attribute_count, size_t offset);
    /// Called at the end of the innermost element.
    void (*end)(void *context);
    /// Called for a piece of text or of a CDATA section.
    void (*text)(void *context, const uint8_t *bytes, size_t length);
    /// Called for the first fault, with libxml2's message. No function is called after that.
    void (*fault)(void *context, const char *message, size_t offset);
    /// Called for a reference to an entity other than XML's own five. The reference itself is text; in the value of an
    /// attribute, `&` alone.
    void (*entity)(void *context, const char *name, size_t offset);
} cxml_handler;

/// Parses a document in UTF-8 without a byte order mark. The encoding that the document declares is ignored.
///
/// Returns 0 if the document is well-formed.
int32_t cxml_parse(const uint8_t *bytes, size_t length, const cxml_handler *handler);

#ifdef __cplusplus
}
#endif

#endif
