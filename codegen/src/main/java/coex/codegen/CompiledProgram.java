package coex.codegen;

import java.util.List;
import java.util.Map;

/// The class files of a program.
///
/// @param classes by name, as `Class.forName` takes it
/// @param mainClass the class whose static method `mainMethod` is the program's `main`; it takes
///     the mutator and then `mainParameters`
/// @param mainParameters names of the parameters of `main`
/// @param hasResult whether `main` returns a long
public record CompiledProgram(
        Map<String, byte[]> classes,
        String mainClass,
        String mainMethod,
        List<String> mainParameters,
        boolean hasResult) {}
