package coex.language.problem;

/// A mistake in a program, found while compiling. Mistakes are values: a stage collects them in
/// [Problems] and goes on. Each family has a file of records, and each record tells its own story.
public interface Problem {

    Report report();

    /// Whether the program means what the language says all the same, and can be run.
    default boolean isWarning() {
        return false;
    }
}
