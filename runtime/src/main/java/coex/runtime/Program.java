package coex.runtime;

import coex.codegen.GeneratedNames;

import java.util.List;
import java.util.Map;

/// A compiled program.
///
/// @param classes the class files, by name as `Class.forName` takes it
/// @param mainClass the class with the program's `main`
/// @param mainMethod its static method, which takes the mutator and then `mainParameters`
/// @param mainParameters names of the parameters of `main`: `args`, `stdin`, `stdout`, `stderr`
/// @param hasResult whether `main` returns a long
/// @param libraries where its foreign functions are looked for before the C library
public record Program(
        Map<String, byte[]> classes,
        String mainClass,
        String mainMethod,
        List<String> mainParameters,
        boolean hasResult,
        List<ForeignLibrary> libraries) {

    /// A program without foreign parts.
    public Program(
            Map<String, byte[]> classes,
            String mainClass,
            String mainMethod,
            List<String> mainParameters,
            boolean hasResult) {
        this(classes, mainClass, mainMethod, mainParameters, hasResult, List.of());
    }

    /// Whether a class of a program makes constants, and so is initialised before `main`.
    public static boolean makesConstants(String className) {
        return className.startsWith(GeneratedNames.CONSTANT_CLASS);
    }
}
