/// What compiled Coex programs need while they run: types, built-in operations, output, files.
module coex.runtime {
    requires transitive coex.gc;
    requires coex.collections;
    requires transitive coex.observe;
    requires jdk.jfr; // `--jfr`
    requires static coex.codegen; // only constants, which javac copies
    requires static transitive coex.language; // to find the library's modules when compiling

    exports coex.runtime;
    exports coex.runtime.error;
    exports coex.runtime.csource; // types in what `library` exports
    exports coex.runtime.io;
    exports coex.runtime.launch;
    exports coex.runtime.library;
    exports coex.runtime.project;
    exports coex.runtime.sandbox;

// What generated code calls is exported to the classes of each program when they are loaded.
}
