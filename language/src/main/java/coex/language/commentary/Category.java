package coex.language.commentary;

/// What a note of the compiler is about.
public enum Category {
    WARN,
    HINT,
    PERF,
    TEACH,
    KIND,
    TYPE,
    GC,
    MOVE
}
