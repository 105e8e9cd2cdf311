// SwiftPM needs a source file in every C target; libFuzzer holds the functions.

#include "CFuzzer.h"
