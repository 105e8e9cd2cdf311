// The function of CXML.h. Only this file includes libxml2's headers.

#include "CXML.h"

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>

typedef struct reading {
    const cxml_handler *handler;
    xmlParserCtxtPtr parser;
    int is_stopped;
    /// What is passed in the place of the last reference to an unknown entity: the reference itself.
    xmlEntity unknown;
} reading;

static size_t place(const reading *reading) {
    xmlParserInputPtr input = reading->parser->input;
    if (!input || input->cur < input->base) { return 0; }
    return (size_t)input->consumed + (size_t)(input->cur - input->base);
}

static void start(
    void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespace_count,
    const xmlChar **namespaces, int attribute_count, int defaulted_count, const xmlChar **attributes) {
    (void)uri, (void)namespace_count, (void)namespaces;
    reading *reading = data;
    if (reading->is_stopped) { return; }
    // Ignore defaulted attributes, which follow the given ones: a small document can define very many of them.
    reading->handler->start(
        reading->handler->context, (const char *)name, (const char *)prefix,
        (const cxml_attribute *)attributes, (size_t)(attribute_count - defaulted_count), place(reading));
}

static void end(void *data, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
    (void)name, (void)prefix, (void)uri;
    reading *reading = data;
    if (!reading->is_stopped) { reading->handler->end(reading->handler->context); }
}

static void text(void *data, const xmlChar *bytes, int length) {
    reading *reading = data;
    if (!reading->is_stopped) { reading->handler->text(reading->handler->context, bytes, (size_t)length); }
}

static xmlEntityPtr entity(void *data, const xmlChar *name) {
    reading *reading = data;
    // The parser resolves XML's own five entities without calling this function.
    if (reading->is_stopped) { return NULL; }
    reading->handler->entity(reading->handler->context, (const char *)name, place(reading));
    xmlFree(reading->unknown.content);
    memset(&reading->unknown, 0, sizeof reading->unknown);
    reading->unknown.type = XML_ENTITY_DECL;
    // The text of such an entity is not parsed.
    reading->unknown.etype = XML_INTERNAL_PREDEFINED_ENTITY;
    reading->unknown.name = name;
    reading->unknown.content = xmlStrncatNew(BAD_CAST "&", name, -1);
    reading->unknown.content = xmlStrcat(reading->unknown.content, BAD_CAST ";");
    return reading->unknown.content ? &reading->unknown : NULL;
}

#if LIBXML_VERSION >= 21200
static void fault(void *data, const xmlError *error) {
#else
static void fault(void *data, xmlErrorPtr error) {
#endif
    reading *reading = data;
    if (reading->is_stopped || !error || error->level != XML_ERR_FATAL) { return; }
    reading->is_stopped = 1;
    reading->handler->fault(
        reading->handler->context, error->message ? error->message : "not well-formed", place(reading));
}

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void initialize(void) { xmlInitParser(); }

int32_t cxml_parse(const uint8_t *bytes, size_t length, const cxml_handler *handler) {
    // libxml2 stores lengths as int.
    if (length > INT_MAX - 1) {
        handler->fault(handler->context, "too large", 0);
        return 1;
    }
    // Several threads may make the first call at the same time.
    pthread_once(&once, initialize);
    xmlParserCtxtPtr parser = length == 0 ? NULL : xmlCreateMemoryParserCtxt((const char *)bytes, (int)length);
    if (!parser) {
        handler->fault(handler->context, length == 0 ? "the document is empty" : "out of memory", 0);
        return 1;
    }
    reading reading = {.handler = handler, .parser = parser};
    // Without XML_PARSE_NOENT, `&amp;` in an attribute would be passed as `&#38;`. The option cannot expand other
    // entities, because the functions that declare entities are not set below.
    xmlCtxtUseOptions(parser, XML_PARSE_NONET | XML_PARSE_NOENT | XML_PARSE_IGNORE_ENC);
    xmlSAXHandler functions;
    memset(&functions, 0, sizeof functions);
    functions.initialized = XML_SAX2_MAGIC;
    functions.startElementNs = start;
    functions.endElementNs = end;
    functions.characters = text;
    functions.ignorableWhitespace = text;
    functions.cdataBlock = text;
    functions.getEntity = entity;
    functions.serror = fault;
    *parser->sax = functions;
    parser->userData = &reading;
    xmlSwitchEncoding(parser, XML_CHAR_ENCODING_UTF8);
    xmlParseDocument(parser);
    int is_well_formed = parser->wellFormed && !reading.is_stopped;
    if (!is_well_formed && !reading.is_stopped) {
        handler->fault(handler->context, "not well-formed", place(&reading));
    }
    if (parser->myDoc) {
        xmlFreeDoc(parser->myDoc);
        parser->myDoc = NULL;
    }
    xmlFree(reading.unknown.content);
    xmlFreeParserCtxt(parser);
    return is_well_formed ? 0 : 1;
}
