package coex.cli.program;

import coex.language.problem.Problems;

import java.io.PrintWriter;

/// Tells what is wrong with programs, on standard error.
public interface Reports {

    /// For people.
    static void print(Problems problems, PrintWriter err) {
        text(err).print(problems);
    }

    /// For people.
    static Reports text(PrintWriter err) {
        return new TextReports(err);
    }

    /// Mistakes in a program, and warnings; nothing if there are none.
    void print(Problems problems);

    /// Something else that is wrong with a file.
    ///
    /// @param file as the user named it
    void print(String file, String message);
}
