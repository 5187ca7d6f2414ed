package coex.language.syntax;

/// Which ready case of a `select` is taken.
public enum SelectStrategy {
    PRIORITY,
    FAIR,
    RANDOM
}
