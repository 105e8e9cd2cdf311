#pragma once

#include <zlib.h>

// The functions that take zlib's version and the size of its stream are macros there, which Swift does not see.
static inline int czlib_begin_gzip(z_stream *stream, int level) {
    // 15 bits of window, and 16 to ask for the header and trailer of gzip (zlib.h, deflateInit2).
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
