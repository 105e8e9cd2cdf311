// The C functions of CSimdJSON.h, on top of simdjson's DOM parser. No exception leaves this file.

#include "CSimdJSON.h"

#include <new>
#include <simdjson.h>

struct csimdjson_parser {
    simdjson::dom::parser parser;
};

csimdjson_parser *csimdjson_parser_create(void) { return new (std::nothrow) csimdjson_parser(); }

void csimdjson_parser_destroy(csimdjson_parser *parser) { delete parser; }

int32_t csimdjson_parse(
    csimdjson_parser *parser, const uint8_t *bytes, size_t length, csimdjson_document *document) {
    simdjson::dom::parser &parse = parser->parser;
    // By default, the parser reallocates for every document that is longer than all before. Double the capacity
    // instead.
    if (length > parse.capacity()) {
        size_t capacity = 1 << 16;
        while (capacity < length) { capacity *= 2; }
        if (capacity > simdjson::SIMDJSON_MAXSIZE_BYTES) { capacity = length; }
        if (simdjson::error_code error = parse.allocate(capacity)) { return error; }
    }
    simdjson::dom::element root;
    // The caller guarantees the padding, so the parser need not copy the document.
    simdjson::error_code error =
        parse.parse(reinterpret_cast<const char *>(bytes), length, false).get(root);
    if (parse.implementation) {
        document->structurals = parse.implementation->structural_indexes.get();
        document->structural_count = parse.implementation->n_structural_indexes;
    }
    if (error) { return error; }
    document->tape = parse.doc.tape.get();
    document->strings = parse.doc.string_buf.get();
    return 0;
}

const char *csimdjson_error_message(int32_t error) {
    return simdjson::error_message(static_cast<simdjson::error_code>(error));
}

int32_t csimdjson_incorrect_type(void) { return simdjson::INCORRECT_TYPE; }

int32_t csimdjson_incomplete(void) { return simdjson::INCOMPLETE_ARRAY_OR_OBJECT; }

int32_t csimdjson_improper_structure(void) { return simdjson::TAPE_ERROR; }

size_t csimdjson_padding(void) { return simdjson::SIMDJSON_PADDING; }

int csimdjson_is_valid_utf8(const uint8_t *bytes, size_t length) {
    return simdjson::validate_utf8(reinterpret_cast<const char *>(bytes), length) ? 1 : 0;
}
