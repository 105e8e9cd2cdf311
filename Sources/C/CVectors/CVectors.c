// Swift compiles for the oldest processors of an architecture only. Here the same loop is compiled for newer
// ones, too, and the processor is asked which it is.

#include "CVectors.h"

// Compilers make vector instructions of this plain loop.
#define PRODUCT(name, attributes)                                                                      \
    attributes static int32_t name(const int16_t *first, const int8_t *second, size_t count) {         \
        int32_t sum = 0;                                                                               \
        for (size_t index = 0; index < count; index++)                                                 \
            sum += (int32_t)first[index] * (int32_t)second[index];                                     \
        return sum;                                                                                    \
    }

PRODUCT(product_of_any, )
#if defined(__x86_64__)
PRODUCT(product_of_avx2, __attribute__((target("avx2"))))
#endif

int32_t cvectors_product(const int16_t *first, const int8_t *second, size_t count) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2")) return product_of_avx2(first, second, count);
#endif
    return product_of_any(first, second, count);
}
