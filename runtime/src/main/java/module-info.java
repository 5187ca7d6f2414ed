/// What compiled Coex programs need while they run: types, built-in operations, output, files.
module coex.runtime {
    requires transitive coex.gc;
    requires coex.collections;
    requires coex.observe;
    requires static transitive coex.language; // to find the library's modules when compiling

    exports coex.runtime;
    exports coex.runtime.error;
    exports coex.runtime.io;
    exports coex.runtime.library;

    // What generated code calls. Its classes are of no module, so it runs where this is on the
    // class path.
    exports coex.runtime.call to
            coex.codegen;
    exports coex.runtime.program to
            coex.codegen;
    exports coex.runtime.type to
            coex.codegen;
}
