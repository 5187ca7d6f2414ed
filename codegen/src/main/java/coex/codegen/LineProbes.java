package coex.codegen;

/// Numbers the lines of a program whose code tells the runtime when they are run.
public interface LineProbes {

    /// What [#number] gives for a line that tells nothing.
    int SILENT = -1;

    LineProbes NONE = (_, _) -> SILENT;

    /// The number of a line, the same whenever it is asked for.
    ///
    /// @param source the name of its file
    int number(String source, int line);
}
