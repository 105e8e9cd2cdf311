// Empty data for the ICU inside of Foundation.
//
// GRDB imports Foundation, so a statically linked program contains Foundation's own ICU, and with it 34 MB of locale data. This
// program takes all such data from the system's ICU; of Foundation it uses what needs none. ICU is made to be linked with an empty
// data library (its `stubdata`): functions that need data then fail. The symbol below is such a library. The linker takes it
// instead of the member of the archive that defines the same symbol.
//
// It is hidden, so that a Foundation in a shared library keeps its data. The number is the version of Foundation's ICU in Swift 6.3;
// with another one the data is linked, and the program is only larger. A system's ICU of the same version must keep its own.

#include <stdint.h>
#include <unicode/udata.h>
#include <unicode/uvernum.h>

#if U_ICU_VERSION_MAJOR_NUM != 76

struct Header {
    uint16_t headerSize;
    uint8_t magic1;
    uint8_t magic2;
    UDataInfo info;
    char padding[8];
    uint32_t count;
    uint32_t reserved;
    // The table of contents: none.
    int fakeNameAndData[4];
};

__attribute__((visibility("hidden"), aligned(16))) const struct Header icudt76_dat = {
    .headerSize = 32,
    .magic1 = 0xda,
    .magic2 = 0x27,
    .info = {
        .size = sizeof(UDataInfo),
        .isBigEndian = U_IS_BIG_ENDIAN,
        .charsetFamily = U_CHARSET_FAMILY,
        .sizeofUChar = sizeof(UChar),
        // "ToCP", a table of contents with pointers, of version 1.
        .dataFormat = {0x54, 0x6f, 0x43, 0x50},
        .formatVersion = {1, 0, 0, 0},
    },
};

#endif
