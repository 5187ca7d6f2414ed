/// The front end of the Coex language: from source text to checked trees. It knows nothing of
/// heaps, and does no input or output.
module coex.language {
    exports coex.language.source;
    exports coex.language.problem;
    exports coex.language.syntax;
    exports coex.language.type;
    exports coex.language.checked;
    exports coex.language.check;
    exports coex.language.format;
    exports coex.language.commentary;
}
