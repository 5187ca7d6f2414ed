package coex.cli.test;

import coex.language.source.SourceFile;
import coex.runtime.Program;

import java.util.List;
import java.util.Optional;

/// A function that is a test, compiled as the `main` of a program.
///
/// @param file as the user named it
/// @param failure what the message of the runtime error must contain that the test is to end with,
///     by `@fails`
/// @param callsC whether it may call C functions, which can end the process they are in
/// @param sources of the program, for reports
record TestCase(
        String file,
        String name,
        Program program,
        Optional<String> failure,
        boolean callsC,
        List<SourceFile> sources) {}
