// What libFuzzer, which the compiler links with -sanitize=fuzzer, offers to mutators (compiler-rt, FuzzerInterface.h).

#pragma once
#include <stddef.h>
#include <stdint.h>

/// Changes an input in place as libFuzzer does without a custom mutator, and returns its new size.
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t maxSize);
