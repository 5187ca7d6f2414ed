/// The back end of the Coex language: from checked trees to class files.
module coex.codegen {
    requires transitive coex.language;

    exports coex.codegen;
}
