// Declares nothing: linking the module is all that it is for.
